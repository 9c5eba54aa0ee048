import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AdmitRequest } from "../../../src/platform/gate/admission";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { anExpense, eventsOf, expenseOf, createExpense } from "./kit";
import { ALL_ATTEMPTS, loseBatch } from "../../kit/lost-batch";

let shop: Shop;
beforeEach(async () => {
  shop = await createShop();
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

/** The rows of this organization: expenses with their versions, events, markers. */
async function written(): Promise<unknown> {
  return await Promise.all([
    rows("select id, version, amount from expenses where organization_id = ? order by id", shop.id),
    eventsOf(shop),
    rows("select operation_id from write_markers where organization_id = ? order by 1", shop.id),
  ]);
}

/** Loses every settlement, like a process that dies after its commit. */
function dieBeforeSettle(): void {
  const gates = env.GATE.getByName.bind(env.GATE);
  vi.spyOn(env.GATE, "getByName").mockImplementation((name) => {
    const admit = (request: AdmitRequest) => gates(name).admit(request);
    const settle = () => Promise.reject(new Error("killed before settle"));
    return { admit, settle } as unknown as ReturnType<typeof gates>;
  });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
}

/** Restarts the gate, and lets the lease of the dead execution expire, which is 30 s. */
async function restartGate(): Promise<void> {
  vi.restoreAllMocks();
  await evictDurableObject(env.GATE.getByName(`credential:${shop.key.id}`));
  vi.setSystemTime(Date.now() + 31_000);
}

const replayed = ({ headers }: ApiResponse) => headers.get("Idempotent-Replayed");

interface Write {
  what: string;
  send: (headers: Headers) => Promise<ApiResponse>;
  /** The numbers of expenses and events after the first request, and the version of the expense. */
  leaves: [expenses: number, events: number, version: number];
  /** The number of the batch with the commit. */
  commit: number;
}

const writes: (Write & { needsExpense: boolean })[] = [
  { what: "POST /expenses", send: (headers) => create(headers), leaves: [1, 1, 1], commit: 2, needsExpense: false },
  { what: "POST /expenses/bulk", send: (headers) => bulk(headers), leaves: [20, 20, 1], commit: 1, needsExpense: false },
  { what: "PUT /expenses/{id}", send: (headers) => update(existing, headers), leaves: [1, 1, 2], commit: 2, needsExpense: true },
];
let existing = 0;

describe.each(writes)("$what with an Idempotency-Key", ({ send, leaves, commit, needsExpense }) => {
  beforeEach(async () => {
    if (needsExpense) existing = (await createExpense(shop)).id;
    // The credential is then cached in the isolate, so the first batch is that of the request.
    await shop.v1("/expenses");
  });

  const expectOnce = async () => {
    const [expenses, events, version] = leaves;
    const found = await rows<{ version: number }>("select version from expenses where organization_id = ? order by id", shop.id);
    expect(found).toHaveLength(expenses);
    expect(found[0]?.version).toBe(version);
    expect(await eventsOf(shop)).toHaveLength(events);
  };

  it("is replayed with identical bytes, warnings and Location, and nothing is written", async () => {
    const key = idempotencyKey();
    const first = await send(key);
    expect(first.status, first.text).toBeLessThan(300);
    const before = await written();
    const again = await send(key);
    expect({ status: again.status, text: again.text, replayed: replayed(again) }).toEqual({
      status: first.status,
      text: first.text,
      replayed: "true",
    });
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(again.headers.get("X-Request-Id")).not.toBe(first.headers.get("X-Request-Id"));
    expect(await written()).toEqual(before);
    await expectOnce();
  });

  it("is executed once by 20 concurrent requests, and all get the same response", async () => {
    const key = idempotencyKey();
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(key)));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses.filter((response) => replayed(response) === "true")).toHaveLength(19);
    await expectOnce();
  });

  it("has its response rebuilt by a retry, without a second change, if the process dies between the commit and the settlement", async () => {
    const key = idempotencyKey();
    dieBeforeSettle();
    const first = await send(key);
    const before = await written();
    await restartGate();
    const retry = await send(key);
    expect({ status: retry.status, data: retry.body.data, warnings: retry.body.meta.warnings }).toEqual({
      status: first.status,
      data: first.body.data,
      warnings: first.body.meta.warnings,
    });
    expect({ location: retry.headers.get("Location"), replayed: replayed(retry) }).toEqual({
      location: first.headers.get("Location"),
      replayed: null,
    });
    expect(await written()).toEqual(before);
    const replay = await send(key);
    expect({ text: replay.text, replayed: replayed(replay) }).toEqual({ text: retry.text, replayed: "true" });
    await expectOnce();
  });

  it("is found by a retry if the response to its commit was lost", async () => {
    const key = idempotencyKey();
    loseBatch(commit, "response", ALL_ATTEMPTS);
    expect((await send(key)).status).toBe(503);
    const before = await written();
    expect((await send(key)).status).toBeLessThan(300);
    expect(await written()).toEqual(before);
    await expectOnce();
  });

  it("is executed by the retry if its commit was lost", async () => {
    const key = idempotencyKey();
    loseBatch(commit, "request", ALL_ATTEMPTS);
    expect((await send(key)).status).toBe(503);
    expect((await send(key)).status).toBeLessThan(300);
    await expectOnce();
  });

  it.each(["request", "response"] as const)(
    "is repeated automatically if the %s of its batch is lost once, and written once",
    async (lost) => {
      const key = idempotencyKey();
      loseBatch(commit, lost);
      const response = await send(key);
      expect(response.status, response.text).toBeLessThan(300);
      expect((await send(key)).text).toBe(response.text);
      await expectOnce();
    },
  );

  it("is executed each time if the key is left out", async () => {
    const [one, two] = [await send({}), await send({})];
    expect({ status: one.status, replayed: replayed(two) }).toEqual({ status: two.status, replayed: null });
    const [expenses, events, version] = leaves;
    const twice = needsExpense ? [expenses, events, version + 1] : [2 * expenses, 2 * events, version];
    const found = await rows<{ version: number }>("select version from expenses where organization_id = ?", shop.id);
    expect([found.length, (await eventsOf(shop)).length, found[0]?.version]).toEqual(twice);
  });
});

describe("an idempotency key", () => {
  it("returns 422 if it is reused with another body or path, and nothing is written", async () => {
    const key = idempotencyKey();
    const { id } = expenseOf(await create(key), 201);
    const before = await written();
    for (const response of [await create(key, { amount: 1 }), await bulk(key), await update(id, key)]) {
      expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 422, code: "idempotency_conflict" });
    }
    expect(await written()).toEqual(before);
  });

  it("stays free for any request after a 400 or 404", async () => {
    const key = idempotencyKey();
    expect((await create(key, { amount: -1 })).status).toBe(400);
    expect((await create(key, { store_id: "nowhere" })).status).toBe(404);
    expect((await update(9007199254740991, key)).status).toBe(404);
    expect((await create(key)).status).toBe(201);
  });

  it("returns the current state of the expense if the response is rebuilt after a crash", async () => {
    const key = idempotencyKey();
    dieBeforeSettle();
    const { id } = expenseOf(await create(key), 201);
    await restartGate();
    await update(id, {}, 3);
    expect(expenseOf(await create(key), 201)).toMatchObject({ id, amount: 3 });
    expect(await eventsOf(shop)).toHaveLength(1);
  });
});
