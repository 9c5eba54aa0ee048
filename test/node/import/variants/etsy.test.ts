import { expect, it } from "vitest";
import { ETSY, onlyOrder, readCsv, withNames } from "./read-rows.ts";

const SHIP = ["Name", "Address1", "City", "State", "Zipcode", "Country"] as const;

it.each([
  ["British", "Delivery", { "Order Shipping": "Order Delivery", "Date Shipped": "Date Posted" }, {}],
  ["with a county and a postcode", "Delivery", { "Order Shipping": "Order Delivery" }, { State: "County", Zipcode: "Postcode" }],
  ["Canadian", "Delivery", { "Date Shipped": "Date Posted" }, { State: "Province", Zipcode: "Postal Code" }],
  ["Australian", "Postage", { "Order Shipping": "Order Postage", "Order Sales Tax": "Order GST" }, { Zipcode: "Postcode" }],
  ["in capitals", "DELIVERY", { "Order Shipping": "ORDER DELIVERY", "Date Shipped": "DATE DISPATCHED" }, {}],
  ["with underscores", "Shipping", { "Order Shipping": "order_delivery", "Date Shipped": "date_posted" }, {}],
])("reads the names of columns: %s", async (_what, word, names, parts: Record<string, string>) => {
  const address = Object.fromEntries(SHIP.map((part) => [`Ship ${part}`, `${word} ${parts[part] ?? part}`]));
  const read = await readCsv(withNames(ETSY, { ...names, ...address }));
  expect({ format: read.format, problems: read.problems }).toEqual({ format: "etsy", problems: [] });
  expect(onlyOrder(read).order).toMatchObject({
    status: "Shipped",
    shipping_cost: 5,
    total_amount: 25,
    ship_name: "Ann Sample",
    ship_address1: "1 Main St",
    ship_city: "Salem",
    ship_state: "OR",
    ship_zipcode: "97301",
    ship_country: "United States",
  });
});

it.each([
  [{ "Shipping Discount": "8" }, 25],
  [{ "Shipping Discount": "5.00", "Order Shipping": "0" }, 20],
  [{ "Shipping Discount": "$4.50", "Order Shipping": "$1.50" }, 21.5],
  [{ "Shipping Discount": "-2.00" }, 25],
  [{ "Shipping Discount": "3", "Discount Amount": "3" }, 22],
  [{ "Shipping Discount": "", "Order Sales Tax": "1.10" }, 26.1],
])("does not subtract the discount on shipping from what the buyer paid: %o", async (values, total) => {
  expect(onlyOrder(await readCsv({ ...ETSY, ...values })).order).toMatchObject({ total_amount: total });
});

it("does not subtract the discount on shipping for each of several items either", async () => {
  const first = { ...ETSY, "Shipping Discount": "6", "Order Shipping": "2" };
  const read = await readCsv(first, { ...first, "Transaction ID": "5200000002", Price: "7.50", Quantity: "1" });
  expect(onlyOrder(read).order).toMatchObject({ discount: 0, shipping_cost: 2, total_amount: 29.5 });
});

it.each([
  ["Style:Print,Personalisation:Biscuit", "Biscuit"],
  ["personalisation: For Mum, with love", "For Mum, with love"],
  ["Personalization:To: Ann, From: Bob", "To: Ann, From: Bob"],
  ["Größe: L,Personalisierung: Für Oma", "Für Oma"],
  ["Taille : M,Personnalisation : Léa", "Léa"],
  ["Tamaño: S,Personalización: Ana y Luis", "Ana y Luis"],
  ["Personalizzazione: Auguri", "Auguri"],
  ["Personalização: João", "João"],
  ["Personalisatie: Saar", "Saar"],
  ["Personalizacja: Ola", "Ola"],
  ["PERSONALISATION:\nline one\nline two", "line one\nline two"],
])("reads the personalization of %j", async (Variations, expected) => {
  const { order } = onlyOrder(await readCsv({ ...ETSY, Variations }));
  expect(order.items[0]).toMatchObject({ personalization: expected, variations: Variations });
});

it.each([
  ["Größe: L,Farbe: Rot", "L", "Rot"],
  ["Taille : M,Couleur : Bleu", "M", "Bleu"],
  ["Sizes:Small,Primary color:Green", "Small", "Green"],
  ["Talla: S,Color: Verde", "S", "Verde"],
  ["Taglia: XL,Colore: Nero", "XL", "Nero"],
])("reads the size and the color of %j", async (Variations, size, color) => {
  expect(onlyOrder(await readCsv({ ...ETSY, Variations })).order.items[0]).toMatchObject({ size, color });
});

it.each([
  ["40OFF;40OFF", ["40OFF"]],
  ["A; B;A", ["A", "B"]],
  ["A,B", ["A", "B"]],
  ["SPRING", ["SPRING"]],
  [";X;", ["X"]],
  ["", undefined],
])("reads the coupon codes %j, each once", async (code, expected) => {
  const second = { ...ETSY, "Transaction ID": "5200000002", "Coupon Code": code };
  expect(onlyOrder(await readCsv({ ...ETSY, "Coupon Code": code }, second)).order.discount_codes).toEqual(expected);
});

it.each([
  ["2026-11-21", "2026-11-21"],
  ["2026/11/21", "2026-11-21"],
  ["2026-11-21 00:00:00", "2026-11-21"],
  ["21-Nov-26", "2026-11-21"],
  ["21 November 2026", "2026-11-21"],
  ["Nov 21, 2026", "2026-11-21"],
  ["21.11.2026", "2026-11-21"],
  ["21. Dezember 2026", "2026-12-21"],
  ["3 févr. 2026", "2026-02-03"],
  ["11/21/2026 10:15", "2026-11-21"],
])("reads the date %s, which is unambiguous", async (date, expected) => {
  expect(onlyOrder(await readCsv({ ...ETSY, "Sale Date": date })).order).toMatchObject({ date: expected });
});

it.each(["21/11/2026", "11-21-2026", "2026-02-30", "yesterday", "32.01.2026", "21 Foo 2026"])("rejects the date %s", async (date) => {
  const { errors } = await readCsv({ ...ETSY, "Sale Date": date });
  expect([...errors.values()].map(({ reason }) => reason)).toEqual(["invalid_date"]);
});
