import { expect, it } from "vitest";
import { AMAZON, AMAZON_ALL_ORDERS, type Fields, onlyOrder, readTabs } from "./read-rows.ts";

const allOrders = async (values: Fields, ...others: Fields[]) =>
  await readTabs({ ...AMAZON_ALL_ORDERS, ...values }, ...others.map((other) => ({ ...AMAZON_ALL_ORDERS, ...other })));

it.each([
  ["Unshipped", "Unshipped", "New", "New"],
  ["Shipped", "Shipped", "Shipped", "Shipped"],
  ["Shipped", "Unshipped", "Shipped", "Shipped"],
  ["shipped", "", "Shipped", "Shipped"],
  ["Complete", "", "Complete", "Delivered"],
  ["Shipped - Picked Up", "Shipped", "Shipped", "Shipped"],
  ["Shipped - Lost in Transit", "Shipped", "Shipped", "Shipped"],
  ["Shipped - Delivered to Buyer", "Shipped", "Complete", "Delivered"],
  ["Pending - Waiting for Pick Up", "Unshipped", "New", "New"],
  ["PartiallyShipped", "Shipped", "Shipped", "Shipped"],
  // The shop may open it again, and then its items are still to be made (docs/spec/import.md#cancelled-orders).
  ["Canceled", "Cancelled", "Cancelled", "New"],
])("gives an order of Amazon with the states %s and %s its status", async (status, itemStatus, expected, item) => {
  const { order } = onlyOrder(await allOrders({ "order-status": status, "item-status": itemStatus }));
  expect({ orderStatus: order.status, itemStatus: order.items[0]?.status }).toEqual({ orderStatus: expected, itemStatus: item });
});

it.each([
  [{ "order-status": "Pending" }, "unpaid"],
  [{ "order-status": "PendingAvailability" }, "unpaid"],
  [{ "order-status": "Pending", "fulfillment-channel": "Amazon", "item-price": "" }, "unpaid"],
  [{ "order-status": "Cancelled", quantity: "0", "item-price": "" }, "cancelled"],
  [{ "fulfillment-channel": "AFN" }, "fulfilled_by_platform"],
  [{ "fulfillment-channel": "Amazon", "order-status": "Shipping" }, "fulfilled_by_platform"],
  [{ "sales-channel": "Non-Amazon US", "order-status": "Shipped", "fulfillment-channel": "Amazon" }, "other_channel"],
  [{ "sales-channel": "Non-Amazon" }, "other_channel"],
])("skips an order that must not be produced here: %o", async (values, reason) => {
  const { orders, errors, skipped } = await allOrders(values);
  expect({ orderCount: orders.size, errorCount: errors.size, skipped }).toEqual({ orderCount: 0, errorCount: 0, skipped: [reason] });
});

it("keeps equal rows without the id of an item, because each is an item", async () => {
  const without = Object.fromEntries(Object.entries(AMAZON_ALL_ORDERS).filter(([name]) => name !== "order-item-id"));
  expect(onlyOrder(await readTabs(without, without)).order).toMatchObject({ total_amount: 50, items: [{ quantity: 2 }, { quantity: 2 }] });
});

it("reads the spelling of Britain and Australia, and the quantity of older files", async () => {
  const spelling: Record<string, string> = { "fulfillment-channel": "fulfilment-channel", quantity: "quantity-purchased" };
  const row = Object.fromEntries(Object.entries(AMAZON_ALL_ORDERS).map(([name, value]) => [spelling[name] ?? name, value]));
  const read = await readTabs(row);
  expect({ format: read.format, problems: read.problems }).toEqual({ format: "amazon-all-orders", problems: [] });
  expect(onlyOrder(read).order).toMatchObject({ status: "New", items: [{ quantity: 2 }] });
});

it("adds the promotion of a row that only continues another one", async () => {
  const more = { "order-id": AMAZON["order-id"] ?? "", "order-item-id": AMAZON["order-item-id"] ?? "", "item-promotion-discount": "1.50" };
  const first = { ...AMAZON, "item-promotion-discount": "2.00" };
  const { order, reasons } = onlyOrder(await readTabs(first, more));
  expect({ order, reasons }).toEqual({ order: expect.objectContaining({ discount: 3.5, total_amount: 23.5 }), reasons: [] });
  expect(order.items).toHaveLength(1);
});

it("rejects an order that has only rows that continue another one", async () => {
  const { errors } = await readTabs({ ...AMAZON, "product-name": "", sku: "", "quantity-purchased": "" });
  expect([...errors.values()].map(({ reason }) => reason)).toEqual(["no_items"]);
});
