import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AdmitRequest } from "../../../src/platform/gate/admission";
import { type ApiResponse, aShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { anExpense, eventsOf, expenseOf, record } from "./kit";
import { EVERY_TRY, loseBatch } from "../../kit/lost-batch";

let shop: Shop;
beforeEach(async () => {
  shop = await aShop();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

type Headers = Record<string, string>;

const create = (headers: Headers, fields: Record<string, unknown> = {}) =>
  shop.v1("/expenses", { body: anExpense({ store_id: "gift", employee_name: "Ann", ...fields }), headers });
const bulk = (headers: Headers, count = 20) =>
  shop.v1("/expenses/bulk", { body: { expenses: Array.from({ length: count }, () => anExpense({ bhxh_type: "both" })) }, headers });
const update = (id: number, headers: Headers, amount = 7) => shop.v1(`/expenses/${id}`, { method: "PUT", body: { amount }, headers });

/** What this organization has: expenses with their versions, events, markers. */
async function written(): Promise<unknown> {
  return await Promise.all([
    rows("select id, version, amount from expenses where organization_id = ? order by id", shop.id),
    eventsOf(shop),
    rows("select operation_id from write_markers where organization_id = ? order by 1", shop.id),
  ]);
}

/** Loses every settlement, as a process does that dies after its commit. */
function dieBeforeSettle(): void {
  const gates = env.GATE.getByName.bind(env.GATE);
  vi.spyOn(env.GATE, "getByName").mockImplementation((name) => {
    const admit = (request: AdmitRequest) => gates(name).admit(request);
    const settle = () => Promise.reject(new Error("killed before settle"));
    return { admit, settle } as unknown as ReturnType<typeof gates>;
  });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
}

/** The object forgets its memory and the dead execution's lease ends. */
async function comeBack(): Promise<void> {
  vi.restoreAllMocks();
  await evictDurableObject(env.GATE.getByName(`credential:${shop.key.id}`));
  vi.setSystemTime(Date.now() + 31_000);
}

const replayed = ({ headers }: ApiResponse) => headers.get("Idempotent-Replayed");

interface Write {
  what: string;
  send: (headers: Headers) => Promise<ApiResponse>;
  /** Expenses, events and what the first one's version is afterwards. */
  leaves: [expenses: number, events: number, version: number];
  /** In which batch of a request the commit is. */
  commit: number;
}

const writes: (Write & { prepare: boolean })[] = [
  { what: "POST /expenses", send: (headers) => create(headers), leaves: [1, 1, 1], commit: 2, prepare: false },
  { what: "POST /expenses/bulk", send: (headers) => bulk(headers), leaves: [20, 20, 1], commit: 1, prepare: false },
  { what: "PUT /expenses/{id}", send: (headers) => update(existing, headers), leaves: [1, 1, 2], commit: 2, prepare: true },
];
let existing = 0;

describe.each(writes)("$what with an Idempotency-Key", ({ send, leaves, commit, prepare }) => {
  beforeEach(async () => {
    if (prepare) existing = (await record(shop)).id;
    // Its credential is then in the isolate's cache: the first batch is the request's own.
    await shop.v1("/expenses");
  });

  const expectOnce = async () => {
    const [expenses, events, version] = leaves;
    const found = await rows<{ version: number }>("select version from expenses where organization_id = ? order by id", shop.id);
    expect(found).toHaveLength(expenses);
    expect(found[0]?.version).toBe(version);
    expect(await eventsOf(shop)).toHaveLength(events);
  };

  it("again: the same response to the byte, with its warnings and Location; nothing is written", async () => {
    const key = idempotencyKey();
    const first = await send(key);
    expect(first.status, first.text).toBeLessThan(300);
    const before = await written();
    const again = await send(key);
    expect([again.status, again.text, replayed(again)]).toEqual([first.status, first.text, "true"]);
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(again.headers.get("X-Request-Id")).not.toBe(first.headers.get("X-Request-Id"));
    expect(await written()).toEqual(before);
    await expectOnce();
  });

  it("20 at the same time: one is executed, all get its response", async () => {
    const key = idempotencyKey();
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(key)));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses.filter((response) => replayed(response) === "true")).toHaveLength(19);
    await expectOnce();
  });

  it("a process that dies between the commit and settle: the retry rebuilds the response and doubles nothing", async () => {
    const key = idempotencyKey();
    dieBeforeSettle();
    const first = await send(key);
    const before = await written();
    await comeBack();
    const retry = await send(key);
    expect([retry.status, retry.body.data, retry.body.meta.warnings]).toEqual([first.status, first.body.data, first.body.meta.warnings]);
    expect([retry.headers.get("Location"), replayed(retry)]).toEqual([first.headers.get("Location"), null]);
    expect(await written()).toEqual(before);
    const replay = await send(key);
    expect([replay.text, replayed(replay)]).toEqual([retry.text, "true"]);
    await expectOnce();
  });

  it("a commit whose response was lost is found again", async () => {
    const key = idempotencyKey();
    loseBatch(commit, true, EVERY_TRY);
    expect((await send(key)).status).toBe(503);
    const before = await written();
    expect((await send(key)).status).toBeLessThan(300);
    expect(await written()).toEqual(before);
    await expectOnce();
  });

  it("a commit that was lost is made by the retry", async () => {
    const key = idempotencyKey();
    loseBatch(commit, false, EVERY_TRY);
    expect((await send(key)).status).toBe(503);
    expect((await send(key)).status).toBeLessThan(300);
    await expectOnce();
  });

  it.each([true, false])("a batch that is lost once (committed: %s) is repeated unnoticed, and writes once", async (committed) => {
    const key = idempotencyKey();
    loseBatch(commit, committed);
    const response = await send(key);
    expect(response.status, response.text).toBeLessThan(300);
    expect((await send(key)).text).toBe(response.text);
    await expectOnce();
  });

  it("without a key it is executed each time", async () => {
    const [one, two] = [await send({}), await send({})];
    expect([one.status, replayed(two)]).toEqual([two.status, null]);
    const [expenses, events] = leaves;
    const twice = prepare ? [expenses, events] : [2 * expenses, 2 * events];
    expect([(await rows("select id from expenses where organization_id = ?", shop.id)).length, (await eventsOf(shop)).length]).toEqual(
      twice,
    );
  });
});

describe("keys", () => {
  it("a key reused with another body or path is 422 and writes nothing", async () => {
    const key = idempotencyKey();
    const { id } = expenseOf(await create(key), 201);
    const before = await written();
    for (const response of [await create(key, { amount: 1 }), await bulk(key), await update(id, key)]) {
      expect([response.status, response.body.error.code]).toEqual([422, "idempotency_conflict"]);
    }
    expect(await written()).toEqual(before);
  });

  it("a 400 or 404 leaves the key free for any request", async () => {
    const key = idempotencyKey();
    expect((await create(key, { amount: -1 })).status).toBe(400);
    expect((await create(key, { store_id: "nowhere" })).status).toBe(404);
    expect((await update(9007199254740991, key)).status).toBe(404);
    expect((await create(key)).status).toBe(201);
  });

  it("a response rebuilt after a crash shows the expense as it is by then", async () => {
    const key = idempotencyKey();
    dieBeforeSettle();
    const { id } = expenseOf(await create(key), 201);
    await comeBack();
    await update(id, {}, 3);
    expect(expenseOf(await create(key), 201)).toMatchObject({ id, amount: 3 });
    expect(await eventsOf(shop)).toHaveLength(1);
  });
});
