import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCredential, asOperator, idempotencyKey, rowsOf, v1As, v2As } from "../../kit/client";
import { FULL, inForm, itUnlessLong, randomOf } from "../../kit/form";
import { bodyOf, nameOf, pathOf } from "../../kit/requests";
import { GUARDED, send } from "./probe";
import { leaked, type Traces, tracesOf } from "./trace";
import { removeTwinMocks, type Twin, twins } from "./twins";
import { eventually } from "../../kit/eventually";

let alpha: Twin;
let beta: Twin;
let traces: readonly [Traces, Traces];

beforeAll(async () => {
  [alpha, beta] = await twins("alpha", "beta");
  traces = [await tracesOf(alpha), await tracesOf(beta)];
});
afterAll(removeTwinMocks);

/** The object with a credential's keys, limits and responses. */
const gateOf = (credentialId: number) => env.GATE.get(env.GATE.idFromName(`credential:${credentialId}`));

it("concurrent requests of two organizations in one isolate each get their own response", { tags: "long" }, async () => {
  const random = randomOf("at the same time");
  const reads = GUARDED.filter(([, { method }]) => method === "get");
  const routes = Array.from({ length: inForm({ test: 100, long: 400, full: 3000 }) }, () => reads[Math.floor(random() * reads.length)]);
  const leaks: string[] = [];
  for (let from = 0; from < routes.length; from += 30) {
    await Promise.all(
      routes.slice(from, from + 30).map(async (route, nth) => {
        if (route === undefined) return;
        const [own, others] = nth % 2 === 0 ? ([alpha, traces[1]] as const) : ([beta, traces[0]] as const);
        const response = await send(own, route, pathOf(route[1], own.ids));
        expect(response.status, nameOf(route)).toBe(200);
        leaks.push(...leaked(others, response));
      }),
    );
  }
  expect(leaks).toEqual([]);
  if (FULL) console.log(`at the same time: ${routes.length} reads of two organizations, bytes of the other ${leaks.length}`);
});

it("concurrent writes of two organizations under the same keys each get their own response", { tags: "long" }, async () => {
  const createOrder = { operationId: "createOrder", method: "post" } as (typeof GUARDED)[number][1];
  for (let round = inForm({ test: 3, long: 10, full: 50 }); round > 0; round -= 1) {
    const headers = idempotencyKey();
    const responses = await Promise.all(
      [alpha, beta, alpha, beta].map(async (own) => ({ own, response: await own.v2("/orders", { body: bodyOf(createOrder), headers }) })),
    );
    for (const { own, response } of responses) {
      expect(response.status).toBe(201);
      const [row] = await rowsOf<{ organization_id: number }>(own, "select organization_id from orders where id = ?", response.body.id);
      expect(row?.organization_id).toBe(own.id);
    }
    expect(new Set(responses.map(({ response }) => response.body.id)).size).toBe(2);
  }
});

itUnlessLong("one organization's flood, quota or revocation does not affect the other", async () => {
  const limited = { rate_limit: 120, daily_quota: 8 };
  const [alphas, betas] = [await createCredential(alpha.id, "api_key", limited), await createCredential(beta.id, "api_key", limited)];
  const first = await v1As(betas)("/me");
  expect(first.body.data.use).toMatchObject({ rate_remaining: 119, daily_remaining: 7 });
  const flood = await Promise.all(Array.from({ length: 60 }, () => v1As(alphas)("/me")));
  expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(52);
  expect((await v1As(betas)("/me")).body.data.use.daily_remaining).toBe(6);

  const [revoked, kept] = [await createCredential(alpha.id, "api_key"), await createCredential(beta.id, "api_key")];
  for (const credential of [revoked, kept]) expect((await v1As(credential)("/me")).status).toBe(200);
  await asOperator(`/organizations/${alpha.id}/credentials/${revoked.id}/revoke`, undefined);
  expect((await v1As(revoked)("/me")).status).toBe(401);
  expect((await v1As(kept)("/me")).status).toBe(200);
});

itUnlessLong("a secret authenticates only its own credential: not with the prefix, the end or the kind of another one", async () => {
  const [mine, yours] = [beta.key.secret, alpha.key.secret];
  const [start, end] = [mine.slice(0, 20), yours.slice(20)];
  for (const secret of [
    start + end,
    yours.slice(0, 20) + mine.slice(20),
    yours.toLowerCase(),
    `${yours}x`,
    yours.slice(0, -1),
    `${mine},${yours}`,
  ]) {
    expect((await v1As({ id: 0, secret })("/me")).status, secret).toBe(401);
  }
  expect((await v2As({ id: 0, secret: yours })("/me")).status).toBe(401);
  // Both at once: each surface accepts only its own kind of credential in its own header.
  const crossed = await beta.v1("/me", { headers: { Authorization: `Bearer ${alpha.token.secret}` } });
  expect(crossed.body.data.organization.id).toBe(beta.id);
});

itUnlessLong("a response stored for one credential can't be decrypted for another, even if it is copied there", async () => {
  const [key, body] = [idempotencyKey(), { category: "rent", amount: 1, date: "2026-01-31", description: alpha.word("remembered") }];
  const expense = async (of: Twin) => await of.v1("/expenses", { body, headers: key });
  const first = await expense(alpha);
  const stored = await eventually(async () => {
    const found = await runInDurableObject(gateOf(alpha.key.id), (_gate, { storage }) =>
      storage.sql
        .exec<Record<string, SqlStorageValue>>(
          "select * from idempotency_keys where key = ? and status = 201",
          key["Idempotency-Key"] ?? "",
        )
        .toArray(),
    );
    expect(found.length).toBe(1);
    return found[0] ?? {};
  });
  // The request is the same, so Beta's fingerprint matches. Only the encryption separates the responses: what can't be decrypted is a 500.
  await runInDurableObject(gateOf(beta.key.id), (_gate, { storage }) => {
    const names = Object.keys(stored);
    storage.sql.exec(
      `insert into idempotency_keys (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
      ...Object.values(stored),
    );
  });
  const response = await expense(beta);
  expect(response.status).toBe(500);
  expect(response.text).not.toContain(alpha.word("remembered"));
  expect(leaked(traces[0], response)).toEqual([]);
  expect((await expense(alpha)).text).toBe(first.text);
});

itUnlessLong("a read of one organization does not produce a 304 for the other, and no shared cache may store its response", async () => {
  for (const route of GUARDED.filter(([, { method, path }]) => method === "get" && !path.includes(":"))) {
    const etag = (await send(alpha, route, route[1].path)).headers.get("ETag") ?? "";
    expect(etag, nameOf(route)).not.toBe("");
    const response = await send(beta, route, route[1].path, { headers: { "If-None-Match": etag } });
    // Reports can be identical.
    if (!route[1].path.includes("analytics"))
      expect({ name: nameOf(route), status: response.status }).toEqual({ name: nameOf(route), status: 200 });
    expect(response.headers.get("Cache-Control")).toMatch(/^private/);
  }
});
