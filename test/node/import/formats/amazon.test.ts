import { expect, it } from "vitest";
import { assembleRecognized, type Fields } from "./sample.ts";

// The columns as Amazon publishes them. The rows are invented.
const HEADER =
  "order-id	order-item-id	purchase-date	payments-date	buyer-email	buyer-name	buyer-phone-number	sku	product-name	quantity-purchased	currency	item-price	item-tax	shipping-price	shipping-tax	ship-service-level	recipient-name	ship-address-1	ship-address-2	ship-address-3	ship-city	ship-state	ship-postal-code	ship-country	ship-phone-number	item-promotion-discount	item-promotion-id	ship-promotion-discount	ship-promotion-id	delivery-start-date	delivery-end-date	delivery-time-zone	delivery-Instructions	sales-channel";
const UNSHIPPED =
  "order-id	order-item-id	purchase-date	payments-date	reporting-date	promise-date	days-past-promise	buyer-email	buyer-name	buyer-phone-number	sku	product-name	quantity-purchased	quantity-shipped	quantity-to-ship	ship-service-level	recipient-name	ship-address-1	ship-address-2	ship-address-3	ship-city	ship-state	ship-postal-code	ship-country	is-business-order	purchase-order-number	price-designation";
const NUMBER = "111-2222222-3333333";

const SHELF: Fields = {
  "order-id": NUMBER,
  "order-item-id": "50000000000001",
  "purchase-date": "2025-08-14T10:20:30+00:00",
  "buyer-email": "x1@marketplace.example.com",
  "buyer-name": "Cy Example",
  "buyer-phone-number": "555-0103",
  sku: "SHELF",
  "product-name": 'Shelf 12" wide, "oak"',
  "quantity-purchased": "2",
  currency: "USD",
  "item-price": "40.00",
  "item-tax": "3.20",
  "shipping-price": "6.00",
  "shipping-tax": "0.48",
  "ship-service-level": "Standard",
  "recipient-name": "Cy Example",
  "ship-address-1": "3 Elm Rd",
  "ship-address-2": "Floor 2",
  "ship-address-3": "Door 3",
  "ship-city": "Köln",
  "ship-state": "TX",
  "ship-postal-code": "73301",
  "ship-country": "US",
  "ship-phone-number": "555-0104",
  "item-promotion-discount": "-2.00",
  "ship-promotion-discount": "1.00",
  "sales-channel": "Amazon.com",
};
/** A report: tabs, and no quotes around values. */
const report = (header: string, ...rows: Fields[]) =>
  [
    header,
    ...rows.map((row) =>
      header
        .split("\t")
        .map((name) => row[name] ?? "")
        .join("\t"),
    ),
  ].join("\r\n");
const assemble = async (...rows: Fields[]) => (await assembleRecognized(report(HEADER, ...rows))).get(NUMBER);

it("assembles an order from its rows, with quotes as a part of values", async () => {
  const bracket = { ...SHELF, "order-item-id": "50000000000002", "product-name": 'Bracket 3"', sku: "", "quantity-purchased": "1" };
  const untaxed = { "item-price": "10.00", "item-tax": "", "shipping-price": "", "shipping-tax": "" };
  const { order, total, warnings } =
    (await assemble(SHELF, { ...bracket, ...untaxed, "item-promotion-discount": "", "ship-promotion-discount": "" })) ?? {};
  expect(order).toEqual({
    external_id: NUMBER,
    number: NUMBER,
    date: "2025-08-14T10:20:30+00:00",
    currency: "USD",
    status: "New",
    subtotal: 50,
    tax: 3.68,
    shipping_cost: 6,
    discount: 3,
    total_amount: 56.68,
    taxes_included: false,
    customer_name: "Cy Example",
    customer_email: "x1@marketplace.example.com",
    customer_phone: "555-0103",
    ship_name: "Cy Example",
    ship_address1: "3 Elm Rd",
    ship_address2: "Floor 2, Door 3",
    ship_city: "Köln",
    ship_state: "TX",
    ship_zipcode: "73301",
    ship_country: "US",
    shipping_service: "Standard",
    items: [
      {
        external_id: "50000000000001",
        name: 'Shelf 12" wide, "oak"',
        sku: "SHELF",
        quantity: 2,
        price: 20,
        tax: 3.2,
        status: "New",
        ship_name: "Cy Example",
        phone: "555-0104",
      },
      {
        external_id: "50000000000002",
        name: 'Bracket 3"',
        quantity: 1,
        price: 10,
        status: "New",
        ship_name: "Cy Example",
        phone: "555-0104",
      },
    ],
  });
  expect({ total, warnings }).toEqual({ total: 566_800, warnings: [] });
});

it.each([
  ["Latin-1, if that is given", Buffer.from(report(HEADER, SHELF), "latin1"), "latin1"],
  ["UTF-8", Buffer.from(report(HEADER, SHELF)), undefined],
])("reads a report in %s", async (_case, contents, encoding) => {
  expect((await assembleRecognized(contents, encoding)).get(NUMBER)?.order?.ship_city).toBe("Köln");
});

it("rejects a report in Latin-1 if no encoding is given", async () => {
  await expect(assembleRecognized(Buffer.from(report(HEADER, SHELF), "latin1"))).rejects.toThrow(/Line 2 is not UTF-8 text/);
});

it("reads the unshipped report, which has no prices, with a warning and the ship-by date", async () => {
  const assembled = await assembleRecognized(report(UNSHIPPED, { ...SHELF, "promise-date": "2025-08-18T06:59:59+00:00" }));
  const { order, warnings } = assembled.get(NUMBER) ?? {};
  expect(order).toMatchObject({ ship_by_date: "2025-08-18", subtotal: 0, total_amount: 0, items: [{ quantity: 2, price: 0 }] });
  expect(order !== null && order !== undefined && "currency" in order).toBe(false);
  expect(warnings?.map(({ reason }) => reason)).toEqual(["no_prices"]);
});

it("rounds the price of one unit, with a warning, and keeps the amounts of the order", async () => {
  const { order, warnings } = (await assemble({ ...SHELF, "quantity-purchased": "3", "item-price": "10.00" })) ?? {};
  expect(order).toMatchObject({ subtotal: 10, items: [{ quantity: 3, price: 3.3333 }] });
  expect(warnings).toEqual([{ reason: "price_rounded", message: expect.stringContaining("10 for 3 units") as string }]);
});

it.each([
  ["Amazon.com", "USD", false],
  ["Amazon.ca", "CAD", false],
  ["Amazon.de", "EUR", true],
  ["amazon.co.uk", "GBP", true],
  ["", "USD", false],
  ["", "EUR", true],
])("detects whether prices include tax: %s %s", async (channel, currency, included) => {
  const { order } = (await assemble({ ...SHELF, "sales-channel": channel, currency })) ?? {};
  expect({ taxes_included: order?.taxes_included, total_amount: order?.total_amount }).toEqual({
    taxes_included: included,
    total_amount: included ? 43 : 46.68,
  });
});

it("reads a report that a spreadsheet has saved with commas and quotes", async () => {
  const quoted = report(HEADER, SHELF)
    .split("\r\n")
    .map((line) =>
      line
        .split("\t")
        .map((value) => `"${value.replaceAll('"', '""')}"`)
        .join(","),
    )
    .join("\n");
  expect((await assembleRecognized(quoted)).get(NUMBER)?.order?.items[0]?.name).toBe('Shelf 12" wide, "oak"');
});

it.each([
  ["invalid_date", { "purchase-date": "14/08/2025" }],
  ["invalid_amount", { "item-price": "40,000" }],
  ["invalid_price", { "item-price": "-1.00" }],
  ["invalid_quantity", { "quantity-purchased": "" }],
  ["no_item_name", { "product-name": "", sku: "" }],
])("rejects the whole order: %s %o", async (reason, fields) => {
  await expect(assemble({ ...SHELF, ...fields })).rejects.toMatchObject({ reason });
});
