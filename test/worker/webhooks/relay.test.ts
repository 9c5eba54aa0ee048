import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { captureEnqueued, type EnqueuedMessages } from "../../kit/webhook-fixture";
import { parseDeliveryMessage, enqueueDeliveries, enqueueMessages } from "../../../src/resources/webhooks/relay";

let enqueued: EnqueuedMessages;
beforeEach(() => {
  enqueued = captureEnqueued();
});
afterEach(() => vi.restoreAllMocks());

it("at most five deliveries of an endpoint are enqueued, in the fast or the slow queue, by id and without their content (case 39)", async () => {
  const due = [
    ...Array.from({ length: 9 }, (_, index) => ({ id: `dlv_a${index}`, endpoint_id: "we_a", attempt: 1, slow: 0, at: Date.now() })),
    ...Array.from({ length: 2 }, (_, index) => ({ id: `dlv_b${index}`, endpoint_id: "we_b", attempt: 1, slow: 3, at: Date.now() })),
  ];
  await enqueueDeliveries({ queues: env, database: 0 }, due);
  expect(enqueued.fast.flat()).toEqual(
    Array.from({ length: 5 }, (_, index) => ({ body: { delivery_id: `dlv_a${index}`, attempt: 1, db: 0 }, delaySeconds: 0 })),
  );
  expect(enqueued.slow.flat().map(({ body }) => body)).toEqual([
    { delivery_id: "dlv_b0", attempt: 1, db: 0 },
    { delivery_id: "dlv_b1", attempt: 1, db: 0 },
  ]);
});

it("at most 100 messages are sent to a queue at a time, delayed by at most 12 h (case 40)", async () => {
  await enqueueMessages(
    { queues: env, database: 0 },
    Array.from({ length: 250 }, (_, index) => ({ delivery_id: `dlv_${index}`, attempt: 2, slow: false, delayMs: 100_000_000 + index })),
  );
  expect(enqueued.fast.map((chunk) => chunk.length)).toEqual([100, 100, 50]);
  expect(enqueued.fast.flat().every(({ delaySeconds }) => delaySeconds === 43_200)).toBe(true);
});

it("a delay is rounded up, so that a message never arrives early", async () => {
  await enqueueMessages({ queues: env, database: 0 }, [{ delivery_id: "dlv_1", attempt: 2, slow: true, delayMs: 4_001 }]);
  expect(enqueued.slow.flat()[0]?.delaySeconds).toBe(5);
});

it("a message that the queue rejects is ignored, and the rest are enqueued (case 34)", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(env.DELIVERIES, "sendBatch").mockRejectedValue(new Error("429"));
  await enqueueMessages({ queues: env, database: 0 }, [
    { delivery_id: "dlv_1", attempt: 1, slow: false, delayMs: 0 },
    { delivery_id: "dlv_2", attempt: 1, slow: true, delayMs: 0 },
  ]);
  expect(enqueued.slow.flat()).toHaveLength(1);
  expect(logged).toHaveBeenCalledOnce();
});

it.each([
  null,
  "x",
  5,
  {},
  { delivery_id: 5, attempt: 1, db: 0 },
  { delivery_id: "", attempt: 1, db: 0 },
  { delivery_id: "a", attempt: 0, db: 0 },
  { delivery_id: "a", attempt: 1.5, db: 0 },
  { delivery_id: "a", attempt: 1 },
  { delivery_id: "a", attempt: 1, db: -1 },
])("%j is not a delivery message (case 33)", (body) => {
  expect(parseDeliveryMessage(body)).toBeNull();
});
