import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { app } from "../../../src/app";
import { DOCTOR_PATH, doctorToken, MAX_DOCTOR_MS } from "../../../src/platform/doctor";

/** The address to which `npm run doctor` lets a webhook be delivered (docs/spec/operator.md#doctor). */

async function send(token: string, body: string | ReadableStream): Promise<{ status: number; body: unknown }> {
  const request = new Request(`https://api.example.com${DOCTOR_PATH}${token}`, { method: "POST", body });
  const response = await app.fetch(request, env, createExecutionContext());
  return { status: response.status, body: await response.json() };
}

const valid = (ms = 60_000, secret: string = env.OPERATOR_TOKEN) => doctorToken(secret, Date.now() + ms);

it("returns what a delivery of this run has", async () => {
  expect(await send(valid(), "{}")).toMatchObject({ status: 200, body: { body: "{}" } });
});

it("does not exist for anybody else", async () => {
  for (const token of [valid(-1), valid(MAX_DOCTOR_MS + 60_000), valid(60_000, "x".repeat(40)), "NaN-x", "1", "-"]) {
    expect((await send(token, "x".repeat(20_000))).status).toBe(404);
  }
});

it("rejects a body that is too large for a delivery, and one that does not arrive", async () => {
  expect(await send(valid(), "x".repeat(16 * 1024 + 1))).toMatchObject({ status: 413, body: { error: { code: "payload_too_large" } } });
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error("The connection is lost.")) });
  expect(await send(valid(), broken)).toMatchObject({ status: 400, body: { error: { details: [{ code: "incomplete_body" }] } } });
});
