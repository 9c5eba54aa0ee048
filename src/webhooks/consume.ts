import { type ClaimResult, claimDeliveries, type QueueName } from "./deliveries/claim.sql.ts";
import { type DeliveryEngine, deliveryEngine, type DeliveryMessage, enqueueMessages, parseDeliveryMessage } from "./relay";
import { logError, logWarning } from "../platform/log";
import { deliver } from "./deliver";

const MAX_RETRY_SECONDS = 300;

/**
 * Processes a batch of a delivery queue. Each message is acknowledged separately, so that a bad message does not affect the others.
 * Never throws, because the queue would then redeliver messages that are already processed.
 */
export async function consume(batch: MessageBatch, env: Env): Promise<void> {
  const engine = deliveryEngine(env);
  if (batch.queue === "deliveries-dead") {
    for (const message of batch.messages) {
      // Only our own errors lead here, never a receiver's. The delivery is still in D1, and the recovery job enqueues it a second time.
      logWarning("webhooks.dead", { message_id: message.id, delivery_id: parseDeliveryMessage(message.body)?.delivery_id ?? null });
      message.ack();
    }
    return;
  }
  const queue: QueueName = batch.queue === "deliveries-slow" ? "slow" : "fast";
  const received = batch.messages.flatMap((message) => {
    const body = parseDeliveryMessage(message.body);
    if (body !== null) return [{ message, body }];
    logWarning("webhooks.poison", { message_id: message.id });
    message.ack();
    return [];
  });
  if (received.length === 0) return;
  const bodies = received.map(({ body }) => body);
  let results: ClaimResult[];
  try {
    results = await claimDeliveries(engine.db, bodies, { queue, now: Date.now() });
  } catch (error) {
    logError("webhooks.claim", error);
    for (const { message } of received) message.retry({ delaySeconds: Math.min(MAX_RETRY_SECONDS, 2 ** message.attempts) });
    return;
  }
  await Promise.allSettled(
    received.map(async ({ message, body }, index) => {
      try {
        await handleResult(engine, body, { result: results[index] ?? { outcome: "stale" }, queue });
      } catch (error) {
        // The message can be acknowledged: when the lease expires, the recovery job records the attempt as lost.
        logError("webhooks.deliver", error, { delivery_id: body.delivery_id });
      }
      message.ack();
    }),
  );
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
      return await enqueueMessages(engine.queues, [{ ...body, slow: true, delayMs: 0 }]);
    case "early":
      return await enqueueMessages(engine.queues, [{ ...body, slow: result.slow, delayMs: result.waitMs }]);
    case "stale":
      return;
  }
}
