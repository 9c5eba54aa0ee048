import { beforeAll, expect, it } from "vitest";
import { type ApiResponse, createShop, rows, type Shop } from "../../kit/client";
import { SCALE } from "../../../src/platform/values/stored-units";
import spec from "../../../docs/spec/amounts-and-figures.md?raw";

/** Every example of docs/spec/amounts-and-figures.md#examples-of-amounts. */

type Body = ApiResponse["body"];

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

/** The body of the response to a request that must succeed. */
async function requireSuccess(response: Promise<ApiResponse>): Promise<Body> {
  const { status, text, body } = await response;
  expect(status, text).toBeLessThan(300);
  return body;
}

const MUG = { external_id: "mug", name: "Mug", price: 100 };
const CARD = { external_id: "card", name: "Card", price: 20 };
const ORDER = { store: "gift", shipping_cost: 5, tax: 10, taxes_included: false, items: [MUG, CARD] };

/** The order of an example, and its later changes. */
interface Example {
  order: Record<string, unknown>;
  change?: (order: Body) => Promise<unknown>;
}

const patchOrder = (body: object) => (order: Body) => requireSuccess(shop.v2(`/orders/${order.id}`, { method: "PATCH", body }));
const patchItem = (at: number, body: object) => (order: Body) =>
  requireSuccess(shop.v2(`/order-items/${order.items[at].id}`, { method: "PATCH", body }));
const remove = (at: number) => (order: Body) => requireSuccess(shop.v2(`/order-items/${order.items[at].id}`, { method: "DELETE" }));

/** The order without its convention: whether its prices include taxes. */
const { taxes_included: _included, ...WITHOUT_CONVENTION } = ORDER;

const EXAMPLES: Readonly<Record<string, Example>> = {
  "nothing happens": { order: ORDER },
  "`taxes_included` is true": { order: { ...ORDER, taxes_included: true } },
  "`taxes_included` is omitted": { order: WITHOUT_CONVENTION },
  "`taxes_included` is omitted, and the total is 125": { order: { ...WITHOUT_CONVENTION, total_amount: 125 } },
  "the same, then the card's price is 30": { order: { ...WITHOUT_CONVENTION, total_amount: 125 }, change: patchItem(1, { price: 30 }) },
  "a discount of 15": { order: { ...ORDER, discount: 15 } },
  "fees of 3": { order: { ...ORDER, fees: 3 } },
  "the total is 130": { order: { ...ORDER, total_amount: 130 } },
  "the subtotal is 119": { order: { ...ORDER, subtotal: 119 } },
  "a refund of 27": { order: { ...ORDER, refund_amount: 27 } },
  "a refund of 27 with a refund tax of 0": { order: { ...ORDER, refund_amount: 27, refund_tax: 0 } },
  "a refund of 1": { order: { ...ORDER, refund_amount: 1 } },
  "a refund of 135": { order: { ...ORDER, refund_amount: 135 } },
  "a refund of 27, then the shipping cost is 30": { order: { ...ORDER, refund_amount: 27 }, change: patchOrder({ shipping_cost: 30 }) },
  "a refund of 27, then the mug is removed": { order: { ...ORDER, refund_amount: 27 }, change: remove(0) },
  "the mug's price is 40": { order: ORDER, change: patchItem(0, { price: 40 }) },
  "the mug's price is 40, and the tax is 4": {
    order: ORDER,
    change: ({ id, items: [mug] }) =>
      requireSuccess(shop.v2("/orders/bulk-updates", { body: { orders: [{ id, tax: 4, items: [{ id: mug.id, price: 40 }] }] } })),
  },
  "the taxes of the items are 9 and 1, and the card is removed": {
    order: {
      ...ORDER,
      items: [
        { ...MUG, tax: 9 },
        { ...CARD, tax: 1 },
      ],
    },
    change: remove(1),
  },
};

const section = spec.split("\n## Examples of amounts\n")[1]?.split("\n## ")[0] ?? "";
const [head = [], , ...lines] = section
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

it("the examples in the table are those of this test", () => {
  expect(lines.map(([name]) => name)).toEqual(Object.keys(EXAMPLES));
});

let days = 0;

it.each(lines)("%s", async (name, ...cells) => {
  const expected = Object.fromEntries(cells.map((cell, at) => [head[at + 1], Number.isNaN(Number(cell)) ? cell : Number(cell)]));
  const example = EXAMPLES[name];
  if (example === undefined) throw new Error("The test does not have this example.");
  days += 1;
  const day = `2026-03-${String(days).padStart(2, "0")}`;
  const created = await requireSuccess(shop.v2("/orders", { body: { ...example.order, external_id: name, date: day } }));
  await example.change?.(created);
  const order = await requireSuccess(shop.v2(`/orders/${created.id}`));
  const [stored] = await rows<{ refunded_tax: number }>("select refunded_tax from orders where id = ?", created.id);
  const { currencies } = await requireSuccess(shop.v2(`/analytics/summary?period=custom&from=${day}&to=${day}`));
  expect({
    subtotal: order.subtotal,
    tax: order.tax,
    total: order.total_amount,
    "refund tax": (stored?.refunded_tax ?? 0) / SCALE,
    net: currencies[0].revenue.net,
    audit: order.requires_audit === true ? "yes" : "no",
  }).toEqual(expected);
});
