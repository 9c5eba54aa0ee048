import type { Target } from "./target.ts";
import { outputOf, type Wrangler } from "./wrangler.ts";

/**
 * The names of the target's queues that do not exist yet. Throws if they cannot be looked up, or if one has another consumer than the
 * target's Worker. A queue has one consumer, and `wrangler deploy` would notice that only after it has deployed the code.
 */
export async function missingQueues(wrangler: Wrangler, target: Target): Promise<string[]> {
  const consumers = await Promise.all(target.queues.map(async (queue) => await consumersOf(wrangler, queue, target.worker)));
  target.queues.forEach((queue, at) => {
    const other = consumers[at]?.find((consumer) => consumer !== target.worker);
    if (other !== undefined)
      throw new Error(
        `The queue ${queue} already has a consumer, ${other === HTTP_PULL ? "an HTTP pull consumer" : `the Worker ${other}`}. A queue can have only one. Deploy with another --name, or remove that consumer.`,
      );
  });
  return target.queues.filter((_, at) => consumers[at] === null);
}

/** Creates queues. `wrangler deploy` would create those with a producer, but the dead-letter queue has none. */
export async function createQueues(wrangler: Wrangler, queues: string[], tell: (line: string) => void): Promise<void> {
  for (const queue of queues) {
    await wrangler.runOrThrow("queues", "create", queue);
    tell(`Created the queue ${queue}.`);
  }
}

/** Stands for a consumer that is no Worker. */
const HTTP_PULL = "HTTP pull";

/** The consumers of a queue, by the names of their Workers. Null if there is no such queue. */
async function consumersOf(wrangler: Wrangler, queue: string, own: string): Promise<string[] | null> {
  const result = await wrangler.run("queues", "info", queue);
  if (result.code !== 0 && outputOf(result).includes(`Queue "${queue}" does not exist`)) return null;
  if (result.code !== 0) throw new Error(`The queue ${queue} could not be looked up.\n${outputOf(result)}`);
  if (/^Number of Consumers: 0$/m.test(result.stdout)) return [];
  if (result.stdout.split("\n").includes(`Consumers: worker:${own}`)) return [own];
  if (result.stdout.includes("HTTP Pull Consumer")) return [HTTP_PULL];
  // The text has the field `script` alone, but Cloudflare's API may have the Worker's name in another one.
  const listed = await wrangler.runOrThrow("queues", "consumer", "worker", "list", queue, "--json");
  const consumers = JSON.parse(listed) as { script?: string; script_name?: string; service?: string }[];
  return consumers.map(({ script, script_name: name, service }) => script ?? name ?? service ?? "(without a name)");
}
