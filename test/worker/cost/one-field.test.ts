import { beforeAll, describe, expect, it } from "vitest";
import { createShop, asOperator, rows, type Shop } from "../../kit/client";
import { expectTrueOrderRollUps } from "../../kit/order-roll-ups";

/** A change of a single field updates the roll-ups: the old row is subtracted, and the new one is added. */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
  await asOperator(`/organizations/${shop.id}/stores`, { name: "Other", code: "other", platform: "custom" });
});

const rollUps = async (table: "order_rollups" | "expense_rollups") =>
  await rows(`select * from ${table} where organization_id = ?`, shop.id);

const ORDER = {
  store: "gift",
  currency: "USD",
  date: "2026-01-15T10:00:00Z",
  tax: 4,
  discount: 1,
  shipping_cost: 3,
  refund_amount: 2,
  items: [{ name: "Mug", quantity: 2, price: 20, cost: 5, sku: "MUG", design_url: "https://d.example.com/1" }],
};

describe("the roll-ups follow a change of a field of an order:", () => {
  it.each<[string, unknown]>([
    ["currency", "EUR"],
    ["date", "2026-02-20T12:00:00Z"],
    ["total_amount", 77],
    ["tax", 5],
    ["discount", 2],
    ["shipping_cost", 9],
    ["refund_amount", 11],
    ["refund_tax", 1],
    ["is_refunded", true],
  ])("%s", async (name, value) => {
    const { body } = await shop.v2("/orders", { body: ORDER });
    const before = await rollUps("order_rollups");
    const changed = await shop.v2(`/orders/${body.id}`, { method: "PATCH", body: { [name]: value } });
    expect(changed.status, changed.text).toBe(200);
    expect(await rollUps("order_rollups")).not.toEqual(before);
    await expectTrueOrderRollUps(shop.id);
  });

  it("status", async () => {
    const { body } = await shop.v2("/orders", { body: ORDER });
    const before = await rollUps("order_rollups");
    expect((await shop.v2(`/orders/${body.id}/status`, { body: { status: "Cancelled", reason: "a test" } })).status).toBe(200);
    expect(await rollUps("order_rollups")).not.toEqual(before);
    await expectTrueOrderRollUps(shop.id);
  });
});

describe("the roll-ups follow a change of a field of an item:", () => {
  it.each<[string, unknown]>([
    ["quantity", 3],
    ["price", 21],
    ["cost", 6],
    ["cost", null],
    ["sku", null],
    ["design_url", null],
  ])("%s, now %s", async (name, value) => {
    const { body } = await shop.v2("/orders", { body: ORDER });
    const before = await rollUps("order_rollups");
    const changed = await shop.v2(`/order-items/${body.items[0].id}`, { method: "PATCH", body: { [name]: value } });
    expect(changed.status, changed.text).toBe(200);
    expect(await rollUps("order_rollups")).not.toEqual(before);
    await expectTrueOrderRollUps(shop.id);
  });
});

describe("the roll-ups follow a change of a field of an expense:", () => {
  it.each<[string, unknown]>([
    ["currency", "EUR"],
    ["amount", 901],
    ["date", "2026-03-31"],
    ["category", "payroll"],
    ["store_id", "other"],
    ["store_id", null],
  ])("%s, now %s", async (name, value) => {
    const { body } = await shop.v1("/expenses", {
      body: { category: "rent", amount: 900, date: "2026-01-31", currency: "USD", store_id: "gift" },
    });
    const before = await rollUps("expense_rollups");
    const changed = await shop.v1(`/expenses/${body.data.id}`, { method: "PUT", body: { [name]: value } });
    expect(changed.status, changed.text).toBe(200);
    expect(await rollUps("expense_rollups")).not.toEqual(before);
    const kept = await rows(
      `select date, store_id, kind, currency, expenses, amount from expense_rollups
        where organization_id = ? and (expenses, amount) <> (0, 0) order by 1, 2, 3, 4`,
      shop.id,
    );
    // Each expense counts for its day, and for the sum of all days, which has no date.
    const counted = await rows(
      `select day as date, coalesce(store_id, 0) as store_id, iif(category_group = 'payroll', 'payroll', 'operating') as kind, currency,
        count(*) as expenses, sum(amount) as amount
        from (select date as day, * from expenses union all select '' as day, * from expenses)
        where organization_id = ? group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
      shop.id,
    );
    expect(kept).toEqual(counted);
  });
});
