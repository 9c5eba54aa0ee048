import { beforeEach, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, ingestOrder, rows, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { everythingOf } from "../../kit/rows-of-organization";
import { createMember, type Visitor } from "../console/kit";
import { claimSizes, MIB, createOrders } from "./kit";

/** Orders that are read together with all their items: for printing, and for bulk actions. */

let shop: Shop;
let owner: Visitor;
let ids: number[];
beforeEach(async () => {
  shop = await createShop();
  owner = await createMember(shop.id, "owner");
  ids = await createOrders(shop, 3);
});

const print = async (document = "slips") => await owner.open(`/orders/print?ids=${ids.join(",")}&document=${document}`);
const act = async (body: Record<string, unknown>): Promise<ApiResponse> =>
  await shop.v2("/orders/bulk-actions", { body: { ids, ...body }, headers: idempotencyKey() });

describe("printing", () => {
  it.each(["slips", "pick", "tickets"])(
    "more than 2,000 items return 413 with the number of orders that fit, and none is read (%s)",
    async (document) => {
      const items = Array.from({ length: 100 }, (_, n) => ({ name: `Cup ${n}`, price: 1 }));
      ids = [];
      for (let n = 0; n < 3; n += 1) ids.push((await ingestOrder(shop, { items })).id);
      await claimSizes(shop, { item_count: 900 });
      const line = await logOf(async () => {
        const { status, text } = await print(document);
        expect({ status, text }).toEqual({
          status: 413,
          text: expect.stringContaining("these 3 orders have more than 2,000 items, or too much text. Choose at most the first 2."),
        });
      });
      // Job tickets look up the proofs of all items at the same time.
      const proofLookups = document === "tickets" ? items.length * ids.length : 0;
      expect(line.rows_read).toBeLessThan(items.length + proofLookups);
    },
  );

  it("more than 8 MiB of text return 413 too, and one order of them is printed", async () => {
    await claimSizes(shop, { text_bytes: 5 * MIB });
    const { status, text } = await print();
    expect({ status, text }).toEqual({ status: 413, text: expect.stringContaining("Choose one at a time.") });
    ids = ids.slice(0, 1);
    expect((await print()).status).toBe(200);
  });

  it("few items are read once, and many are read again, with memory for them", async () => {
    // The first request also reads the session.
    await print();
    const usual = await logOf(print);
    await claimSizes(shop, { item_count: 600 });
    const large = await logOf(print);
    // The page's two reads, which are made at the same time, are made again.
    expect({ usualStatus: usual.status, largeStatus: large.status, d1_trips: large.d1_trips }).toEqual({
      usualStatus: 200,
      largeStatus: 200,
      d1_trips: usual.d1_trips + 2,
    });
  });
});

describe("bulk actions", () => {
  const ACTIONS = [{ add_tags: ["rush"] }, { assignee: "Ann" }, { supplier: "Acme" }, { ship: { carrier: "UPS" } }];

  it.each(ACTIONS)("%j of more than 5,000 items return 413 with the number of orders that fit, and nothing is written", async (action) => {
    await claimSizes(shop, { item_count: 2000 });
    const before = await everythingOf(shop.id);
    const { status, body } = await act(action);
    expect(await everythingOf(shop.id)).toEqual(before);
    expect({ status, details: body.error.details }).toEqual({
      status: 413,
      details: [
        {
          code: "stored_items_limit",
          message: "Together, these 3 orders have more than 5,000 items, or too much text. Choose at most the first 2.",
          fitting: 2,
        },
      ],
    });
    ids = ids.slice(0, body.error.details[0].fitting);
    expect((await act(action)).body.summary).toMatchObject({ updated: 2 });
  });

  it.each(ACTIONS)("%j of more than 1,000 items are read again with reserved memory", async (action) => {
    // The first request also reads the credential.
    await act({ assignee: "Bo" });
    await claimSizes(shop, { item_count: 900 });
    const line = await logOf(async () => await act(action));
    // A shipment reads what the items lack at the same time as the orders.
    expect({ status: line.status, d1_trips: line.d1_trips }).toEqual({ status: 200, d1_trips: "ship" in action ? 5 : 3 });
  });

  it("a status needs no item to be read, whatever the size", async () => {
    // The first request also reads the credential.
    await act({ assignee: "Bo" });
    await claimSizes(shop, { item_count: 2000, text_bytes: 8 * MIB });
    const line = await logOf(async () => expect((await act({ set_status: { status: "in_production" } })).body.summary.updated).toBe(3));
    expect({ status: line.status, d1_trips: line.d1_trips }).toEqual({ status: 200, d1_trips: 2 });
  });

  it("a tracking report on orders of more than 5,000 items returns 413", async () => {
    const number = "1Z-SHARED";
    expect((await act({ ship: { carrier: "UPS", tracking: ids.map((id) => ({ id, tracking_number: number })) } })).status).toBe(200);
    await claimSizes(shop, { item_count: 2000 });
    const { status, body } = await shop.v2("/tracking", {
      body: { tracking_number: number, status: "delivered" },
      headers: idempotencyKey(),
    });
    expect({ status, code: body.error.details[0].code }).toEqual({ status: 413, code: "stored_items_limit" });
    expect(body.error.details[0].message).toContain("Update their fulfillments one at a time.");
  });

  it("items of orders that have more than 5,000 items return 413", async () => {
    const items = await rows<{ id: number }>("select id from order_items where organization_id = ?", shop.id);
    await claimSizes(shop, { item_count: 2000 });
    const { status, body } = await shop.v2("/order-items/bulk-actions", {
      body: { ids: items.map(({ id }) => id), supplier: "Acme" },
      headers: idempotencyKey(),
    });
    expect({ status, code: body.error.details[0].code }).toEqual({ status: 413, code: "stored_items_limit" });
    expect(body.error.details[0].message).toContain("Choose items of fewer orders.");
  });
});
