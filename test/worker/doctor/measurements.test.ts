import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { type Measurements, MEASUREMENTS_HEADER, OPERATOR_TOKEN_HEADER } from "../../../src/platform/doctor";
import { createCredential, createShop, orderBody, call, idempotencyKey, type Shop, v2As } from "../../kit/client";

/** The cost of a request in its response, for callers with the operator token (docs/spec/operator.md#measurements). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
  // The first request of a credential reads it.
  await shop.v2("/orders", { body: orderBody() });
});

const withToken = { [OPERATOR_TOKEN_HEADER]: env.OPERATOR_TOKEN };

function measurementsIn(headers: Headers): Measurements {
  return JSON.parse(headers.get(MEASUREMENTS_HEADER) ?? "null") as Measurements;
}

it("a response measures a write", async () => {
  const { status, headers } = await shop.v2("/orders", { body: orderBody(), headers: { ...withToken, ...idempotencyKey() } });
  expect(status).toBe(201);
  expect(measurementsIn(headers)).toMatchObject({ d1_trips: 2, gate_calls: 1, read_from: null, is_first_of_isolate: false });
  const { rows_read: rowsRead, rows_written: rowsWritten, d1_ms: d1Ms, sql_ms: sqlMs, worker_ms: workerMs } = measurementsIn(headers);
  expect([rowsRead > 0, rowsWritten > 50, d1Ms >= 0, sqlMs >= 0, workerMs >= 0]).toEqual([true, true, true, true, true]);
});

it("a response measures a replay, which writes nothing, and a replay does not repeat measurements", async () => {
  const request = { body: orderBody(), headers: { ...withToken, ...idempotencyKey() } };
  const first = await shop.v2("/orders", request);
  const second = await shop.v2("/orders", request);
  expect({ status: second.status, text: second.text }).toEqual({ status: first.status, text: first.text });
  expect(measurementsIn(first.headers).rows_written).toBeGreaterThan(50);
  expect(measurementsIn(second.headers).rows_written).toBe(0);
  const { [OPERATOR_TOKEN_HEADER]: _token, ...others } = request.headers;
  expect((await shop.v2("/orders", { ...request, headers: others })).headers.has(MEASUREMENTS_HEADER)).toBe(false);
});

it("a response names the source of a read that may come from a replica", async () => {
  const near = v2As(await createCredential(shop.id, "api_token", { reads: "nearest" }));
  expect(measurementsIn((await near("/orders", { headers: withToken })).headers).read_from).toMatch(/^(?:replica|primary)$/);
});

it("responses of every surface have measurements, also of rejected requests", async () => {
  for (const path of ["/", "/health/live", "/orders", "/api/v2/orders", "/operator/databases", "/in/nothing"]) {
    const { headers } = await call(path, { headers: withToken });
    expect({ path, gate_calls: measurementsIn(headers).gate_calls }).toEqual({ path, gate_calls: 0 });
  }
});

it("a response has no measurements without the operator token", async () => {
  for (const headers of [
    {},
    { [OPERATOR_TOKEN_HEADER]: "" },
    { [OPERATOR_TOKEN_HEADER]: `${env.OPERATOR_TOKEN}x` },
    { [OPERATOR_TOKEN_HEADER]: shop.token.secret },
  ]) {
    expect((await shop.v2("/orders", { headers })).headers.has(MEASUREMENTS_HEADER)).toBe(false);
  }
});
