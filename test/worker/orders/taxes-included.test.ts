import { beforeAll, describe, expect, it } from "vitest";
import { anOrder, aShop, rows, type Shop, takeIn } from "../../kit/client";
import { everythingOf } from "../../kit/database";

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});

/** Goods of 120, shipping of 6, a discount of 6 and a tax of 20: 120 where it is included, 140 where it is added. */
const AMOUNTS = { items: [{ name: "Mug", price: 120 }], tax: 20, shipping_cost: 6, discount: 6 };
const take = (fields: Record<string, unknown>) => shop.v2("/orders", { body: anOrder({ ...AMOUNTS, ...fields }) });
const patch = (id: number, body: Record<string, unknown>) => shop.v2(`/orders/${id}`, { method: "PATCH", body });

describe("a total that is given", () => {
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
    const { body, headers } = await take({ taxes_included, total_amount });
    expect(body).toMatchObject({ total_amount, taxes_included: taxes_included ?? null, requires_audit });
    expect(headers.get("X-Warnings")?.includes("do not add up") ?? null).toBe(requires_audit);
  });
});

describe("a total that is computed", () => {
  it.each([
    [true, 120],
    [false, 140],
    [undefined, 140],
    [null, 140],
  ])("where taxes_included is %s is %d", async (taxes_included, total_amount) => {
    expect((await take({ taxes_included })).body).toMatchObject({ total_amount, requires_audit: null });
  });

  it.each([
    [true, 120, 125],
    [false, 140, 145],
    // Its source has not said so, but its amounts do.
    [undefined, 120, 125],
    [undefined, 140, 145],
  ])("after a PATCH of an order where it is %s and the total was %d is %d", async (taxes_included, total_amount, total) => {
    const { body } = await take({ taxes_included, total_amount });
    const patched = await patch(body.id, { shipping_cost: 11 });
    expect(patched.body).toMatchObject({ total_amount: total, requires_audit: null });
    expect(patched.headers.get("X-Warnings")).toBeNull();
  });

  it("is computed again where a PATCH says for the first time, or otherwise, that taxes are included", async () => {
    const { body } = await take({});
    expect((await patch(body.id, { taxes_included: true })).body).toMatchObject({ taxes_included: true, total_amount: 120 });
    expect((await patch(body.id, { taxes_included: false })).body).toMatchObject({ taxes_included: false, total_amount: 140 });
    expect((await patch(body.id, { taxes_included: true, total_amount: 140 })).body).toMatchObject({
      total_amount: 140,
      requires_audit: true,
    });
  });

  it("stays where a PATCH says nothing new of it", async () => {
    const { body } = await take({ taxes_included: true, total_amount: 119 });
    const before = await everythingOf(shop.id);
    expect((await patch(body.id, { taxes_included: true })).body).toEqual(body);
    expect(await everythingOf(shop.id)).toEqual(before);
    expect((await patch(body.id, { taxes_included: null })).body).toMatchObject({ taxes_included: null, total_amount: 119 });
  });

  it("obeys what is stored where an update does not say", async () => {
    const { body } = await take({ external_id: "update", taxes_included: true });
    const updated = await take({ external_id: "update", on_conflict: "update", tax: 18 });
    expect(updated.body).toMatchObject({ id: body.id, tax: 18, taxes_included: true, total_amount: 120, requires_audit: null });
  });
});

it("an order that was marked for an audit stays marked", async () => {
  const { body } = await take({ external_id: "marked", total_amount: 120, taxes_included: false });
  const again = await take({ external_id: "marked", total_amount: 120, taxes_included: true, on_conflict: "update" });
  expect([body.requires_audit, again.body.requires_audit, again.headers.get("X-Warnings")]).toEqual([true, true, null]);
});

describe("the last payload with a field that the order never had", () => {
  it.each(["error", "update", "skip"])("fills it in and counts as updated, with on_conflict %s; then as unchanged", async (on_conflict) => {
    const order = { ...anOrder(AMOUNTS), external_id: `filled-${on_conflict}`, total_amount: 120, refund_amount: 60, customer_name: "Bob" };
    const { id } = await takeIn(shop, order);
    // What somebody has changed since is not undone.
    await patch(id, { customer_name: "Ann" });
    const send = async (fields: Record<string, unknown>, extra: Record<string, unknown> = {}) => {
      const { body } = await shop.v2("/orders/bulk", { body: { orders: [{ ...order, ...fields }], on_conflict, ...extra } });
      return [body.results[0].outcome, body.results[0].id];
    };
    expect(await send({ taxes_included: true }, { dry_run: true })).toEqual(["updated", id]);
    expect(await send({ taxes_included: true })).toEqual(["updated", id]);
    expect((await shop.v2(`/orders/${id}`)).body).toMatchObject({
      version: 3,
      taxes_included: true,
      total_amount: 120,
      requires_audit: null,
      customer_name: "Ann",
    });
    expect(await send({ taxes_included: true })).toEqual(["unchanged", id]);
    expect(await send({ taxes_included: true, refund_tax: 9 })).toEqual(["updated", id]);
    expect(await send({ taxes_included: true, refund_tax: 9 })).toEqual(["unchanged", id]);
    expect(await rows("select refund_tax, refunded_tax, version from orders where id = ?", id)).toEqual([
      { refund_tax: 90_000, refunded_tax: 90_000, version: 4 },
    ]);
    const { data } = (await shop.v2(`/orders/${id}/history`)).body;
    expect(data.slice(2).map(({ changed_fields }: { changed_fields: string[] }) => changed_fields)).toEqual([
      ["taxes_included"],
      ["refund_tax"],
    ]);
  });

  it("leaves a total that somebody has set, and a refund that somebody has changed", async () => {
    const order = { ...anOrder(AMOUNTS), external_id: "amended", refund_amount: 60 };
    const { id } = await takeIn(shop, order);
    await patch(id, { total_amount: 133 });
    const again = async (fields: object) => await shop.v2("/orders", { body: { ...order, ...fields } });
    expect((await again({ taxes_included: true })).body).toMatchObject({ id, taxes_included: true, total_amount: 133 });
    await patch(id, { refund_amount: 6 });
    expect((await again({ taxes_included: true, refund_tax: 9 })).status).toBe(200);
    expect(await rows("select refund_amount, refund_tax from orders where id = ?", id)).toEqual([
      { refund_amount: 60_000, refund_tax: null },
    ]);
  });

  it("has a computed total computed again, and a given one that does not fit it marked", async () => {
    const computed = { ...anOrder(AMOUNTS), external_id: "computed" };
    expect((await takeIn(shop, computed)).total_amount).toBe(140);
    expect((await shop.v2("/orders", { body: { ...computed, taxes_included: true } })).body.total_amount).toBe(120);

    const given = { ...anOrder(AMOUNTS), external_id: "given", total_amount: 120 };
    expect((await takeIn(shop, given)).requires_audit).toBeNull();
    const { body, headers } = await shop.v2("/orders", { body: { ...given, taxes_included: false } });
    expect([body.total_amount, body.requires_audit, headers.get("X-Warnings")?.includes("do not add up")]).toEqual([120, true, true]);
  });

  it("is a conflict where it differs in anything else, or where the order had the field", async () => {
    const order = { ...anOrder(AMOUNTS), external_id: "conflict", total_amount: 120 };
    await takeIn(shop, order);
    const send = async (fields: Record<string, unknown>) => (await shop.v2("/orders", { body: { ...order, ...fields } })).status;
    expect(await send({ taxes_included: true, tax: 19 })).toBe(409);
    expect(await send({ customer_name: "Ann" })).toBe(409);
    expect(await send({ taxes_included: true })).toBe(200);
    expect(await send({ taxes_included: false })).toBe(409);
  });
});
