import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { createShop, idempotencyKey, rows, ingestOrder } from "../../kit/client";

it("a body that breaks off is an error of the caller: 400, nothing is written, and its key stays free", async () => {
  const shop = await createShop();
  const { id } = await ingestOrder(shop);
  const headers = { "x-api-key": shop.key.secret, "Content-Type": "application/json", ...idempotencyKey() };
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      if (pulled === 1) controller.enqueue(new TextEncoder().encode('{"content":'));
      else controller.error(new Error("The caller has hung up."));
    },
  });
  const path = `https://api.example.com/orders/${id}/notes`;
  const broken = await app.fetch(new Request(path, { method: "POST", headers, body }), env, createExecutionContext());
  expect({ status: broken.status, details: (await broken.json<{ error: { details: unknown[] } }>()).error.details }).toEqual({
    status: 400,
    details: [{ path: "", code: "incomplete_body", message: "The body is incomplete." }],
  });
  expect(await rows("select count(*) as n from order_notes where order_id = ?", id)).toEqual([{ n: 0 }]);
  const whole = new Request(path, { method: "POST", headers, body: '{"content":"Ring twice."}' });
  expect((await app.fetch(whole, env, createExecutionContext())).status).toBe(201);
});

it("a body without a stated length is read up to the limit and no further: 413", async () => {
  const shop = await createShop();
  const { id } = await ingestOrder(shop);
  const headers = { "x-api-key": shop.key.secret, "Content-Type": "application/json", ...idempotencyKey() };
  const chunk = new TextEncoder().encode(" ".repeat(64 * 1024));
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(chunk);
      if (pulled === 64) controller.close();
    },
  });
  const request = new Request(`https://api.example.com/orders/${id}/notes`, { method: "POST", headers, body });
  const rejected = await app.fetch(request, env, createExecutionContext());
  expect({ status: rejected.status, code: (await rejected.json<{ error: { code: string } }>()).error.code }).toEqual({
    status: 413,
    code: "payload_too_large",
  });
  // The limit of 1 MiB is 16 chunks. One more exceeds it, and another one or two may be waiting.
  expect(pulled).toBeGreaterThan(16);
  expect(pulled).toBeLessThan(20);
});
