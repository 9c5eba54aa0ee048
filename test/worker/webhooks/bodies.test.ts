import { anyCharacter } from "../../kit/any-character";
import * as fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import {
  type InsertedEndpoint,
  insertDelivery,
  insertWebhookEndpoint,
  captureEnqueued,
  rowOf,
  type EnqueuedMessages,
} from "../../kit/webhook-fixture";
import { deliveryMessage, consumeMessages, headersOf, mockReceiver, messagesIn, signatureOf } from "./consumer";
import { assertProperty } from "../../kit/property";
import { eventually } from "../../kit/eventually";
import { organizationD1 } from "../../kit/databases";

let shop: Shop;
let endpoint: InsertedEndpoint;
let enqueued: EnqueuedMessages;

beforeEach(async () => {
  shop = await createShop();
  enqueued = captureEnqueued();
  endpoint = await insertWebhookEndpoint(shop.id, { events: JSON.stringify(["ticket.created"]) });
});
afterEach(() => vi.restoreAllMocks());

/** Consumes one delivery, and returns the bytes that were sent and the values of their headers. */
async function deliver(deliveryId: string, attempt = 1) {
  const fetched = mockReceiver();
  await consumeMessages([deliveryMessage(deliveryId, attempt)]);
  const [, init] = fetched.mock.lastCall ?? [];
  return { bytes: init?.body as Uint8Array<ArrayBuffer>, headers: headersOf(init) };
}

it.each([
  ["line separators and NUL as text", { note: "a\u2028b\u2029c\\u0000" }],
  ["emoji and every plane", { note: "😀 👩‍👩‍👧 \u{10FFFF} e\u0301 ﷽" }],
  ["a lone surrogate as the escape that was sent", { note: "\uD800" }],
  ["zero, large and small numbers", [1e21, -0, 2 ** 53 + 1, 0.1, 1e-7]],
])("a delivery sends %s as stored, signed over those bytes (R12) (case 64)", async (_, value) => {
  const { id, body } = await insertDelivery(endpoint, Date.now(), { body: JSON.stringify(value) });
  const { bytes, headers } = await deliver(id);
  expect(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)).toBe(body);
  expect(headers["X-Service-Signature"]).toBe(await signatureOf(endpoint.secret, bytes));
  expect(() => new Webhook(endpoint.secret).verify(body, headers)).not.toThrow();
});

it.each(['{"a":1,"a":2}', '{"n":1e21,"z":-0,"big":9007199254740993}', '{ "spaces" :\n1 }'])(
  "a delivery sends %j byte for byte, without parsing it (R12) (cases 64, 65)",
  async (text) => {
    const { id } = await insertDelivery(endpoint, Date.now(), { body: text });
    const { bytes, headers } = await deliver(id);
    expect(new TextDecoder().decode(bytes)).toBe(text);
    expect(headers["X-Service-Signature"]).toBe(await signatureOf(endpoint.secret, bytes));
  },
);

it("any text that a ticket has is stored in its event, signed and sent unchanged (R12) (cases 64, 65)", async () => {
  await assertProperty(
    fc.asyncProperty(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 }), async (subject) => {
      const created = await shop.v2("/tickets", { body: { subject: `s${subject}`, body: "?" } });
      expect(created.status).toBe(201);
      const [row] = await rows<{ id: string; body: string }>(
        `select d.id, e.body from deliveries d join events e on e.id = d.event_id where d.endpoint_id = ? order by e.seq desc limit 1`,
        endpoint.id,
      );
      expect(JSON.parse(row?.body ?? "")).toMatchObject({ subject: created.body.subject });
      const { bytes, headers } = await deliver(row?.id ?? "");
      expect(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)).toBe(row?.body);
      expect(headers["X-Service-Signature"]).toBe(await signatureOf(endpoint.secret, bytes));
      for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]*$/);
    }),
    { cases: 20 },
  );
});

it("each attempt is signed again over the same bytes, whatever has triggered it (R12) (R13)", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const { id, body } = await insertDelivery(endpoint, Date.now());
  const timestamps: string[] = [];
  const fail = async () =>
    await organizationD1().prepare("update deliveries set status = 'failed', next_attempt_at = null where id = ?").bind(id).run();
  for (const [attempt, trigger, before] of [
    [1, "auto", async () => undefined],
    [2, "auto", async () => undefined],
    [3, "manual", async () => await shop.v2(`/webhooks/${endpoint.id}/deliveries/${id}/redeliver`, { method: "POST" })],
    [4, "recover", async () => await shop.v2(`/webhooks/${endpoint.id}/recover`, { body: {} })],
  ] as const) {
    // Only what has ended gets another trigger.
    if (trigger !== "auto") await fail();
    await before();
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "pending", trigger });
    vi.setSystemTime(Date.now() + 60_000);
    const fetched = mockReceiver(() => new Response("", { status: 500 }));
    await consumeMessages([deliveryMessage(id, attempt)]);
    const [, init] = fetched.mock.lastCall ?? [];
    const headers = headersOf(init);
    expect(headers).toMatchObject({ "X-Service-Attempt": String(attempt), "webhook-timestamp": String(Math.floor(Date.now() / 1000)) });
    expect(new TextDecoder().decode(init?.body as Uint8Array)).toBe(body);
    expect(() => new Webhook(endpoint.secret).verify(body, headers)).not.toThrow();
    timestamps.push(headers["webhook-timestamp"] ?? "");
  }
  expect(new Set(timestamps).size).toBe(4);
  vi.useRealTimers();
});

it("only the id is enqueued of a delivery whose body is larger than a queue message (case 39)", async () => {
  // 400 KB. A queue message has at most 128 KB.
  const big = JSON.stringify({ note: "ü".repeat(200_000) });
  const { id } = await insertDelivery(endpoint, Date.now(), { body: big });
  const again = await shop.v2(`/webhooks/${endpoint.id}/deliveries/${id}/redeliver`, { method: "POST" });
  expect(again.status).toBe(200);
  await eventually(() => expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(id)]));
  const { bytes, headers } = await deliver(id);
  expect(bytes.byteLength).toBe(new TextEncoder().encode(big).byteLength);
  expect(headers["X-Service-Signature"]).toBe(await signatureOf(endpoint.secret, bytes));
});
