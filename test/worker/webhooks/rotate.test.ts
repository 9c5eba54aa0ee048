import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import { type InsertedEndpoint, insertDelivery, insertWebhookEndpoint, captureEnqueued, rowOf } from "../../kit/webhook-fixture";
import { deliveryMessage, consumeMessages, headersOf, mockReceiver, signatureOf } from "./consumer";

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 20);
let shop: Shop;
let endpoint: InsertedEndpoint;

beforeEach(async () => {
  shop = await createShop();
  captureEnqueued();
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  endpoint = await insertWebhookEndpoint(shop.id);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const rotate = (body: unknown = {}) => shop.v2(`/webhooks/${endpoint.id}/rotate-secret`, { body });

/** Makes an attempt of a delivery, which fails. Returns the names of the secrets that verify it, by the Standard Webhooks library. */
async function verifyingSecrets(deliveryId: string, attempt: number, secrets: Record<string, string>): Promise<string[]> {
  const fetched = mockReceiver(() => new Response("", { status: 500 }));
  await consumeMessages([deliveryMessage(deliveryId, attempt)]);
  const [, init] = fetched.mock.lastCall ?? [];
  const [headers, body] = [headersOf(init), new TextDecoder().decode(init?.body as Uint8Array)];
  return Object.entries(secrets).flatMap(([name, secret]) => {
    try {
      new Webhook(secret).verify(body, { ...headers, "webhook-timestamp": headers["webhook-timestamp"] ?? "" });
      return [name];
    } catch {
      return [];
    }
  });
}

/** Advances the clock to the time at which a delivery is due again. */
async function advanceToNextAttempt(id: string): Promise<void> {
  vi.setSystemTime(Number((await rowOf("deliveries", id))["next_attempt_at"]));
}

it("a rotation returns the endpoint with its new secret, once, and the time until which the old one also signs", async () => {
  const before = (await shop.v2(`/webhooks/${endpoint.id}`)).body;
  const { status, body, headers } = await rotate();
  expect({ status, cacheControl: headers.get("Cache-Control") }).toEqual({ status: 200, cacheControl: "private, no-store" });
  expect(body).toEqual({
    ...before,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    secret_hint: body.secret.slice(-4),
    updated_at: new Date(START).toISOString(),
    previous_secret_valid_until: new Date(START + 24 * HOUR_MS).toISOString(),
  });
  expect(body.secret).not.toBe(endpoint.secret);
  expect((await shop.v2(`/webhooks/${endpoint.id}`)).text).not.toContain(body.secret);
  expect(JSON.stringify(await rowOf("webhook_endpoints", endpoint.id))).not.toContain(body.secret);
});

it.each([
  [0, null],
  [0.5, 0.5],
  [168, 168],
])("a rotation accepts an overlap of %d hours", async (overlap_hours, hours) => {
  const until = hours === null ? null : new Date(START + hours * HOUR_MS).toISOString();
  expect((await rotate({ overlap_hours })).body.previous_secret_valid_until).toBe(until);
});

it.each([-1, 168.01, "24", null, Number.MAX_VALUE])("a rotation rejects an overlap of %j", async (overlap_hours) => {
  const before = await rowOf("webhook_endpoints", endpoint.id);
  const { status, body } = await rotate({ overlap_hours });
  expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: "overlap_hours" });
  expect(await rowOf("webhook_endpoints", endpoint.id)).toEqual(before);
});

it("a rotation returns 404 for an unknown endpoint", async () => {
  expect((await shop.v2("/webhooks/we_unknown/rotate-secret", { body: {} })).status).toBe(404);
});

describe("a rotation between two attempts", () => {
  it("signs the next attempt with both secrets, and X-Service-Signature with the new one, until the overlap ends (R14) (case 45)", async () => {
    const { id } = await insertDelivery(endpoint, START);
    expect(await verifyingSecrets(id, 1, { old: endpoint.secret })).toEqual(["old"]);
    const { secret } = (await rotate({ overlap_hours: 1 })).body;
    const secrets = { old: endpoint.secret, new: secret };
    await advanceToNextAttempt(id);
    expect(await verifyingSecrets(id, 2, secrets)).toEqual(["old", "new"]);
    const [, init] = vi.mocked(fetch).mock.lastCall ?? [];
    expect(headersOf(init)["X-Service-Signature"]).toBe(await signatureOf(secret, init?.body as Uint8Array<ArrayBuffer>));
    vi.setSystemTime(START + HOUR_MS);
    expect(await verifyingSecrets(id, 3, secrets)).toEqual(["new"]);
  });

  it("returns 409 for a second rotation during the overlap, in which both secrets keep signing (R14) (case 45)", async () => {
    const { id } = await insertDelivery(endpoint, START);
    const second = (await rotate({ overlap_hours: 1 })).body.secret;
    vi.setSystemTime(START + HOUR_MS - 1);
    const before = await rowOf("webhook_endpoints", endpoint.id);
    const { status, body } = await rotate();
    expect({ status, code: body.error.details[0].code }).toEqual({ status: 409, code: "rotation_running" });
    expect(await rowOf("webhook_endpoints", endpoint.id)).toEqual(before);
    expect(await verifyingSecrets(id, 1, { first: endpoint.secret, second })).toEqual(["first", "second"]);
    await advanceToNextAttempt(id);
    const third = (await rotate()).body.secret;
    expect(await verifyingSecrets(id, 2, { first: endpoint.secret, second, third })).toEqual(["second", "third"]);
  });

  it("succeeds once of 20 concurrent rotations, and the original secret keeps signing (R14) (case 45)", async () => {
    const { id } = await insertDelivery(endpoint, START);
    const responses = await Promise.all(Array.from({ length: 20 }, () => rotate()));
    const [won, ...others] = responses.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await verifyingSecrets(id, 1, { first: endpoint.secret, won: won?.body.secret })).toEqual(["first", "won"]);
  });

  it("with replaces_unseen replaces a secret that nobody received, and the current one keeps its overlap (R14) (case 45)", async () => {
    const { id } = await insertDelivery(endpoint, START);
    const second = (await rotate({ overlap_hours: 2 })).body.secret;
    vi.setSystemTime(START + HOUR_MS);
    const { secret: third, previous_secret_valid_until } = (await rotate({ replaces_unseen: true })).body;
    expect(previous_secret_valid_until).toBe(new Date(START + 2 * HOUR_MS).toISOString());
    expect(await verifyingSecrets(id, 1, { first: endpoint.secret, second, third })).toEqual(["first", "third"]);
  });

  it("without an overlap ends the old secret immediately, and one whose overlap was still running (R14) (case 45)", async () => {
    const { id } = await insertDelivery(endpoint, START);
    const second = (await rotate({ overlap_hours: 168 })).body.secret;
    const third = (await rotate({ overlap_hours: 0 })).body.secret;
    expect(await verifyingSecrets(id, 1, { first: endpoint.secret, second, third })).toEqual(["third"]);
  });

  it("applies to test events in the same way (R14)", async () => {
    const { secret } = (await rotate({ overlap_hours: 1 })).body;
    const fetched = mockReceiver();
    await shop.v2(`/webhooks/${endpoint.id}/test`, { method: "POST" });
    vi.setSystemTime(START + HOUR_MS);
    await shop.v2(`/webhooks/${endpoint.id}/test`, { method: "POST" });
    const signatures = fetched.mock.calls.map(([, init]) => headersOf(init)["webhook-signature"]?.split(" ").length);
    expect(signatures).toEqual([2, 1]);
    const [, init] = fetched.mock.lastCall ?? [];
    expect(() => new Webhook(secret).verify(new TextDecoder().decode(init?.body as Uint8Array), headersOf(init))).not.toThrow();
  });
});
