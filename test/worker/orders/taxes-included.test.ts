import { beforeAll, describe, expect, it } from "vitest";
import { orderBody, createShop, type Shop } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

/**
 * Items of 120, shipping of 6, a discount of 6 and a tax of 20: the total is 120 if the tax is included, 140 if it is
 * added.
 */
const AMOUNTS = { items: [{ name: "Mug", price: 120 }], tax: 20, shipping_cost: 6, discount: 6 };
const ingest = (fields: Record<string, unknown>) => shop.v2("/orders", { body: orderBody({ ...AMOUNTS, ...fields }) });
const patch = (id: number, body: Record<string, unknown>) => shop.v2(`/orders/${id}`, { method: "PATCH", body });

describe("a total that is sent", () => {
  it.each([
    [true, 120, null],
    [true, 140, true],
    [false, 140, null],
    [false, 120, true],
    [undefined, 120, null],
    [undefined, 140, null],
    [null, 120, null],
    [undefined, 130, true],
  ])("where taxes_included is %s: %d has requires_audit %s", async (taxes_included, total_amount, requires_audit) => {
    const { body, headers } = await ingest({ taxes_included, total_amount });
    expect(body).toMatchObject({ total_amount, taxes_included: taxes_included ?? null, requires_audit });
    expect(headers.get("X-Warnings")?.includes("do not add up") ?? null).toBe(requires_audit);
  });
});

describe("a computed total", () => {
  it.each([
    [true, 120],
    [false, 140],
    [undefined, 140],
    [null, 140],
  ])("where taxes_included is %s is %d", async (taxes_included, total_amount) => {
    expect((await ingest({ taxes_included })).body).toMatchObject({ total_amount, requires_audit: null });
  });

  it.each([
    [true, 120, 125],
    [false, 140, 145],
    // The source has not sent taxes_included, but the amounts show that taxes are included.
    [undefined, 120, 125],
    [undefined, 140, 145],
  ])("after a PATCH of an order where taxes_included is %s and the total was %d is %d", async (taxes_included, total_amount, total) => {
    const { body } = await ingest({ taxes_included, total_amount });
    const patched = await patch(body.id, { shipping_cost: 11 });
    expect(patched.body).toMatchObject({ total_amount: total, requires_audit: null });
    expect(patched.headers.get("X-Warnings")).toBeNull();
  });

  it("is recomputed if a PATCH sets or changes taxes_included", async () => {
    const { body } = await ingest({});
    expect((await patch(body.id, { taxes_included: true })).body).toMatchObject({ taxes_included: true, total_amount: 120 });
    expect((await patch(body.id, { taxes_included: false })).body).toMatchObject({ taxes_included: false, total_amount: 140 });
    // A total that is sent with it is kept, and does not add up.
    expect((await patch(body.id, { taxes_included: true, total_amount: 140 })).body).toMatchObject({
      total_amount: 140,
      requires_audit: true,
    });
  });

  it("is recomputed by a PATCH with taxes_included, also with the same value or null", async () => {
    const { body } = await ingest({ taxes_included: true, total_amount: 119 });
    expect((await patch(body.id, { taxes_included: true })).body).toMatchObject({ taxes_included: true, total_amount: 120 });
    const before = await everythingOf(shop.id);
    expect((await patch(body.id, { taxes_included: true })).body.total_amount).toBe(120);
    expect(await everythingOf(shop.id)).toEqual(before);
    // The stored amounts match the sum without added tax.
    expect((await patch(body.id, { taxes_included: null })).body).toMatchObject({ taxes_included: null, total_amount: 120 });
    // The stored total matches neither sum, so that null means added tax, as in a new order.
    await patch(body.id, { total_amount: 119 });
    expect((await patch(body.id, { taxes_included: null })).body).toMatchObject({ total_amount: 140 });
  });

  it("follows the stored taxes_included if an update omits it", async () => {
    const { body } = await ingest({ external_id: "update", taxes_included: true });
    const updated = await ingest({ external_id: "update", on_conflict: "update", tax: 18 });
    expect(updated.body).toMatchObject({ id: body.id, tax: 18, taxes_included: true, total_amount: 120, requires_audit: null });
  });
});

it("an update of the source keeps the audit flag of the order", async () => {
  const { body } = await ingest({ external_id: "marked", total_amount: 120, taxes_included: false });
  const again = await ingest({ external_id: "marked", total_amount: 120, taxes_included: true, on_conflict: "update" });
  expect({ requires_audit: body.requires_audit, again: again.body.requires_audit, warnings: again.headers.get("X-Warnings") }).toEqual({
    requires_audit: true,
    again: true,
    warnings: null,
  });
});
