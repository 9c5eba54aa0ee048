import { createHash } from "node:crypto";
import type { Unstable_RawConfig } from "wrangler";

/** What is appended to an installation's name for its longest queue. */
const LONGEST_SUFFIX = "-deliveries-slow";

/** Cloudflare's limit on the name of a queue, and that of a label in the Worker's address on workers.dev. */
const MAX_RESOURCE_NAME_LENGTH = 63;

export const MAX_NAME_LENGTH = MAX_RESOURCE_NAME_LENGTH - LONGEST_SUFFIX.length;

/** Reads the value of `--name`. Throws if resources cannot have such names, or if they could be those of another installation. */
export function readName(text: string): string {
  if (!/^[a-z](?:[a-z0-9-]*[a-z0-9])?$/.test(text) || text.length > MAX_NAME_LENGTH)
    throw new Error(
      `--name must have 1 to ${MAX_NAME_LENGTH} lowercase letters, digits and hyphens, and begin with a letter and end with none of the hyphens, not "${text}".`,
    );
  if (/-\d+$/.test(text))
    throw new Error(`--name must not end with a hyphen and a number, because the second database of "shop" has the name "shop-1".`);
  return text;
}

/** Namespaces below are those that people choose by hand, such as 1001. */
const MIN_NAMESPACE = 1_000_000;

const MAX_NAMESPACE = 2 ** 31;

/** The namespace of a rate limit of an installation: a number, because Cloudflare accepts no name. */
export function rateLimitNamespace(installation: string, binding: string): string {
  const hash = createHash("sha256").update(`${installation}/${binding}`).digest().readUInt32BE();
  return String(MIN_NAMESPACE + (hash % (MAX_NAMESPACE - MIN_NAMESPACE)));
}

/** The rate limits are missing in wrangler's types. */
type RateLimits = { name: string; namespace_id: string }[];

/**
 * The configuration of an installation with another name than the one in wrangler.toml. It has the same resources with names of its own,
 * and not the routes, because a route leads to one Worker. Throws if a name in wrangler.toml would be shared.
 */
export function renameInstallation(config: Unstable_RawConfig, name: string): Unstable_RawConfig {
  const own = config.name;
  if (own === undefined || own === name) return config;
  const renamed = (resource: string): string => name + resource.slice(own.length);
  const { route: _route, routes: _routes, ...rest } = config;
  return {
    ...rest,
    name,
    d1_databases: (config.d1_databases ?? []).map(({ database_id: _id, preview_database_id: _previewId, ...database }) => ({
      ...database,
      database_name: renamed(database.database_name ?? own),
    })),
    queues: {
      producers: (config.queues?.producers ?? []).map(({ queue = own, ...producer }) => ({ ...producer, queue: renamed(queue) })),
      consumers: (config.queues?.consumers ?? []).map(({ dead_letter_queue: dead, ...consumer }) => ({
        ...consumer,
        queue: renamed(consumer.queue),
        ...(dead !== undefined && { dead_letter_queue: renamed(dead) }),
      })),
    },
    ratelimits: renameRateLimits(config.ratelimits ?? [], name),
  } as Unstable_RawConfig;
}

function renameRateLimits(limits: RateLimits, name: string): RateLimits {
  const taken = new Set(limits.map(({ namespace_id }) => namespace_id));
  return limits.map((limit) => {
    const namespace = rateLimitNamespace(name, limit.name);
    if (taken.has(namespace))
      throw new Error(
        `The installation "${name}" would share the rate limit ${namespace} with that of wrangler.toml. Choose another --name.`,
      );
    return { ...limit, namespace_id: namespace };
  });
}
