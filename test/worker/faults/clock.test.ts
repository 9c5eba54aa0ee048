import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiResponse, createCredential, createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { envUnder, type Plan } from "./crossings";
import { DAY_MS, HOUR_MS, MINUTE_MS, type MovingClock, movingClock, PAST_LEASE, SECOND_MS } from "./moving-clock";
import { beforeResponse, responseLost, injectAt, withoutFaults, beforeCall } from "./outages";
import { send } from "./route-fixture";
import { sampleOf } from "./some";

let clock: MovingClock;
let shop: Shop;

beforeAll(() => {
  clock = movingClock();
  captureEnqueued();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
beforeEach(async () => {
  shop = await createShop();
});
afterEach(() => clock.reset());
afterAll(() => {
  vi.restoreAllMocks();
});

const TICKET = { subject: "Late", body: "Where is it?" };
const bearer = () => ({ Authorization: `Bearer ${shop.token.secret}` });
const createTicket = async (plan: Plan, key: Record<string, string>): Promise<ApiResponse> => {
  const response = await send(envUnder(plan), "/api/v2/tickets", "POST", TICKET, { ...bearer(), ...key });
  // No wait that is returned to a caller is negative.
  for (const [, seconds] of (response.headers.get("RateLimit") ?? "").matchAll(/t=([^;,]+)/g)) expect(seconds).toMatch(/^\d+$/);
  return response;
};
const countTickets = async () => (await rows("select id from tickets where organization_id = ?", shop.id)).length;
const countEvents = async () => (await rows("select id from events where organization_id = ?", shop.id)).length;
const replayed = ({ headers }: ApiResponse) => headers.get("Idempotent-Replayed");

const FORWARD = [MINUTE_MS, HOUR_MS, 25 * HOUR_MS, 2 * DAY_MS];
const BACK = FORWARD.map((ms) => -ms);
const JUMPS = [...sampleOf("clock forward", FORWARD, 1), ...sampleOf("clock back", BACK, 2)];
const named = (jumps: readonly number[]) => jumps.map((ms) => [`${ms / MINUTE_MS} min`, ms] as const);

describe.each(named(JUMPS))("the clock jumps by %s", (_, ms) => {
  it("between the admission and the commit: nothing is committed if the lease may have expired, and with the retry the change is made once", async () => {
    const key = idempotencyKey();
    const first = await createTicket(
      injectAt(
        ["gate.admit"],
        beforeResponse(() => clock.jump(ms)),
      ).plan,
      key,
    );
    expect([first.status, await countTickets()]).toEqual(ms > 0 ? [503, 0] : [201, 1]);
    const retry = await createTicket(withoutFaults, key);
    expect({ status: retry.status, tickets: await countTickets(), events: await countEvents() }).toEqual({
      status: 201,
      tickets: 1,
      events: 1,
    });
  });

  it("between the commit and the settlement: the retry is a replay", async () => {
    const key = idempotencyKey();
    const first = await createTicket(
      injectAt(
        ["gate.settle"],
        beforeCall(() => clock.jump(ms)),
      ).plan,
      key,
    );
    expect(first.status).toBe(201);
    const retry = await createTicket(withoutFaults, key);
    expect({ text: retry.text, replayed: replayed(retry), tickets: await countTickets() }).toEqual({
      text: first.text,
      replayed: "true",
      tickets: 1,
    });
  });

  it("after an admission that was lost: the key is held for at most a minute and a half", async () => {
    const key = idempotencyKey();
    expect((await createTicket(injectAt(["gate.admit"], responseLost, 1).plan, key)).status).toBe(503);
    clock.jump(ms);
    clock.jump(3 * PAST_LEASE);
    expect({ status: (await createTicket(withoutFaults, key)).status, tickets: await countTickets() }).toEqual({ status: 201, tickets: 1 });
  });

  it("and back between a commit whose response was lost and its retry: the change is made once", async () => {
    const key = idempotencyKey();
    expect((await createTicket(injectAt(["d1.write"], responseLost).plan, key)).status).toBe(503);
    clock.jump(ms);
    // Another request is processed meanwhile.
    expect((await createTicket(withoutFaults, idempotencyKey())).status).toBe(201);
    clock.jump(-ms);
    const retry = await createTicket(withoutFaults, key);
    expect({ status: retry.status, tickets: await countTickets(), events: await countEvents() }).toEqual({
      status: 201,
      tickets: 2,
      events: 2,
    });
  });

  it("and back: a credential that has used up its burst under the other clock is admitted again within a minute", async () => {
    // A limit of 24 per minute allows two in one second, so the third one is limited, or at the latest the 25th.
    const token = await createCredential(shop.id, "api_token", { rate_limit: 24 });
    const read = async () =>
      await send(envUnder(withoutFaults), "/api/v2/stores", "GET", undefined, { Authorization: `Bearer ${token.secret}` });
    clock.jump(ms);
    const statuses: number[] = [];
    while (statuses.length < 25 && statuses.at(-1) !== 429) statuses.push((await read()).status);
    expect({ first: statuses.slice(0, 2), last: statuses.at(-1) }).toEqual({ first: [200, 200], last: 429 });
    clock.jump(-ms);
    // Requests under the other clock may count for as long as they would have.
    clock.jump(MINUTE_MS + SECOND_MS);
    expect((await read()).status).toBe(200);
  });

  it("between pages: each order and each event is on exactly one of them", async () => {
    const taken: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      taken.push((await shop.v2("/orders", { body: { store: "gift", items: [{ name: "Mug", price: 1 }] } })).body.id);
      clock.jump(ms);
    }
    expect(await readPages("/orders", "id", ms)).toEqual(taken.toSorted((a, b) => a - b));
    // Each order has one event.
    expect(await readPages("/events", "order_id", ms)).toEqual(taken.toSorted((a, b) => a - b));
  });
});

/** Reads a list with one row per page. The clock jumps there and back between the pages. */
async function readPages(path: string, field: string, ms: number): Promise<unknown[]> {
  const found: number[] = [];
  let cursor = "";
  for (let page = 0; page < 10; page += 1) {
    const response = await shop.v2(`${path}?limit=1${cursor}`);
    expect(response.status, response.text).toBe(200);
    found.push(...response.body.data.map((one: Record<string, unknown>) => one[field]));
    if (response.body.has_more === false) break;
    cursor = `&cursor=${response.body.next_cursor}`;
    clock.jump(page % 2 === 0 ? ms : -ms);
  }
  return found.toSorted((a, b) => a - b);
}

describe("an idempotency key", () => {
  it.each(named([MINUTE_MS, HOUR_MS, 23 * HOUR_MS]))("is valid for 24 h: %s later the retry is a replay", async (_, ms) => {
    const key = idempotencyKey();
    const first = await createTicket(withoutFaults, key);
    const rowsBefore = await everythingOf(shop.id);
    clock.jump(ms);
    const retry = await createTicket(withoutFaults, key);
    expect({ text: retry.text, replayed: replayed(retry) }).toEqual({ text: first.text, replayed: "true" });
    expect(await everythingOf(shop.id)).toEqual(rowsBefore);
  });

  it.each(named([25 * HOUR_MS, 2 * DAY_MS]))("is free again after that, as documented: %s later it is a new operation", async (_, ms) => {
    const key = idempotencyKey();
    const first = await createTicket(withoutFaults, key);
    clock.jump(ms);
    const second = await createTicket(withoutFaults, key);
    expect({ status: second.status, replayed: replayed(second), tickets: await countTickets() }).toEqual({
      status: 201,
      replayed: null,
      tickets: 2,
    });
    expect(second.body.id).not.toBe(first.body.id);
  });
});
