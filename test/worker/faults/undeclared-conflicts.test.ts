import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aShop, rows, type Shop } from "../../kit/client";
import { beforeBatch } from "../webhooks/consumer";
import { organizationD1 } from "../../kit/databases";

let shop: Shop;

beforeEach(async () => {
  shop = await aShop();
  // Ours alone: no ticket of these tests may have another's subject, which no code expects.
  await organizationD1().exec(`create unique index unexpected on tickets (subject) where organization_id = ${shop.id}`);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await organizationD1().exec("drop index unexpected");
});

/** The batches and the logged errors of one request. */
async function watched<T>(request: () => Promise<T>) {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const batches = vi.spyOn(organizationD1(), "batch");
  const response = await request();
  return { response, batches: batches.mock.calls.length, errors: errors.mock.calls.map(String) };
}

describe("a unique key that a change does not declare", () => {
  it("is a 500 that is logged at once, where the change is one that others may win", async () => {
    const ticket = async (subject: string) => (await shop.v2("/tickets", { body: { subject, body: "Where is it?" } })).body.id as number;
    await ticket("First");
    const id = await ticket("Second");
    const { response, batches, errors } = await watched(() => shop.v2(`/tickets/${id}`, { method: "PATCH", body: { subject: "First" } }));
    expect([response.status, response.body.error.code]).toEqual([500, "internal_error"]);
    // The read and the write, once each.
    expect(batches).toBe(2);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/"event":"request\.unexpected".*UNIQUE constraint failed: tickets\.subject/);
    expect(await rows("select subject, version from tickets where id = ?", id)).toEqual([{ subject: "Second", version: 1 }]);
  });
});

describe("a unique key that a change declares", () => {
  it("is a lost race: a store's name that another request takes meanwhile is a 409 that names it", async () => {
    // Between the read that finds the name free and the write.
    let taken = 0;
    beforeBatch(/insert into "stores"/, async () => {
      taken += 1;
      await organizationD1().prepare("update stores set name = 'Outlet' where id = ?").bind(shop.store.id).run();
    });
    const response = await shop.v2("/stores", { body: { name: "outlet", platform: "etsy" } });
    expect(response.status).toBe(409);
    expect(response.body.error.details).toMatchObject([{ code: "name_taken" }]);
    expect(taken).toBe(1);
  });
});
