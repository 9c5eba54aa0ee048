import { expect, it } from "vitest";
import documents from "../../../openapi/v2.json" with { type: "json" };
import type { Order } from "../../../src/resources/orders/files/format.ts";
import { assembleGroup, truncateTexts } from "../../../src/resources/orders/files/assemble.ts";
import { readHeader } from "../../../src/resources/orders/files/header.ts";
import { shopify } from "../../../src/resources/orders/files/shopify.ts";

/** Longer than every limit of a text. */
const LONG = "ü".repeat(6000);
/** An order with every text field that is truncated, and with identifying ones, each of them too long. */
const ORDER: Order = {
  external_id: LONG,
  number: LONG,
  date: "2024-05-01T09:58:12Z",
  currency: "EUR",
  status: "New",
  customer_name: LONG,
  customer_email: LONG,
  customer_address: LONG,
  customer_phone: LONG,
  payment_method: LONG,
  ship_name: LONG,
  ship_company: LONG,
  shipping_service: LONG,
  buyer_note: LONG,
  gift_message: LONG,
  source_status: LONG,
  ship_address1: LONG,
  ship_address2: LONG,
  ship_city: LONG,
  ship_state: LONG,
  ship_zipcode: LONG,
  ship_country: LONG,
  items: [
    {
      name: LONG,
      quantity: 1,
      price: 1,
      sku: LONG,
      ship_name: LONG,
      phone: LONG,
      material: LONG,
      size: LONG,
      color: LONG,
      variations: LONG,
      personalization: LONG,
    },
  ],
};

interface Schema {
  maxLength?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
}
const maxLengthOf = (schema: Schema | undefined): number =>
  schema?.maxLength ?? Math.max(0, ...[...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])].map(maxLengthOf));

/** The fields of an order and an item in the API's document. */
const orderFields = documents.components.schemas.IncomingOrder.properties as unknown as Record<string, Schema> & {
  items: { items: { properties: Record<string, Schema> } };
};
const itemFields = orderFields.items.items.properties;

it("truncates every descriptive text field to the API's limit, and no identifying one", () => {
  const { order } = truncateTexts(ORDER);
  const { items, ...own } = order;
  const { items: itemsBefore, ...before } = ORDER;
  const lengths = (of: object) =>
    Object.fromEntries(
      Object.entries(of).flatMap(([name, value]) => (typeof value === "string" && value.startsWith("ü") ? [[name, value.length]] : [])),
    );
  const expected = (fields: Record<string, Schema>, names: string[], kept: string[]) =>
    Object.fromEntries(names.map((name) => [name, kept.includes(name) ? LONG.length : maxLengthOf(fields[name])]));
  expect(lengths(own)).toEqual(expected(orderFields, Object.keys(lengths(before)), ["external_id", "customer_email"]));
  expect(lengths(items[0] ?? {})).toEqual(expected(itemFields, Object.keys(lengths(itemsBefore[0] ?? {})), ["sku"]));
});

it("lists what it truncated in one warning", () => {
  const item = { name: "Mug", quantity: 1, price: 1 };
  const { warnings } = truncateTexts({ ...ORDER, items: [{ ...item, phone: LONG }, { ...item, name: LONG, phone: LONG }, item] });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.reason).toBe("truncated");
  expect(warnings[0]?.message).toMatch(
    /^number was cut to 255 characters\. customer_name was cut to 255 characters\. customer_address was cut to 1024 characters\. /,
  );
  expect(warnings[0]?.message).toMatch(/ phone of 2 items was cut to 32 characters\. name of an item was cut to 255 characters\.$/);
});

/** The lowest limit of a text of an order: that of its phone number. */
const MIN_LIMIT = 32;

it("does not change an order whose texts fit", () => {
  // One of the texts is absent.
  const { customer_name: _name, ...present } = { ...ORDER, items: [{ name: "ü".repeat(255), quantity: 1, price: 1 }] };
  const fitting = Object.fromEntries(
    Object.entries(present).map(([name, value]) => [name, value === LONG ? "ü".repeat(MIN_LIMIT) : value]),
  ) as unknown as Order;
  expect(truncateTexts(fitting)).toEqual({ order: fitting, warnings: [] });
});

it("splits no character, and leaves no space at the end", () => {
  const { order } = truncateTexts({ ...ORDER, customer_name: `${"a".repeat(254)}😀😀`, ship_city: `${"b".repeat(254)} c` });
  expect({ customer_name: order.customer_name, ship_city: order.ship_city }).toEqual({
    customer_name: "a".repeat(254),
    ship_city: "b".repeat(254),
  });
});

const LONG_NAME = `#${"1".repeat(300)}`;

/** An order of Shopify's export with this name and Id, as the importer would send it. */
function assemble(id: string) {
  const fields: Record<string, string> = {
    "Created at": "2024-05-01 09:58:12 +0200",
    Currency: "EUR",
    "Lineitem name": "Mug",
    "Lineitem quantity": "1",
    "Lineitem price": "10.00",
    Id: id,
  };
  const { value } = readHeader({ line: 1, values: Object.keys(fields) }, shopify);
  return assembleGroup(shopify, { key: LONG_NAME, rows: [{ line: 2, values: Object.values(fields) }] }, value);
}

it("truncates the number of an order that has an id, and imports the order", () => {
  const { order, error, warnings } = assemble("5000000001001");
  expect({ error, external_id: order?.external_id, number: order?.number }).toEqual({
    error: null,
    external_id: "5000000001001",
    number: LONG_NAME.slice(0, 255),
  });
  expect(warnings.map(({ message }) => message)).toContain("number was cut to 255 characters.");
});

it("rejects an order that only a too long number identifies, with the reason", () => {
  const { order, error } = assemble("");
  expect({ order, reason: error?.reason }).toEqual({ order: null, reason: "order_number_too_long" });
  expect(error?.message).toMatch(/^Name has 301 characters and is the only text that identifies this order\. .* at most 191 characters\./);
});
