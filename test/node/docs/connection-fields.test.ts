import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { MappedPayload } from "../../../src/resources/connections/platforms/adapter";
import { mapOrder as mapBigcommerce } from "../../../src/resources/connections/platforms/bigcommerce/map-order";
import { mapOrder as mapShopify } from "../../../src/resources/connections/platforms/shopify/map-order";
import { mapOrder as mapWoocommerce } from "../../../src/resources/connections/platforms/woocommerce/map-order";
import { PropertyMap } from "../../../src/resources/orders/items/property-map";
import { shopifyOrder, wooOrder } from "../../worker/connections/payloads.ts";
import { bigcommerceOrder } from "../../worker/connections/payloads-bigcommerce.ts";

/** The orders that payloads with a value in each mapped field become. */
function fullOrders() {
  const woo = wooOrder() as { shipping: object };
  const properties = ["_pdf", "Preview", "Fabric", "Color", "Size", "Font"].map((name) => ({ name, value: "https://files.example.com/a" }));
  const mapped: MappedPayload[] = [
    mapWoocommerce({
      ...woo,
      status: "refunded",
      shipping: { ...woo.shipping, address_2: "Flat 2" },
      coupon_lines: [{ code: "ten" }],
      fee_lines: [{ total: "1.00" }],
      refunds: [{ id: 1, total: "-29.35" }],
    }),
    mapBigcommerce({ ...bigcommerceOrder({ refunded_amount: "47.3000" }), coupons: [{ code: "ten" }] }),
    mapShopify(
      shopifyOrder({
        line_items: [{ id: 1, name: "Lamp", quantity: 1, price: "597.00", tax_lines: [], sku: "L", variant_title: "green", properties }],
        note_attributes: [{ name: "Gift message", value: "With love" }],
        refunds: [
          {
            id: 1,
            refund_line_items: [{ line_item_id: 1, quantity: 1, subtotal: "592.00", total_tax: "5.00" }],
            order_adjustments: [{ kind: "shipping_refund", amount: "-6.94", tax_amount: "0.00" }],
            transactions: [{ kind: "refund", status: "success", amount: "603.94" }],
          },
        ],
      }),
      new PropertyMap([{ name: "Fabric", field: "material", key: null }]),
    ),
  ];
  return mapped.map((each) => {
    if (each.kind !== "order") throw new Error(each.kind);
    return each.order.body;
  });
}

/** The names in the first column of the table in a section of the page. */
function documentedIn(section: string, isRow: (cell: string) => boolean): string[] {
  const [, text = ""] = readFileSync("docs/spec/connections.md", "utf8").split(`${section}\n`);
  const [table = ""] = text.split("\n#");
  const cells = table.split("\n").flatMap((line) => (line.startsWith("| `") ? [line.split("|")[1] ?? ""] : []));
  return cells.filter(isRow).flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
}

const isOfItems = (cell: string) => cell.includes("`items`");

it("docs/spec/connections.md lists exactly the mapped fields of an order", () => {
  const mapped = new Set(fullOrders().flatMap((body) => Object.keys(body)));
  const documented = [
    ...documentedIn("### Mapped fields", (cell) => !isOfItems(cell)),
    ...documentedIn("## Amounts", (cell) => !cell.includes("of an item")),
    // Every order has items, and its status is explained above the table.
    "status",
    "items",
  ];
  expect(documented.toSorted()).toEqual([...mapped].toSorted());
});

it("docs/spec/connections.md lists exactly the mapped fields of an item", () => {
  const mapped = new Set(fullOrders().flatMap(({ items }) => items.flatMap((item) => Object.keys(item))));
  const documented = [
    ...documentedIn("### Mapped fields", isOfItems).filter((name) => name !== "items"),
    ...documentedIn("## Amounts", (cell) => cell.includes("of an item")),
  ];
  expect(documented.toSorted()).toEqual([...mapped].toSorted());
});
