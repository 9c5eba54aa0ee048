import { beforeAll, expect, it } from "vitest";
import { createShop, idempotencyKey, type Shop } from "../../../kit/client";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
  for (const [external_id, tracking_number] of SHIPPED) {
    const body = { store: "gift", external_id, items: [{ external_id: "7", name: "Mug", price: 1 }] };
    const order = await shop.v2("/orders", { body, headers: idempotencyKey() });
    const fulfillment = { tracking_number, shipped_at: "2026-03-03T12:00:00Z" };
    const packed = await shop.v2(`/orders/${order.body.id}/fulfillments`, { body: fulfillment, headers: idempotencyKey() });
    expect(packed.status, packed.text).toBe(201);
  }
});

/** Orders with their tracking numbers as typed and as platforms accept them. */
const SHIPPED: readonly (readonly [order: string, typed: string, uploaded: string])[] = [
  ["0012", "9400 1112 0620 6406 2607 87", "9400111206206406260787"],
  ["11-12", "420787459400111206206406260787", "9400111206206406260787"],
  ["12345678901234567890", "00340434161094042557", "00340434161094042557"],
  ["A-1", '12"x', '12"x'],
  ["A-2", "LK 274 / 5", "LK 274 / 5"],
];

const file = async (format: string) => {
  const { text } = await shop.v2(`/stores/${shop.store.id}/tracking-worksheet?format=${format}&from=2026-03-03&to=2026-03-03`);
  return text.trimEnd().split("\r\n").slice(1);
};

it("a worksheet for Etsy, which people read, has ids and numbers as text cells, so that a spreadsheet does not change them", async () => {
  // A formula with a text, ="0012", in quotes as CSV needs them.
  const cell = (text: string) => `"${`="${text.replaceAll('"', '""')}"`.replaceAll('"', '""')}"`;
  // Without the day and the carrier in the middle, and without the link at the end.
  const lines = (await file("etsy")).map((line) => line.replace(/,2026-03-03,[^,]*,/, ",").replace(/,[^,]*$/, ""));
  expect(lines.toSorted()).toEqual(SHIPPED.map(([order, typed]) => `${cell(order)},${cell(typed)}`).toSorted());
});

it("a worksheet for Amazon or eBay, which is uploaded, has numbers in the form that the platform accepts", async () => {
  const amazon = (await file("amazon")).map((line) => line.split("\t")).map(([order, , , , , , number]) => [order, number]);
  expect(amazon.toSorted()).toEqual(SHIPPED.map(([order, , uploaded]) => [order, uploaded]).toSorted());
  const ebay = (await file("ebay")).map((line) => [line.split(",")[0], line.split(",").at(-1)]);
  expect(ebay.toSorted()).toEqual(SHIPPED.map(([order, , uploaded]) => [order, uploaded.includes('"') ? '"12""x"' : uploaded]).toSorted());
});
