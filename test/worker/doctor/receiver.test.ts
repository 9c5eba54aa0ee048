import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { DOCTOR_PATH, doctorToken, MAX_DOCTOR_MS } from "../../../src/platform/doctor";
import { createShop, call, type Shop } from "../../kit/client";

/** The address to which only the doctor can have a webhook delivered (docs/spec/operator.md#doctor). */

const NOW = Date.parse("2026-11-27T10:00:00.000Z");
const HOST = "https://api.example.com";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(() => {
  vi.setSystemTime(NOW);
});
afterEach(() => {
  vi.useRealTimers();
});

const OTHER_OPERATOR_TOKEN = "another-operator-token-for-tests-0123456789";

const valid = doctorToken(env.OPERATOR_TOKEN, NOW + 60_000);
/** Invalid tokens. The first 13 characters of a token are the time of its end. */
const WRONG = {
  "of another secret": doctorToken(OTHER_OPERATOR_TOKEN, NOW + 60_000),
  "whose time is over": doctorToken(env.OPERATOR_TOKEN, NOW),
  "that would be valid for too long": doctorToken(env.OPERATOR_TOKEN, NOW + MAX_DOCTOR_MS),
  "with a later time": `${NOW + 61_000}${valid.slice(13)}`,
  "with more at its end": `${valid}0`,
  "without a signature": String(NOW + 60_000),
  "that is no time": `NaN${valid.slice(13)}`,
  "that is short": "1",
  "that is only a hyphen": "-",
};

const post = async (token: string, body = "{}") =>
  await exports.default.fetch(`${HOST}${DOCTOR_PATH}${token}`, {
    method: "POST",
    body,
    headers: { "webhook-id": "evt_1", "webhook-timestamp": "1", "webhook-signature": "v1,abc" },
  });

it("the doctor's address returns what it received", async () => {
  const response = await post(valid, '{"event":"order.created"}');
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 200,
    body: {
      headers: { "webhook-id": "evt_1", "webhook-timestamp": "1", "webhook-signature": "v1,abc" },
      body: '{"event":"order.created"}',
    },
  });
});

it("the doctor's address rejects a body that is too large", async () => {
  expect((await post(valid, "x".repeat(16 * 1024))).status).toBe(200);
  const response = await post(valid, "x".repeat(16 * 1024 + 1));
  expect([response.status, await response.json()]).toMatchObject([413, { error: { code: "payload_too_large" } }]);
});

it("the doctor's address rejects an incomplete body", async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error("The connection is lost.")) });
  // Not through the runtime, which would end the body instead of failing it.
  const request = new Request(`${HOST}${DOCTOR_PATH}${valid}`, { method: "POST", body: broken });
  const response = await app.fetch(request, env, createExecutionContext());
  expect([response.status, await response.json()]).toMatchObject([400, { error: { details: [{ code: "incomplete_body" }] } }]);
});

it.each(Object.entries(WRONG))("the doctor's address returns 404 for a token %s, whatever the body", async (_which, token) => {
  for (const body of ["{}", "x".repeat(20_000)]) expect((await post(token, body)).status).toBe(404);
});

it("the doctor's address returns 405 to GET", async () => {
  expect((await call(DOCTOR_PATH + valid)).status).toBe(405);
});

const register = async (url: string) => await shop.v2("/webhooks", { body: { url, events: ["order.created"] } });

it("the doctor's address can be the URL of a webhook although it is on the service's own host", async () => {
  expect((await register(`${HOST}${DOCTOR_PATH}${valid}`)).status).toBe(201);
});

it.each([...Object.values(WRONG).map((token) => DOCTOR_PATH + token), "/", `/in/${valid}`, `/x${DOCTOR_PATH}${valid}`])(
  "%s on the service's own host is rejected as the URL of a webhook",
  async (path) => {
    const { status, body } = await register(HOST + path);
    expect({ status, details: body.error.details }).toEqual({
      status: 400,
      details: [expect.objectContaining({ path: "url", message: "Expected a host other than this service." })],
    });
  },
);
