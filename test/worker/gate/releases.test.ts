import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import type { AdmitRequest, ClaimRequest } from "../../../src/platform/gate/admission";
import { Gate } from "../../../src/entrypoints/gate";
import type { AdmitRequest as PreviousRequest, ClaimRequest as PreviousClaim } from "../../fixtures/previous-gate/admission";
import { PreviousGate } from "../../fixtures/previous-gate/gate";
import { createCredential, createShop, idempotencyKey, rowsOf, type Shop } from "../../kit/client";
import { type Calls, gatesWithChangedArguments, gatesOf, missingMethodError } from "../../kit/gates-of-release";
import { createMember, ORIGIN, type Visitor } from "../console/kit";
import { send } from "../faults/route-fixture";
import { claimSizes, createOrders } from "../pages/kit";

/**
 * During a deployment, Workers and objects of two releases call each other (CONTRIBUTING.md#change-the-gate). The previous release of the gate is
 * test/fixtures/previous-gate.
 */

/**
 * These two compile only if each release understands the calls and the results of the other. An object may have methods that the older
 * one lacks.
 */
export const newServesOld = (gate: Calls<Gate>): Calls<PreviousGate> => gate;
export const oldServesNew = (gate: Calls<PreviousGate>): Pick<Calls<Gate>, keyof Calls<PreviousGate>> => gate;

/** The claim that the Worker of the previous release sends, without the newer fields. */
const previousClaim = ({ idempotency, writes }: ClaimRequest): PreviousClaim => ({
  idempotency: idempotency && { key: idempotency.key, fingerprint: idempotency.fingerprint, mayClaim: idempotency.mayClaim },
  writes,
});
function previousCall(method: string, args: unknown[]): unknown[] {
  if (method === "claim") return [previousClaim(args[0] as ClaimRequest)];
  if (method !== "admit") return args;
  const { credentialId, database, isReplacement, version, isRefreshed, rateLimit, dailyQuota, reads, claim } = args[0] as AdmitRequest;
  const limits = { rateLimit, dailyQuota, reads };
  const request: PreviousRequest = { credentialId, database, isReplacement, version, isRefreshed, ...limits, claim: previousClaim(claim) };
  return [request];
}

let shop: Shop;
let viewer: Visitor;
beforeAll(async () => {
  for (const stream of ["log", "error"] as const) vi.spyOn(console, stream).mockReturnValue();
  shop = await createShop();
  viewer = await createMember(shop.id, "viewer");
  await createOrders(shop, 3);
  // Each order is a part of its own, so that a file takes several reads.
  await claimSizes(shop, { item_count: 4000 });
});

interface Sent {
  secret: string;
  key?: Record<string, string>;
  /** Ignored fields. A large body is claimed only after it was read. */
  more?: object;
}

const createTicket = async (GATE: Env["GATE"], { secret, key = {}, more = {} }: Sent) => {
  const headers = { Authorization: `Bearer ${secret}`, ...key };
  return await send({ ...env, GATE }, "/api/v2/tickets", "POST", { subject: "Late", body: "Where?", ...more }, headers);
};
const LARGE = { padding: "x".repeat(70_000) };
const listTickets = async (GATE: Env["GATE"], { secret }: Sent) =>
  await send({ ...env, GATE }, "/api/v2/tickets", "GET", undefined, { Authorization: `Bearer ${secret}` });
const count = async () => (await rowsOf(shop, "select 1 from tickets where organization_id = ?", shop.id)).length;

/** A page of the console. Resolves with its first byte. */
async function open(GATE: Env["GATE"], path: string): Promise<{ response: Response; end: () => Promise<void> }> {
  const context = createExecutionContext();
  const request = new Request(`${ORIGIN}/console/${shop.id}${path}`, { headers: { Cookie: viewer.cookie } });
  const response = await app.fetch(request, { ...env, GATE }, context);
  return { response, end: async () => await waitOnExecutionContext(context) };
}

describe.each([
  ["the new Worker and an old object", () => gatesOf(PreviousGate)],
  ["the old Worker's calls and a new object", () => gatesWithChangedArguments(previousCall)],
])("%s", (_, gatesNow) => {
  it.each([{}, LARGE])("create once under a key, and replay the response", async (more) => {
    const [gates, sent] = [gatesNow(), { secret: (await createCredential(shop.id, "api_token")).secret, key: idempotencyKey(), more }];
    const before = await count();
    const first = await createTicket(gates, sent);
    const again = await createTicket(gates, sent);
    expect({
      firstStatus: first.status,
      againStatus: again.status,
      text: again.text,
      idempotentReplayed: again.headers.get("Idempotent-Replayed"),
    }).toEqual({ firstStatus: 201, againStatus: 201, text: first.text, idempotentReplayed: "true" });
    expect((await count()) - before).toBe(1);
  });

  it("enforce the limits", async () => {
    const { secret } = await createCredential(shop.id, "api_token", { daily_quota: 2 });
    const gates = gatesNow();
    const responses = [await listTickets(gates, { secret }), await listTickets(gates, { secret }), await listTickets(gates, { secret })];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(responses[2]?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("let one export of a member run at a time", async () => {
    const gates = gatesNow();
    const first = await open(gates, "/orders.csv");
    expect((await open(gates, "/orders.csv")).response.status).toBe(429);
    expect((await first.response.text()).match(/\r\n/g)).toHaveLength(4);
    await first.end();
    const next = await open(gates, "/orders.csv");
    expect(next.response.status).toBe(200);
    await next.response.text();
    await next.end();
  });

  it("reject a credential once it is revoked", async () => {
    const credential = await createCredential(shop.id, "api_token");
    const gates = gatesNow();
    expect((await listTickets(gates, credential)).status).toBe(200);
    const operator = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };
    const path = `/operator/organizations/${shop.id}/credentials/${credential.id}/revoke`;
    const revoked = await send({ ...env, GATE: gates }, path, "POST", undefined, operator);
    expect(revoked.status).toBeLessThan(300);
    expect((await listTickets(gates, credential)).status).toBe(401);
  });
});

describe("an object that is restarted with the other release between a write and its replay", () => {
  it.each([
    ["new", PreviousGate, Gate],
    ["old, as after a rollback", Gate, PreviousGate],
  ])("is %s, and replays the write", async (_, Before, After) => {
    const sent = { secret: (await createCredential(shop.id, "api_token")).secret, key: idempotencyKey() };
    const first = await createTicket(gatesOf(Before), sent);
    const again = await createTicket(gatesOf(After), sent);
    expect({
      firstStatus: first.status,
      againStatus: again.status,
      text: again.text,
      idempotentReplayed: again.headers.get("Idempotent-Replayed"),
    }).toEqual({ firstStatus: 201, againStatus: 201, text: first.text, idempotentReplayed: "true" });
  });
});

describe("a method that the object does not have yet", () => {
  it("fails like that of the stand-in", async () => {
    const stub = env.GATE.getByName("releases:none") as unknown as Record<string, () => Promise<unknown>>;
    await expect(async () => await stub["nothing"]?.()).rejects.toThrow(missingMethodError("nothing").message);
  });

  it.each(["admit", "claim"])("counts as an unreachable object: %s returns 503, and nothing is written", async (method) => {
    const { secret } = await createCredential(shop.id, "api_token");
    const before = await count();
    const response = await createTicket(gatesOf(PreviousGate, [method]), { secret, key: idempotencyKey(), more: LARGE });
    expect({ status: response.status, retryAfter: response.headers.get("Retry-After") }).toEqual({ status: 503, retryAfter: "1" });
    expect((await count()) - before).toBe(0);
  });

  it("returns 503 in the console too", async () => {
    const { response } = await open(gatesOf(PreviousGate, ["visit"]), "/orders");
    expect({ status: response.status, retryAfter: response.headers.get("Retry-After") }).toEqual({ status: 503, retryAfter: "1" });
  });

  it("loses no write whose end is not reported to the gate", async () => {
    const sent = { secret: (await createCredential(shop.id, "api_token")).secret, key: idempotencyKey() };
    const before = await count();
    expect((await createTicket(gatesOf(PreviousGate, ["settle"]), sent)).status).toBe(201);
    expect((await count()) - before).toBe(1);
  });
});
