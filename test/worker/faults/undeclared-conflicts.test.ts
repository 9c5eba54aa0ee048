import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { beforeBatch } from "../webhooks/consumer";
import { organizationD1 } from "../../kit/databases";

let shop: Shop;

beforeEach(async () => {
  shop = await createShop();
  // Only for these tests: a unique index on the subject of tickets, which no code expects.
  await organizationD1().exec(`create unique index unexpected on tickets (subject) where organization_id = ${shop.id}`);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await organizationD1().exec("drop index unexpected");
});

/** The batches and the logged errors of one request. */
async function observe<T>(request: () => Promise<T>) {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const batches = vi.spyOn(organizationD1(), "batch");
  const response = await request();
  return { response, batches: batches.mock.calls.length, errors: errors.mock.calls.map(String) };
}

describe("a violated unique index that a change does not declare", () => {
  it("returns 500 and is logged without a retry, even for a change that is retried after a conflict with another", async () => {
    const createTicket = async (subject: string) =>
      (await shop.v2("/tickets", { body: { subject, body: "Where is it?" } })).body.id as number;
    await createTicket("First");
    const id = await createTicket("Second");
    const { response, batches, errors } = await observe(() => shop.v2(`/tickets/${id}`, { method: "PATCH", body: { subject: "First" } }));
    expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 500, code: "internal_error" });
    // The read and the write, once each.
    expect(batches).toBe(2);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/"event":"request\.unexpected".*UNIQUE constraint failed: tickets\.subject/);
    expect(await rows("select subject, version from tickets where id = ?", id)).toEqual([{ subject: "Second", version: 1 }]);
  });
});

describe("a violated unique index that a change declares", () => {
  it("is a conflict: if another request takes a store's name, the response is 409 name_taken", async () => {
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
