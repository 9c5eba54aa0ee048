import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LATE_WRITES_MS, OLD_COPY_MS } from "../../../src/tenants/move/move.sql";
import { orderBody, createShop, call, directoryRows, idempotencyKey, rows, ingestOrder } from "../../kit/client";
import { inForm } from "../../kit/form";
import { eventually } from "../../kit/eventually";
import { operate } from "../access/kit";
import { inDatabase } from "../databases/in-database";
import { responsesOf, aFullShop, indexedIn, interruptibleBindings, move, rowsIn } from "./kit";

/** Moving an organization to another database (docs/design/moving.md). */

/** By then, a move no longer waits for late writes. */
const AFTER_LATE_WRITES_MS = LATE_WRITES_MS + 100_000;
/** By then, the old copy is due to be deleted. */
const AFTER_OLD_COPY_MS = OLD_COPY_MS + 86_400_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a move", () => {
  it("copies every row, count and search word, and no response changes", { tags: "long" }, async () => {
    const shop = await aFullShop();
    const [before, responses, words] = [await rowsIn(0, shop.id), await responsesOf(shop), await indexedIn(0, shop.id)];
    for (const [table, found] of Object.entries(before)) expect(found.length, table).toBeGreaterThan(0);
    for (const found of words) expect(found).not.toEqual([]);
    expect(await move(shop.id)).toBe("moved");
    expect(await rows("select database from organizations where id = ?", shop.id)).toEqual([{ database: 1 }]);
    expect(await rowsIn(1, shop.id)).toEqual(before);
    expect(await indexedIn(1, shop.id)).toEqual(words);
    expect(await responsesOf(shop)).toEqual(responses);
  });

  it("copies rows that are written between any two of its batches", { tags: "long" }, async () => {
    // The long form writes before each batch.
    const step = inForm({ test: 9, long: 1, full: 1 });
    const shop = await aFullShop();
    const expense = { category: "rent", amount: 1, date: "2026-01-31" };
    let expenseId = 0;
    const latest = { name: "", deletedExpense: 0 };
    /** Other writes: changed, added and deleted rows. */
    const others: ((nth: number) => Promise<unknown>)[] = [
      async (nth) => {
        const { status, body } = await shop.v2(`/orders/${shop.ids["orders.id"]}`, {
          method: "PATCH",
          body: { customer_name: `Name ${nth}` },
        });
        if (status === 200) latest.name = body.customer_name;
      },
      async () => (expenseId = (await shop.v1("/expenses", { body: expense, headers: idempotencyKey() })).body.data?.id ?? 0),
      async () => {
        if ((await shop.v1(`/expenses/${expenseId}`, { method: "DELETE" })).status === 200) latest.deletedExpense = expenseId;
      },
      async (nth) => await shop.v1("/products", { body: { title: `Mug ${nth}`, sku: `M-${nth}`, price: 1 }, headers: idempotencyKey() }),
      async (nth) => await shop.v2("/tickets", { body: { subject: `Ticket ${nth}`, body: "Where is it?" } }),
    ];
    const orders: number[] = [];
    const rejected: number[] = [];
    let isWriting = false;
    const bindings = interruptibleBindings(async (batch, when) => {
      if (isWriting || when === "after" || batch % step > 0) return;
      isWriting = true;
      const response = await shop.v2("/orders", { body: orderBody({ external_id: `between-${batch}` }), headers: idempotencyKey() });
      if (response.status === 201) orders.push(response.body.id);
      else rejected.push(response.status);
      await others[batch % others.length]?.(batch);
      isWriting = false;
    });
    await eventually(async () => expect(await move(shop.id, bindings)).toBe("moved"));
    // Only while the source is closed.
    expect(new Set(rejected)).toEqual(new Set([503]));
    // Only lower bounds: this move has hundreds of batches.
    expect(orders.length).toBeGreaterThan(inForm({ test: 8, long: 30, full: 30 }));
    for (const id of orders) expect((await shop.v2(`/orders/${id}`)).status).toBe(200);
    expect((await shop.v2(`/orders/${shop.ids["orders.id"]}`)).body.customer_name).toBe(latest.name);
    expect(latest.deletedExpense).toBeGreaterThan(0);
    expect((await shop.v1(`/expenses/${latest.deletedExpense}`)).status).toBe(404);
    const [copied, sourceRows] = [await rowsIn(1, shop.id), await rowsIn(0, shop.id)];
    // The move itself is in the audit log of the directory.
    for (const [table, found] of Object.entries({ ...sourceRows, audit_log: [] }))
      expect(copied[table]?.length, table).toBeGreaterThanOrEqual(found.length);
    const idsIn = (all: Record<string, unknown[]>) => (all["orders"] as { id: number }[]).map(({ id }) => id);
    expect(idsIn(copied)).toEqual(expect.arrayContaining(idsIn(sourceRows)));
    expect((await shop.v1("/orders?page_size=1")).body.meta.pagination.total).toBe(idsIn(copied).length);
  });

  it("keeps the event feed in order and without gaps", { tags: "long" }, async () => {
    const shop = await createShop({ database: 0 });
    const [first] = [await ingestOrder(shop), await ingestOrder(shop)];
    const page = await shop.v2("/events?limit=1");
    await move(shop.id);
    const last = await ingestOrder(shop);
    const rest = await shop.v2(`/events?cursor=${encodeURIComponent(page.body.next_cursor)}`);
    const orderIds = [...page.body.data, ...rest.body.data].map((event: { order_id: number }) => event.order_id);
    expect(orderIds).toEqual([first.id, first.id + 1, last.id]);
  });

  it("replays the responses of earlier keys, and executes no write twice", { tags: "long" }, async () => {
    const shop = await createShop({ database: 0 });
    const [headers, body] = [idempotencyKey(), orderBody()];
    const first = await shop.v2("/orders", { body, headers });
    await move(shop.id);
    const again = await shop.v2("/orders", { body, headers });
    expect({ id: again.body.id, idempotentReplayed: again.headers.get("Idempotent-Replayed") }).toEqual({
      id: first.body.id,
      idempotentReplayed: "true",
    });
    expect((await shop.v1("/orders?page_size=1")).body.meta.pagination.total).toBe(1);
  });

  it("is in the audit log of the organization", { tags: "long" }, async () => {
    const shop = await createShop({ database: 0 });
    await move(shop.id);
    const log = await directoryRows(
      "select action, details from audit_log where organization_id = ? and action = 'organization.moved'",
      shop.id,
    );
    expect(log).toEqual([{ action: "organization.moved", details: '{"database":{"from":0,"to":1}}' }]);
  });
});

describe("the operator", () => {
  it.each([
    ["a database that does not exist", 3, 400, "unknown_database"],
    ["a negative number", -1, 400, "too_small"],
    // The numbers of events must grow, so an organization moves only to a later database.
    ["the database where the organization is", 1, 400, "lower_database"],
    ["a lower database", 0, 400, "lower_database"],
  ])("cannot move an organization to %s", async (_what, database, status, code) => {
    const shop = await createShop({ database: 1 });
    const response = await operate("POST", `${shop.id}/move`, { database });
    expect({ status: response.status, code: response.body.error.details[0].code }).toEqual({ status, code });
  });

  it("gets a number of events of the last hour that the numbers of moved events do not inflate", { tags: "long" }, async () => {
    const shop = await createShop({ database: 0 });
    await ingestOrder(shop);
    await move(shop.id);
    await ingestOrder(shop);
    const { body } = await call("/operator/databases", { headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` } });
    const counts = (body.data as { events_last_hour: number }[]).map(({ events_last_hour }) => events_last_hour);
    // The count is a difference of numbers. Those of different databases differ by 2^40.
    expect(Math.max(...counts)).toBeLessThan(10_000);
  });

  it("gets the progress of a move", { tags: "long" }, async () => {
    const shop = await createShop({ database: 0 });
    expect((await operate("GET", `${shop.id}/move`)).status).toBe(404);
    await move(shop.id);
    expect((await operate("GET", `${shop.id}/move`)).body).toMatchObject({ from: 0, to: 1, step: "moved", problem: null });
    // Requesting the same move again changes nothing.
    expect((await operate("POST", `${shop.id}/move`, { database: 1 })).body).toMatchObject({ from: 0, to: 1, step: "moved" });
  });
});

it("the old copy is deleted after a week, and nothing else", { tags: "long" }, async () => {
  const [shop, other] = [await aFullShop(), await aFullShop()];
  const otherRows = await rowsIn(0, other.id);
  await move(shop.id);
  const moved = await rowsIn(1, shop.id);
  const movedAt = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: movedAt + AFTER_LATE_WRITES_MS });
  expect(await move(shop.id)).toBe("settled");
  vi.setSystemTime(movedAt + 7 * 86_400_000 - 60_000);
  expect(await move(shop.id)).toBe("settled");
  expect(await rowsIn(0, shop.id)).toMatchObject({ orders: moved["orders"] });
  vi.setSystemTime(movedAt + AFTER_OLD_COPY_MS);
  expect(await move(shop.id)).toBe("done");
  vi.useRealTimers();
  const remainingRows = await rowsIn(0, shop.id);
  const actions = async () =>
    (await directoryRows<{ action: string }>("select action from audit_log where organization_id = ?", shop.id)).map(
      ({ action }) => action,
    );
  // Control data writes to these two tables of the directory too, so all write markers and the entries that were not copied stay there.
  expect(await actions()).toEqual(["organization.moved"]);
  for (const [table, found] of Object.entries(remainingRows))
    if (!["audit_log", "write_markers"].includes(table)) expect(found, table).toEqual([]);
  expect(await indexedIn(0, shop.id)).toEqual([[], [], []]);
  expect(await rowsIn(1, shop.id)).toEqual(moved);
  expect(await rowsIn(0, other.id)).toEqual(otherRows);
  const triggers = await env.DB.prepare("select name from sqlite_schema where type = 'trigger' and name glob ?")
    .bind(`*_${shop.id}_*`)
    .all();
  expect(triggers.results).toEqual([]);
});

it("an organization can move on to a third database", { tags: "long" }, async () => {
  const shop = await aFullShop();
  await move(shop.id);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + AFTER_OLD_COPY_MS });
  let step = await move(shop.id);
  for (let tries = 0; step !== "done" && tries < 10; tries += 1) step = await move(shop.id);
  expect(step).toBe("done");
  const responses = await responsesOf(shop);
  expect((await operate("POST", `${shop.id}/move`, { database: 2 })).body).toMatchObject({ from: 1, to: 2, step: "moved" });
  expect(await responsesOf(shop)).toEqual(responses);
  vi.setSystemTime(Date.now() + AFTER_OLD_COPY_MS);
  expect((await operate("POST", `${shop.id}/move`, { database: 2 })).body.step).toBe("done");
  for (const [table, found] of Object.entries(await rowsIn(1, shop.id))) expect(found, table).toEqual([]);
  expect(await inDatabase(1, "select 1 from organizations where id = ?", shop.id)).toEqual([]);
  // Database 2 assigns the ids from there.
  expect((await ingestOrder(shop)).id).toBeGreaterThan(2 * 2 ** 40);
});
