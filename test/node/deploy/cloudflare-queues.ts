import { type ApiResponse, failure, success } from "./cloudflare-answers.ts";
import type { CloudAccount, CloudConsumer } from "./cloudflare-account.ts";

/** The documented limits of a consumer's settings. */
const LIMITS: Record<string, readonly [least: number, most: number]> = {
  batch_size: [1, 100],
  max_retries: [0, 100],
  max_wait_time_ms: [0, 60_000],
  max_concurrency: [1, 250],
};

const idOf = (queue: string): string => `id-of-${queue}`;

/** The part of the API for queues. Every queue has at most one consumer. */
export function respondAboutQueues(account: CloudAccount, called: string, url: URL, body: string): ApiResponse | null {
  if (called === "GET queues") {
    const wanted = url.searchParams.getAll("name");
    return success(account.queues.filter((name) => wanted.includes(name)).map((name) => presentQueue(account, name)));
  }
  if (called === "POST queues") {
    const { queue_name: name } = JSON.parse(body) as { queue_name: string };
    if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) return failure(400, 11_003, "Queue name is invalid");
    if (account.queues.includes(name)) return failure(409, 11_009, `Queue name '${name}' is already taken`);
    account.queues.push(name);
    return success(presentQueue(account, name));
  }
  const [, method, id, consumerId] = /^(GET|POST|PUT) queues\/([\w-]+)\/consumers(?:\/([\w-]+))?$/.exec(called) ?? [];
  const queue = account.queues.find((name) => idOf(name) === id);
  if (id === undefined) return null;
  if (queue === undefined) return failure(404, 11_000, "Queue does not exist");
  if (method === "GET") return success(presentQueue(account, queue).consumers);
  return setConsumer(account, queue, { body, isNew: consumerId === undefined });
}

function presentQueue({ consumers }: CloudAccount, queue: string) {
  const consumer = consumers.get(queue);
  const all = consumer === undefined ? [] : [{ type: "worker", consumer_id: `consumer-of-${queue}`, queue_name: queue, ...consumer }];
  return {
    queue_id: idOf(queue),
    queue_name: queue,
    created_on: "2026-11-21T10:00:00Z",
    modified_on: "2026-11-21T10:00:00Z",
    producers: [],
    producers_total_count: 0,
    consumers: all,
    consumers_total_count: all.length,
  };
}

function setConsumer(account: CloudAccount, queue: string, { body, isNew }: { body: string; isNew: boolean }): ApiResponse {
  const {
    script_name: script,
    settings,
    dead_letter_queue: dead,
  } = JSON.parse(body) as Omit<CloudConsumer, "script"> & { script_name: string };
  const existing = account.consumers.get(queue);
  if (isNew && existing !== undefined) return failure(400, 11_004, "workers.api.error.consumer_exists");
  if (!isNew && existing?.script !== script) return failure(404, 11_005, "workers.api.error.consumer_not_found");
  if (!account.workers.has(script)) return failure(404, 10_007, "This Worker does not exist on your account.");
  for (const [name, value] of Object.entries(settings)) {
    const [least, most] = LIMITS[name] ?? [0, Infinity];
    if (value !== undefined && (value < least || value > most)) return failure(400, 11_006, `${name} must be from ${least} to ${most}`);
  }
  account.consumers.set(queue, { script, settings, ...(dead !== undefined && { dead_letter_queue: dead }) });
  return success(presentQueue(account, queue).consumers[0]);
}
