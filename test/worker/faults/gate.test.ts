import { abortAllDurableObjects, createExecutionContext } from "cloudflare:test";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { envUnder, type Plan } from "./crossings";
import { withFastTimers } from "./with-fast-timers";
import { type MovingClock, movingClock, PAST_LEASE } from "./moving-clock";
import { beforeResponse, injectAt, withoutFaults, type Fault, beforeCall } from "./outages";
import { responseTo, send, errorBodyOf } from "./route-fixture";
import { eventually } from "../../kit/eventually";

let clock: MovingClock;
let shop: Shop;

beforeAll(async () => {
  clock = movingClock();
  captureEnqueued();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  shop = await createShop();
});
afterEach(() => {
  hasStopped = false;
  vi.useRealTimers();
  clock.reset();
});
afterAll(() => {
  vi.restoreAllMocks();
});

const TICKET = { subject: "Late", body: "Where is it?" };
const bearer = () => ({ Authorization: `Bearer ${shop.token.secret}` });
const createTicket = (plan: Plan, key: Record<string, string>): Promise<ApiResponse> =>
  send(envUnder(plan), "/api/v2/tickets", "POST", TICKET, { ...bearer(), ...key });
const countTickets = async () => (await rows("select id from tickets where organization_id = ?", shop.id)).length;

/** Whether an object has stopped responding. */
let hasStopped = false;
const never = () => {
  hasStopped = true;
  return new Promise<never>(() => undefined);
};
const neverCalled: Fault = never;
const neverResponds: Fault = beforeResponse(never);

describe("an object that does not respond", () => {
  it.each([
    ["a read whose call does not reach it", "GET", neverCalled],
    ["a read whose call it has executed", "GET", neverResponds],
    ["a write whose call does not reach it", "POST", neverCalled],
    ["a write whose call it has executed", "POST", neverResponds],
  ] as const)("does not delay %s forever: it returns 503, nothing is written, and a retry succeeds", async (_, method, fault) => {
    const key = idempotencyKey();
    const body = method === "POST" ? TICKET : undefined;
    const request = (plan: Plan) => send(envUnder(plan), "/api/v2/tickets", method, body, { ...bearer(), ...key });
    const rowsBefore = await everythingOf(shop.id);
    const stopping = injectAt(["gate.admit"], fault);
    const response = await withFastTimers(
      () => request(stopping.plan),
      () => hasStopped,
    );
    expect({ status: response.status, retryAfter: response.headers.get("Retry-After"), body: response.body }).toEqual({
      status: 503,
      retryAfter: "1",
      body: errorBodyOf(503, response),
    });
    expect(stopping.faultCount()).toBe(1);
    expect(await everythingOf(shop.id)).toEqual(rowsBefore);
    const before = await countTickets();
    clock.jump(PAST_LEASE);
    expect((await request(withoutFaults)).status).toBeLessThan(300);
    expect((await countTickets()) - before).toBe(method === "POST" ? 1 : 0);
  });

  it("to the change of a credential leaves the credential unchanged: 503", async () => {
    const path = `/operator/organizations/${shop.id}/credentials/${shop.key.id}/revoke`;
    const revoke = async (plan: Plan) =>
      await send(envUnder(plan), path, "POST", undefined, { Authorization: "Bearer an-operator-token-for-tests-0123456789" });
    const response = await withFastTimers(
      () => revoke(injectAt(["gate.changed"], neverCalled).plan),
      () => hasStopped,
    );
    expect({ status: response.status, body: response.body }).toEqual({ status: 503, body: errorBodyOf(503, response) });
    expect((await shop.v1("/me")).status).toBe(200);
  });

  it("to the settlement of a write does not delay its response, and the retry finds what was written", async () => {
    const key = idempotencyKey();
    const before = await countTickets();
    const ctx = createExecutionContext();
    const by = envUnder(injectAt(["gate.settle"], neverCalled).plan);
    const first = await responseTo(by, ctx, "/api/v2/tickets", "POST", TICKET, { ...bearer(), ...key });
    expect(first.status).toBe(201);
    clock.jump(PAST_LEASE);
    expect((await createTicket(withoutFaults, key)).body).toEqual(first.body);
    expect(await countTickets()).toBe(before + 1);
  });
});

describe("an object that dies while other requests wait for a key", () => {
  it.each(["before", "after"] as const)(
    "%s its execution commits: each retry gets a response, and the write is made once",
    async (when) => {
      const key = idempotencyKey();
      const before = await countTickets();
      let admissionCount = 0;
      const die = async () => {
        // A request that has not called the object yet calls its successor.
        await eventually(() => expect(admissionCount).toBe(6));
        await abortAllDurableObjects();
      };
      const doomed = injectAt(["d1.write"], when === "before" ? beforeCall(die) : beforeResponse(die), 1);
      const counting: Plan = async (crossing) => {
        if (crossing.edge === "gate.admit") admissionCount += 1;
        return await doomed.plan(crossing);
      };
      const first = await Promise.all(Array.from({ length: 6 }, () => createTicket(counting, key)));
      expect(doomed.faultCount()).toBe(1);
      for (const response of first) expect([201, 409, 503], response.text).toContain(response.status);
      for (const response of first) if (response.status !== 201) expect(response.headers.get("Retry-After")).toBe("1");
      clock.jump(PAST_LEASE);
      const retries = await Promise.all(Array.from({ length: 6 }, () => createTicket(withoutFaults, key)));
      const acknowledged = [...first, ...retries].filter(({ status }) => status === 201);
      expect(retries.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
      expect(new Set(acknowledged.map(({ body }) => body.id)).size).toBe(1);
      expect(await countTickets()).toBe(before + 1);
    },
  );
});
