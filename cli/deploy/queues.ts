import type { Target } from "./target.ts";
import { outputOf, type Wrangler } from "./wrangler.ts";

/** The names of the target's queues that do not exist yet. Throws if they cannot be looked up. */
export async function missingQueues(wrangler: Wrangler, { queues }: Target): Promise<string[]> {
  const exists = await Promise.all(queues.map((queue) => queueExists(wrangler, queue)));
  return queues.filter((_, at) => !exists[at]);
}

/** Creates queues. `wrangler deploy` would create those with a producer, but the dead-letter queue has none. */
export async function createQueues(wrangler: Wrangler, queues: string[], tell: (line: string) => void): Promise<void> {
  for (const queue of queues) {
    await wrangler.runOrThrow("queues", "create", queue);
    tell(`Created the queue ${queue}.`);
  }
}

async function queueExists(wrangler: Wrangler, queue: string): Promise<boolean> {
  const result = await wrangler.run("queues", "info", queue);
  if (result.code === 0) return true;
  if (outputOf(result).includes(`Queue "${queue}" does not exist`)) return false;
  throw new Error(`The queue ${queue} could not be looked up.\n${outputOf(result)}`);
}
