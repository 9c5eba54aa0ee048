import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { consume } from "../../../src/resources/webhooks/consume";
import type { EnqueuedMessages } from "../../kit/webhook-fixture";
import { organizationD1, organizationDatabase } from "../../kit/databases";

type Queue = "deliveries" | "deliveries-slow" | "deliveries-dead";
let message = 0;

/** Consumes one batch of messages, and returns how many were acknowledged and retried. */
export async function consumeMessages(bodies: unknown[], queue: Queue = "deliveries", by: Env = env) {
  const messages = bodies.map((body) => ({ id: `m${(message += 1)}`, timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch(queue, messages);
  const ctx = createExecutionContext();
  await consume(batch, by, ctx);
  const { explicitAcks, retryMessages, outcome } = await getQueueResult(batch, ctx);
  await waitOnExecutionContext(ctx);
  return { acked: explicitAcks.length, retried: retryMessages.length, outcome };
}

/** A message about a delivery of this test file's organizations. */
export function deliveryMessage(id: string, attempt = 1) {
  return { delivery_id: id, attempt, db: organizationDatabase() };
}

/** Mocks `fetch`: responds to every POST until the mocks are restored. */
export function mockReceiver(response: (url: string, init: RequestInit) => Response | Promise<Response> = () => new Response("thanks")) {
  return vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async (input, init) => await response(input instanceof Request ? input.url : String(input), init ?? {}));
}

/** The headers of a POST. */
export const headersOf = (init: RequestInit | undefined) => (init?.headers ?? {}) as Record<string, string>;

/** X-Service-Signature as a receiver computes it. */
export async function signatureOf(secret: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes)).toHex();
}

/** Mocks a receiver that counts the requests of each delivery, and the most requests at one time. */
export function mockCountingReceiver(response: () => Response = () => new Response("ok")) {
  const counted = { posts: new Map<string, number>(), maxConcurrent: 0 };
  let inFlight = 0;
  mockReceiver(async (_, init) => {
    const id = headersOf(init)["X-Service-Delivery"] ?? "";
    counted.posts.set(id, (counted.posts.get(id) ?? 0) + 1);
    counted.maxConcurrent = Math.max(counted.maxConcurrent, (inFlight += 1));
    await new Promise((resolve) => setTimeout(resolve, 2));
    inFlight -= 1;
    return response();
  });
  return counted;
}

/** The messages of a queue in the order in which they were sent. */
export const messagesIn = (batches: EnqueuedMessages["fast"]) =>
  batches.flat().map(({ body }) => body as { delivery_id: string; attempt: number });

/**
 * Consumes the enqueued messages, and those that they enqueue in turn, as the queues would: five at a time, with the (fake) clock
 * advancing to the next message. Ends when no message is left, or the next one is later than `until`. Later ones are lost.
 */
export async function serveQueues(enqueued: EnqueuedMessages, until = Number.POSITIVE_INFINITY): Promise<void> {
  const waiting: { at: number; queue: Queue; body: unknown }[] = [];
  for (;;) {
    for (const [batches, queue] of [
      [enqueued.fast, "deliveries"],
      [enqueued.slow, "deliveries-slow"],
    ] as const) {
      for (const { body, delaySeconds = 0 } of batches.splice(0).flat())
        waiting.push({ at: Date.now() + delaySeconds * 1000, queue, body });
    }
    waiting.sort((a, b) => a.at - b.at);
    const [first] = waiting;
    if (first === undefined || first.at > until) return;
    if (first.at > Date.now()) vi.setSystemTime(first.at);
    const served = waiting.filter(({ at, queue }) => at <= Date.now() && queue === first.queue).slice(0, 5);
    for (const one of served) waiting.splice(waiting.indexOf(one), 1);
    await consumeMessages(
      served.map(({ body }) => body),
      first.queue,
    );
  }
}

/** Runs `intervene` right before the next batch with such a statement, as a concurrent request would. If it throws, the batch fails. */
export function beforeBatch(statement: RegExp, intervene: () => Promise<unknown>): void {
  const [prepare, batch] = [organizationD1().prepare.bind(organizationD1()), organizationD1().batch.bind(organizationD1())];
  const prepared: string[] = [];
  let waiting = true;
  vi.spyOn(organizationD1(), "prepare").mockImplementation((sql) => {
    prepared.push(sql);
    return prepare(sql);
  });
  vi.spyOn(organizationD1(), "batch").mockImplementation(async (statements) => {
    const matches = prepared.splice(0).some((sql) => statement.test(sql));
    if (matches && waiting) {
      waiting = false;
      await intervene();
    }
    return await batch(statements);
  });
}
