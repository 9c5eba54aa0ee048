import { dirname } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel } from "miniflare";

/** A built Worker and its configuration. */
export interface Built {
  /** Files of its modules; the first is the entry. */
  modules: [entry: string, ...imported: string[]];
  /** Miniflare's options, from wrangler.toml. */
  options: Record<string, unknown>;
  /** The content of an empty state folder: statements that create the tables, or the folder of a state that has them. */
  database: { migrations: string[] } | { snapshot: string };
}

/** A Worker's modules for Miniflare, which then does not have to search them for imports. */
export function modulesOf({ modules }: Pick<Built, "modules">) {
  return { modulesRoot: dirname(modules[0]), modules: modules.map((path) => ({ type: "ESModule" as const, path })) };
}

/** The options for running a built Worker on a state folder in Miniflare. `ofAll` and `ofWorker` are those of one start. */
export function optionsFor(
  { modules, options }: Pick<Built, "modules" | "options">,
  state: string,
  vars: Record<string, string>,
  ofAll = {},
  ofWorker = {},
) {
  const converted = convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    logRequests: false,
    unsafeTriggerHandlers: true,
    log: new Log(LogLevel.WARN),
    resourcePersistencePath: state,
    ...ofAll,
    workers: [
      {
        ...options,
        ...modulesOf({ modules }),
        name: "order-operations",
        bindings: { ENVIRONMENT: "development", ...vars },
        ...ofWorker,
      },
    ],
  });
  converted.enableDevRegistry = false;
  return converted;
}
