import { claimDeliveries, type ClaimResult, type QueueName } from "./deliveries/claim.sql.ts";
import { parseInboxMessage } from "../connections/inbox/relay";
import { parseDeliveryMessage, deliveryEngine, enqueueMessages, type DeliveryMessage, type DeliveryEngine } from "./relay";
import { isInMaintenance, settingsOf } from "../../platform/env";
import { invocationBudget, type Budget } from "../../platform/budget";
import { logError, logWarning } from "../../platform/log";
import { deliver } from "./deliver";

const MAX_RETRY_SECONDS = 300;

/**
 * How long a batch waits for its attempts. The queue gives a consumer the next batch only after this one, so a longer wait would let
 * receivers that never answer delay the deliveries of others. Without any wait, nothing would limit the attempts in progress
 * (docs/design/deliveries.md#concurrency).
 */
const MAX_WAIT_MS = 1_000;

/**
 * Processes a batch of a delivery queue. Each message is acknowledged separately, so that a bad message does not affect the others. After
 * a second, it leaves attempts that are still in progress to `ctx.waitUntil`.
 * Queues are told apart by how their names end, because the names begin with that of the installation.
 * Never throws, because the queue would then redeliver messages that are already processed.
 */
export async function consume(batch: MessageBatch, env: Env, ctx: ExecutionContext): Promise<void> {
  if (batch.queue.endsWith("-dead")) {
    for (const message of batch.messages) {
      // Only our own errors lead here, never a receiver's. The delivery is still in D1, and the delivery job enqueues it a second time.
      logWarning("webhooks.dead", { message_id: message.id, delivery_id: parseDeliveryMessage(message.body)?.delivery_id ?? null });
      message.ack();
    }
    return;
  }
  const budget = invocationBudget(env, MAX_WAIT_MS);
  const queue: QueueName = batch.queue.endsWith("-slow") ? "slow" : "fast";
  await processInbox(batch, env, ctx);
  const received = batch.messages.flatMap((message) => {
    if (parseInboxMessage(message.body) !== null) return [];
    const body = parseDeliveryMessage(message.body);
    if (body !== null) return [{ message, body }];
    logWarning("webhooks.poison", { message_id: message.id });
    message.ack();
    return [];
  });
  const byDatabase = Map.groupBy(received, ({ body }) => body.db);
  await Promise.all([...byDatabase].map(async ([database, some]) => await consumeOfDatabase(some, { env, ctx, database, queue, budget })));
}

/**
 * Processes the messages of a batch that are about inboxes of connections. They are acknowledged in any case, because an unprocessed one is
 * enqueued again by its job.
 */
async function processInbox(batch: MessageBatch, env: Env, ctx: ExecutionContext): Promise<void> {
  const found = batch.messages.flatMap((message) => {
    const due = parseInboxMessage(message.body);
    return due === null ? [] : [{ message, due }];
  });
  if (found.length === 0) return;
  const { processMessage } = await import("../connections/inbox/process");
  const processed = Promise.all(found.map(async ({ due }) => await processMessage(env, due)));
  ctx.waitUntil(processed);
  await waitAtMost(MAX_WAIT_MS, processed);
  for (const { message } of found) message.ack();
}

interface ReceivedMessage {
  message: Message;
  body: DeliveryMessage;
}

/** Processes the messages of a batch whose deliveries are in the same database. */
async function consumeOfDatabase(
  received: readonly ReceivedMessage[],
  { env, ctx, database, queue, budget }: { env: Env; ctx: ExecutionContext; database: number; queue: QueueName; budget: Budget },
): Promise<void> {
  if (isInMaintenance(settingsOf(env), database)) {
    for (const { message } of received) message.retry({ delaySeconds: MAX_RETRY_SECONDS });
    return;
  }
  const bodies = received.map(({ body }) => body);
  let engine: DeliveryEngine;
  let results: ClaimResult[];
  try {
    engine = deliveryEngine(env, database, budget);
    results = await claimDeliveries(engine.db, bodies, { queue, now: Date.now() });
  } catch (error) {
    logError("webhooks.claim", error, { database });
    for (const { message } of received) message.retry({ delaySeconds: Math.min(MAX_RETRY_SECONDS, 2 ** message.attempts) });
    return;
  }
  const handled = Promise.all(
    bodies.map(async (body, index) => {
      try {
        await handleResult(engine, body, { result: results[index] ?? { outcome: "stale" }, queue });
      } catch (error) {
        logError("webhooks.deliver", error, { delivery_id: body.delivery_id });
      }
    }),
  );
  ctx.waitUntil(handled);
  await waitAtMost(MAX_WAIT_MS, handled);
  // Also after an error, and for an attempt in progress: when its lease expires, the delivery job records the attempt as lost.
  for (const { message } of received) message.ack();
}

/** Waits until work that never fails has ended, at most this long. */
async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const deadline = Promise.withResolvers<void>();
  const timer = setTimeout(() => deadline.resolve(), ms);
  await Promise.race([work, deadline.promise]);
  clearTimeout(timer);
}

async function handleResult(
  engine: DeliveryEngine,
  body: DeliveryMessage,
  { result, queue }: { result: ClaimResult; queue: QueueName },
): Promise<void> {
  switch (result.outcome) {
    case "claimed":
      return await deliver(engine, result.claim, queue);
    case "diverted":
      return await enqueueMessages(engine, [{ ...body, slow: true, delayMs: 0 }]);
    case "early":
      return await enqueueMessages(engine, [{ ...body, slow: result.slow, delayMs: result.waitMs }]);
    case "stale":
      return;
  }
}
