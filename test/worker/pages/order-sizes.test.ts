import { beforeAll, describe, expect, it } from "vitest";
import { orderBody, createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { claimSizes, MIB, createOrders, textOf } from "./kit";
import { organizationD1 } from "../../kit/databases";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

/** The text columns that are too short to be counted. Sort keys are excluded too. */
const NOT_COUNTED = new Set(["status", "currency", "source_hash", "fulfillment_state"]);

/** The sizes of a shop's orders, as stored and as computed from their texts. */
async function sizesOf(organizationId: number): Promise<{ stored: number; true: number }[]> {
  const bytes = async (table: string, alias: string) => {
    const columns = await rows<{ name: string; type: string }>(`select name, type from pragma_table_info('${table}')`);
    const texts = columns.filter(
      ({ name, type }) => type.toLowerCase() === "text" && !NOT_COUNTED.has(name) && !name.endsWith("_sort_key"),
    );
    return texts.map(({ name }) => `coalesce(length(cast(${alias}."${name}" as blob)), 0)`).join(" + ");
  };
  const items = `select sum(${await bytes("order_items", "i")}) from order_items i where i.order_id = o.id`;
  return await rows(
    `select o.text_bytes as stored, ${await bytes("orders", "o")} + (${items}) as "true" from orders o where o.organization_id = ? order by o.id`,
    organizationId,
  );
}

async function expectTrueSizes(organizationId: number): Promise<void> {
  const sizes = await sizesOf(organizationId);
  expect(sizes.length).toBeGreaterThan(0);
  for (const { stored, true: measured } of sizes) expect(stored).toBe(measured);
}

describe("the stored size of an order equals that of its texts and its items' texts", () => {
  const items = [
    { name: "Tasse «été» 😀", external_id: "a", price: 1, quantity: 2, personalization: "für Zoë \u{1F469}\u200D\u{1F680}" },
    { name: "Plate", external_id: "b", price: 2, sku: "PLATE", ship_city: "東京" },
  ];

  it("after it is created, alone and in bulk", async () => {
    await ingestOrder(shop, { external_id: "S-1", items, customer_name: "Łucja", ship_city: "Kraków" });
    await shop.v2("/orders/bulk", { body: { orders: [orderBody({ external_id: "S-2", items }), orderBody({ external_id: "S-3" })] } });
    await expectTrueSizes(shop.id);
  });

  it("after its source sends it again with other items", async () => {
    const again = {
      external_id: "S-2",
      items: [
        { ...items[0], comment: "later" },
        { name: "Bowl ✓", price: 3 },
      ],
    };
    expect((await shop.v2("/orders", { body: orderBody({ ...again, on_conflict: "update" }) })).status).toBe(200);
    await expectTrueSizes(shop.id);
  });

  it("after it or an item is changed, shipped or gets another status", async () => {
    const order = await ingestOrder(shop, { external_id: "S-4", items });
    const change = (path: string, body: object) => shop.v2(path, { method: "PATCH", body });
    expect((await change(`/orders/${order.id}`, { customer_name: "Æ".repeat(100), ship_city: null })).status).toBe(200);
    expect((await change(`/order-items/${order.items[0].id}`, { comment: "𝒳".repeat(50), personalization: null })).status).toBe(200);
    expect((await shop.v2(`/orders/${order.id}/fulfillments`, { body: { tracking_number: "1Z", status: "delivered" } })).status).toBe(201);
    expect((await shop.v2(`/orders/${order.id}/status`, { body: { status: "Shipped", reason: "late" } })).status).toBe(200);
    await expectTrueSizes(shop.id);
  });
});

describe("the maximum size of an order", () => {
  it("applies to its texts: 8 MiB, and a change that shortens longer ones is accepted", { tags: "long" }, async () => {
    const order = await ingestOrder(shop, { external_id: "B-1", items: [1, 2, 3, 4, 5].map((n) => ({ name: `Mug ${n}`, price: 1 })) });
    await organizationD1()
      .prepare(`update order_items set comment = ${textOf(1_800_000)} where order_id = ?`)
      .bind(order.id)
      .run();
    // As if the change made the texts longer, and below as if it made them shorter.
    await organizationD1().prepare("update orders set text_bytes = 500 where id = ?").bind(order.id).run();
    const rename = (body: object) => shop.v2(`/orders/${order.id}`, { method: "PATCH", body });
    const rejected = await rename({ customer_name: "Ann" });
    expect([rejected.status, rejected.body.error.details[0]]).toMatchObject([400, { path: "items", code: "order_too_large" }]);
    await organizationD1()
      .prepare("update orders set text_bytes = ? where id = ?")
      .bind(10 * MIB, order.id)
      .run();
    expect((await rename({ customer_name: "Ann" })).status).toBe(200);
    const shorter = await shop.v2(`/order-items/${order.items[0].id}`, { method: "PATCH", body: { comment: null } });
    expect(shorter.status).toBe(200);
    await expectTrueSizes(shop.id);
  });

  it("applies to its items: 2,000, including those that its source no longer sends", { tags: "long" }, async () => {
    const small = Array.from({ length: 1999 }, (_, n) => ({ name: "M", price: 1, external_id: `i${n}` }));
    await ingestOrder(shop, { external_id: "B-2", items: small });
    const again = (items: object[]) => shop.v2("/orders", { body: orderBody({ external_id: "B-2", on_conflict: "update", items }) });
    const rejected = await again([
      { name: "New", price: 1 },
      { name: "New too", price: 1 },
    ]);
    expect([rejected.status, rejected.body.error.details[0]]).toMatchObject([400, { path: "items", code: "too_many_items" }]);
    const full = (await again([{ name: "New", price: 1 }])).body;
    expect(full.items).toHaveLength(2000);
    const added = await shop.v2(`/orders/${full.id}/items`, { body: { name: "One more", price: 1 } });
    expect([added.status, added.body.error.details[0]]).toMatchObject([400, { path: "items", code: "too_many_items" }]);
    expect((await shop.v2(`/order-items/${full.items[0].id}`, { method: "PATCH", body: { comment: "Blue" } })).status).toBe(200);
  });

  it("applies to the stored items of all orders that one request may change: 5,000", { tags: "long" }, async () => {
    const other = await createShop();
    await createOrders(other, 3);
    await claimSizes(other, { item_count: 2000 });
    const again = (count: number, name: string) => {
      const orders = Array.from({ length: count }, (_, n) => ({
        store: "Gift shop",
        external_id: `L-${n}`,
        items: [{ name, price: 1, quantity: 1_000_000 }],
      }));
      return other.v2("/orders/bulk", { body: { on_conflict: "update", orders } });
    };
    const rejected = await again(3, "New");
    expect([rejected.status, rejected.body.error.details[0]]).toMatchObject([413, { code: "stored_items_limit", limit: 5000 }]);
    expect((await again(2, "New")).body.summary).toMatchObject({ updated: 2 });
    await claimSizes(other, { item_count: 2000 });
    // An unchanged order needs no items, so only those of the third order count.
    expect((await again(3, "New")).body.summary).toMatchObject({ unchanged: 2, updated: 1 });
  });
});
