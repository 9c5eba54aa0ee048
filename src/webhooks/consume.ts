import { type ClaimResult, claimDeliveries, type QueueName } from "./deliveries/claim.sql.ts";
import { type DeliveryEngine, deliveryEngine, type DeliveryMessage, enqueueMessages, parseDeliveryMessage } from "./relay";
import { logError, logWarning } from "../platform/log";
import { deliver } from "./deliver";

const MAX_RETRY_SECONDS = 300;

/**
 * Serves the delivery queues. Each message is claimed, sent, recorded and acknowledged by itself, so that one bad
 * message touches no other. Never throws: a throw would make the queue repeat messages that are done.
 */
export async function consume(batch: MessageBatch, env: Env): Promise<void> {
  const engine = deliveryEngine(env);
  if (batch.queue === "deliveries-dead") {
    for (const message of batch.messages) {
      // Only our own violations end here, never a receiver's. The delivery itself is still in D1: the recovery job enqueues it again.
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
  let answers: ClaimResult[];
  try {
    answers = await claimDeliveries(engine.db, bodies, { queue, now: Date.now() });
  } catch (error) {
    logError("webhooks.claim", error);
    for (const { message } of received) message.retry({ delaySeconds: Math.min(MAX_RETRY_SECONDS, 2 ** message.attempts) });
    return;
  }
  await Promise.allSettled(
    received.map(async ({ message, body }, index) => {
      try {
        await handleResult(engine, body, { answer: answers[index] ?? { outcome: "stale" }, queue });
      } catch (error) {
        // The lease runs out, and the recovery job records the attempt as lost: the message has nothing left to do.
        logError("webhooks.deliver", error, { delivery_id: body.delivery_id });
      }
      message.ack();
    }),
  );
}

async function handleResult(
  engine: DeliveryEngine,
  body: DeliveryMessage,
  { answer, queue }: { answer: ClaimResult; queue: QueueName },
): Promise<void> {
  switch (answer.outcome) {
    case "claimed":
      return await deliver(engine, answer.claim, queue);
    case "diverted":
      return await enqueueMessages(engine.queues, [{ ...body, slow: true, delayMs: 0 }]);
    case "early":
      return await enqueueMessages(engine.queues, [{ ...body, slow: answer.slow, delayMs: answer.waitMs }]);
    case "stale":
      return;
  }
}
