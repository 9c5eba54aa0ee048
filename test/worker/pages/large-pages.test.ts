import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { eventually } from "../../kit/eventually";
import { logOf } from "../../kit/log";
import { agentOf } from "../mcp/agent";
import { createMember } from "../console/kit";
import { claimSizes, insertMany, createOrders, textOf } from "./kit";
import { organizationD1, withOrganizationD1 } from "../../kit/databases";

/** The pause between two checks of a waiting request (src/platform/reading/byte-budget.ts). */
const POLL_MS = 25;

/** Callbacks of waiting requests, which check for free memory when they are called. */
let waiting: (() => void)[];
/** Whether waiting requests check again without being called. */
let pollsAtOnce: boolean;
let minutes = 0;
beforeEach(() => {
  [waiting, pollsAtOnce] = [[], false];
  minutes += 2;
  vi.setSystemTime(Date.parse("2026-06-01T12:00:00.000Z") + minutes * 60_000);
  const wait = globalThis.setTimeout;
  const withoutPolls = (run: () => void, ms: number) =>
    ms === POLL_MS && !pollsAtOnce ? void waiting.push(run) : wait(run, ms === POLL_MS ? 0 : ms);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(withoutPolls as unknown as typeof setTimeout);
  return () => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

const pollAll = () => {
  for (const poll of waiting.splice(0)) poll();
};

/** The database, whose second trip of each request waits until it is released. */
function heldDatabase() {
  const gate = Promise.withResolvers<void>();
  let [held, maxHeld, isBroken] = [0, 0, false];
  const forRequest = (): D1Database => {
    let trips = 0;
    const batch: D1Database["batch"] = async (statements) => {
      trips += 1;
      if (trips < 2) return await organizationD1().batch(statements);
      held += 1;
      maxHeld = Math.max(maxHeld, held);
      try {
        await gate.promise;
        if (isBroken) throw new Error("planned");
        return await organizationD1().batch(statements);
      } finally {
        held -= 1;
      }
    };
    return { prepare: (query: string) => organizationD1().prepare(query), batch } as unknown as D1Database;
  };
  return {
    forRequest,
    held: () => held,
    maxHeld: () => maxHeld,
    release: () => gate.resolve(),
    fail: () => {
      isBroken = true;
      gate.resolve();
    },
  };
}

/** Sends a read of v2 whose caller may cancel it. */
function send({ token }: Shop, database: D1Database, { path = "/orders?limit=200", signal }: { path?: string; signal?: AbortSignal } = {}) {
  const headers = { Authorization: `Bearer ${token.secret}` };
  const request = new Request(`https://api.example.com/api/v2${path}`, { headers, ...(signal && { signal }) });
  const respond = async () => {
    const context = createExecutionContext();
    const response = await app.fetch(request, withOrganizationD1(database), context);
    await waitOnExecutionContext(context);
    return response;
  };
  return respond();
}

/** Lets all waiting requests check again until they have responses. */
async function finish(sent: readonly Promise<Response>[]): Promise<number[]> {
  const responses = Promise.all(sent.map(async (response) => (await response).status));
  let isDone = false;
  void responses.finally(() => (isDone = true));
  await eventually(() => {
    pollAll();
    expect(isDone).toBe(true);
  });
  return await responses;
}

/** Organizations whose page of orders has the largest size, and whose credential is cached in the isolate. */
let [one, other]: Shop[] = [];
const shopOf = (shop: Shop | undefined): Shop => {
  if (shop === undefined) throw new Error("there is no shop");
  return shop;
};
async function aLargeShop(): Promise<Shop> {
  const shop = await createShop();
  await createOrders(shop, 4);
  await claimSizes(shop, { item_count: 2000, text_bytes: 1000 });
  return shop;
}
beforeAll(async () => {
  [one, other] = [await aLargeShop(), await aLargeShop()];
});
// Values that are cached for a minute are read again after the clock was set.
beforeEach(async () => {
  for (const shop of [one, other]) await shopOf(shop).v2("/me");
});

describe("large pages share the memory of the isolate", () => {
  it("one organization reads one of the largest at a time, and another organization can read one at the same time", async () => {
    const database = heldDatabase();
    const many = Array.from({ length: 6 }, () => send(shopOf(one), database.forRequest()));
    await eventually(() => expect({ held: database.held(), waiting: waiting.length }).toEqual({ held: 1, waiting: 5 }));
    const others = send(shopOf(other), database.forRequest());
    await eventually(() => expect(database.held()).toBe(2));
    pollAll();
    await eventually(() => expect(waiting).toHaveLength(5));
    expect(database.held()).toBe(2);
    database.release();
    expect(await finish([...many, others])).toEqual(Array.from({ length: 7 }, () => 200));
    expect(database.maxHeld()).toBe(2);
  });

  it("several smaller ones fit at the same time", async () => {
    const shop = await createShop();
    await createOrders(shop, 2);
    await claimSizes(shop, { item_count: 1000, text_bytes: 1000 });
    const database = heldDatabase();
    const sent = Array.from({ length: 5 }, () => send(shop, database.forRequest(), { path: "/orders?limit=2" }));
    // At the end of the list, the size of a page is known only if more rows follow.
    await eventually(() => expect({ held: database.held(), waiting: waiting.length }).toEqual({ held: 1, waiting: 4 }));
    // Two of these exist already.
    await createOrders(shop, 3);
    database.release();
    await finish(sent);
    await claimSizes(shop, { item_count: 700, text_bytes: 1000 });
    const again = heldDatabase();
    const more = Array.from({ length: 5 }, () => send(shop, again.forRequest(), { path: "/orders?limit=2" }));
    // Each needs memory for the three orders, one more than its page has: 2.05 MiB of the 8 MiB of an organization.
    await eventually(() => expect({ held: again.held(), waiting: waiting.length }).toEqual({ held: 3, waiting: 2 }));
    again.release();
    expect(await finish(more)).toEqual([200, 200, 200, 200, 200]);
  });

  it("a read that has checked for 5 s and found no memory returns 503 with Retry-After", async () => {
    const database = heldDatabase();
    const first = send(shopOf(one), database.forRequest());
    await eventually(() => expect(database.held()).toBe(1));
    pollsAtOnce = true;
    const polls = vi.mocked(setTimeout).mock.calls.length;
    const late = await send(shopOf(one), database.forRequest());
    const newPolls = vi
      .mocked(setTimeout)
      .mock.calls.slice(polls)
      .filter(([, ms]) => ms === POLL_MS);
    expect(newPolls).toHaveLength(1 + 5_000 / POLL_MS);
    expect({ status: late.status, retryAfter: late.headers.get("Retry-After") }).toEqual({ status: 503, retryAfter: "1" });
    expect(await late.json()).toMatchObject({ error: { code: "service_unavailable" } });
    database.release();
    expect(await finish([first])).toEqual([200]);
  });

  it("an ordinary page does not wait, and takes one trip; a large one takes two", async () => {
    const database = heldDatabase();
    const large = send(shopOf(one), database.forRequest());
    await eventually(() => expect(database.held()).toBe(1));
    const small = await createShop();
    await createOrders(small, 30);
    const line = await logOf(() => small.v2("/orders?limit=200"));
    expect({ status: line.status, d1_trips: line.d1_trips, waiting }).toEqual({ status: 200, d1_trips: 1, waiting: [] });
    database.release();
    await finish([large]);
    const twice = await logOf(() => shopOf(one).v2("/orders?limit=200"));
    expect({ status: twice.status, d1_trips: twice.d1_trips, gate_calls: twice.gate_calls }).toEqual({
      status: 200,
      d1_trips: 2,
      gate_calls: 1,
    });
  });

  it("memory is released after an error", async () => {
    const database = heldDatabase();
    const failing = send(shopOf(one), database.forRequest());
    await eventually(() => expect(database.held()).toBe(1));
    database.fail();
    expect(await finish([failing])).toEqual([500]);
    expect((await send(shopOf(one), organizationD1())).status).toBe(200);
    expect(waiting).toEqual([]);
  });

  it("memory stays reserved for the read of a caller that has disconnected, but for a minute at most", async () => {
    const database = heldDatabase();
    const caller = new AbortController();
    const disconnected = send(shopOf(one), database.forRequest(), { signal: caller.signal });
    await eventually(() => expect(database.held()).toBe(1));
    caller.abort();
    const next = send(shopOf(one), database.forRequest());
    await eventually(() => expect(waiting).toHaveLength(1));
    vi.setSystemTime(Date.now() + 61_000);
    expect(await finish([send(shopOf(one), organizationD1())])).toEqual([200]);
    database.release();
    await finish([disconnected, next]);
    expect((await send(shopOf(one), organizationD1())).status).toBe(200);
    expect(waiting).toEqual([]);
  });
});

describe("each long list is read a second time with reserved memory", () => {
  let shop: Shop;
  let order: number;
  beforeAll(async () => {
    shop = await createShop();
    ({ id: order } = await ingestOrder(shop));
    const LONG = textOf(6_000);
    const insert = async (into: string, values: string) => {
      await insertMany(200, `insert into ${into} select ?, ?, ${values} from numbers`, shop.id, order);
    };
    await insert("order_notes (organization_id, order_id, author_name, text, created_at)", `'Ann', ${LONG}, n`);
    await insert(
      `order_history (organization_id, order_id, at, "change", reason, actor_kind, actor_name)`,
      `n, 'status', ${LONG}, 'user', 'Ann'`,
    );
    await insert(
      "tickets (organization_id, order_id, number, subject, body, status, priority, created_at, updated_at)",
      `n, 'Late', ${LONG}, 'open', 'normal', n, n`,
    );
    await insertMany(
      200,
      `insert into products (organization_id, title, description, created_at, updated_at) select ?, 'Mug ' || n, ${LONG}, n, n from numbers`,
      shop.id,
    );
    await organizationD1()
      .prepare(`update order_items set comment = ${textOf(30_000)} where order_id = ?`)
      .bind(order)
      .run();
    await claimSizes(shop, { item_count: 2000, text_bytes: 8 * 1024 * 1024 });
  });

  it.each([
    ["notes", () => shop.v1(`/orders/${order}/notes?page_size=200`)],
    ["all notes", () => shop.v1(`/orders/${order}/notes`)],
    ["history of V1", () => shop.v1(`/orders/${order}/history?page_size=200`)],
    ["history of v2", () => shop.v2(`/orders/${order}/history?limit=200`)],
    ["tickets", () => shop.v2("/tickets?limit=200")],
    ["products", () => shop.v1("/products?page_size=200")],
    ["items", () => shop.v1("/orderItems?page_size=200")],
    ["orders of V1", () => shop.v1("/orders")],
    ["one order", () => shop.v2(`/orders/${order}`)],
    ["one order of V1", () => shop.v1(`/orders/${order}?include=fulfillments`)],
  ])("%s", async (_name, read) => {
    await Promise.all([shop.v1("/me"), shop.v2("/me")]);
    const line = await logOf(read);
    expect({ status: line.status, d1_trips: line.d1_trips }).toEqual({ status: 200, d1_trips: 2 });
  });

  it("an order over MCP, and a page of the console", { tags: "long" }, async () => {
    const agent = agentOf(shop.token, "?tools=all");
    await shop.v2("/me");
    expect(await logOf(() => agent.call("get_order", { order_id: order }))).toMatchObject({ d1_trips: 2 });
    const member = await createMember(shop.id, "owner");
    await member.open("/orders");
    const small = await ingestOrder(shop, { external_id: "small" });
    const [usual, large] = [await logOf(() => member.open(`/orders/${small.id}`)), await logOf(() => member.open(`/orders/${order}`))];
    // The page's three reads of the order, which are made at the same time, are made again.
    expect({ status: large.status, d1_trips: large.d1_trips }).toEqual({ status: 200, d1_trips: usual.d1_trips + 3 });
  });
});
