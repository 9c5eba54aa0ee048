import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import worker from "../../../src/entrypoints/worker";
import { randomOf } from "../form";
import type { EnqueuedMessages } from "../webhook-fixture";

/** As in wrangler.toml. The platform runs at least this many consumers of a queue with a backlog. */
const BATCH_SIZE = 5;
export const CONSUMERS_AT_ONCE = 20;

/** The share of messages that the platform delivers a second time. */
const DUPLICATES = 0.3;

type QueueName = "deliveries" | "deliveries-slow";

interface Waiting {
  /** The time at which it is due, in ms since 1970. */
  at: number;
  queue: QueueName;
  body: unknown;
  attempts: number;
}

/** Consumes one batch, and returns the messages that it retries. */
type Consume = (queue: QueueName, messages: readonly Waiting[]) => Promise<readonly Waiting[]>;

let messageId = 0;

/** Through the Worker's entry point. */
const throughWorker: Consume = async (queue, messages) => {
  const batch = createMessageBatch(
    queue,
    messages.map(({ body, attempts }) => ({ id: `strict ${(messageId += 1)}`, timestamp: new Date(), attempts, body })),
  );
  const context = createExecutionContext();
  await worker.queue(batch, env, context);
  const { retryMessages } = await getQueueResult(batch, context);
  await waitOnExecutionContext(context);
  return retryMessages.flatMap(({ msgId, delaySeconds = 0 }) => {
    const message = messages[batch.messages.findIndex(({ id }) => id === msgId)];
    return message === undefined ? [] : [{ ...message, attempts: message.attempts + 1, at: Date.now() + delaySeconds * 1000 }];
  });
};

/**
 * Consumes the enqueued messages, and those that they enqueue in turn, as the platform may: at least 20 batches of a queue at once (if so
 * many messages are due), some messages twice, and in any order. The (fake) clock advances to the next message. Ends when no message is left.
 */
export async function serveStrictly(enqueued: EnqueuedMessages, consume: Consume = throughWorker): Promise<void> {
  const random = randomOf("queues");
  let waiting: Waiting[] = [];
  for (;;) {
    const queues = [
      ["deliveries", enqueued.fast],
      ["deliveries-slow", enqueued.slow],
    ] as const;
    for (const [queue, sent] of queues) {
      for (const { body, delaySeconds = 0 } of sent.splice(0).flat()) {
        const message = { at: Date.now() + delaySeconds * 1000, queue, body, attempts: 1 };
        waiting.push(message, ...(random() < DUPLICATES ? [message] : []));
      }
    }
    if (waiting.length === 0) return;
    const first = Math.min(...waiting.map(({ at }) => at));
    if (first > Date.now()) vi.setSystemTime(first);
    const due = waiting.filter(({ at }) => at <= Date.now());
    waiting = waiting.filter(({ at }) => at > Date.now());
    const batches = queues.flatMap(([queue]) => batchesOf(queue, due, random));
    const retried = await Promise.all(batches.map(async ({ queue, messages }) => await consume(queue, messages)));
    waiting.push(...retried.flat());
  }
}

/** The due messages of a queue in any order, in batches, which are smaller if there are too few messages for all consumers. */
function batchesOf(queue: QueueName, due: readonly Waiting[], random: () => number): { queue: QueueName; messages: Waiting[] }[] {
  const mixed = due
    .filter((message) => message.queue === queue)
    .map((message) => ({ message, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ message }) => message);
  const size = Math.min(BATCH_SIZE, Math.max(1, Math.floor(mixed.length / CONSUMERS_AT_ONCE)));
  return Array.from({ length: Math.ceil(mixed.length / size) }, (_, index) => ({
    queue,
    messages: mixed.slice(index * size, (index + 1) * size),
  }));
}
