import { beforeAll, describe, expect, it } from "vitest";
import { carrierOfNumber } from "../../../../src/resources/orders/fulfillments/carrier-of-number";
import { normalizeTrackingNumber } from "../../../../src/platform/values/tracking-number";
import { trackingLink } from "../../../../src/resources/orders/fulfillments/tracking-link";
import { createShop, type Shop, ingestOrder } from "../../../kit/client";
import { eventsOf, createFulfillment } from "./kit";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

/** The same number as people type it and as labels and barcodes contain it. */
const WRITTEN: readonly (readonly [normalized: string, spellings: readonly string[]])[] = [
  [
    "9400100000000000000001",
    [
      "9400 1000 0000 0000 0000 01",
      "9400-1000-0000-0000-0000-01",
      "420121809400100000000000000001",
      "420 12180 9400 1000 0000 0000 0000 01",
      "4201218012349400100000000000000001",
      "\u200B9400\u00A01000\u20090000 0000\u20110000 01\uFEFF",
      "９４００１０００００００００００００００01",
    ],
  ],
  ["1z5r89390357567127", ["1Z5R89390357567127", "1z 5R8 939 03 5756 7127", "1Z-5r8-939-03-5756-7127"]],
  ["rb123456785gb", ["RB 123 456 785 GB", "rb123456785gb", "RB 123456785 GB"]],
  ["00340434161094042557", ["00340 43416 10940 42557", "0034 0434 1610 9404 2557"]],
  ["lk.274/5", ["LK.274/5", " lk.274/5 "]],
  ["---", ["---"]],
];

const spellings = WRITTEN.flatMap(([normalized, all]) =>
  all.map((written): [written: string, normalized: string] => [written, normalized]),
);

it.each(spellings)("the tracking number %j is normalized to %s", (written, normalized) => {
  expect(normalizeTrackingNumber(written)).toBe(normalized);
});

it.each([
  // Too short.
  ["420", "420"],
  ["4201218094001", "4201218094001"],
  // Without a number of this carrier, which begins with 9.
  ["420000000000000000000000000000", "420000000000000000000000000000"],
  // A number of another carrier with the same beginning.
  ["42012180123456789012", "42012180123456789012"],
])("nothing is removed from the tracking number %s, which is not a barcode of the United States Postal Service", (written, normalized) => {
  expect(normalizeTrackingNumber(written)).toBe(normalized);
});

it("a postal code of nine digits is removed from a barcode, also one that ends with zeros", () => {
  expect(normalizeTrackingNumber("4201002334249200190132607600833457")).toBe("9200190132607600833457");
  expect(normalizeTrackingNumber("4201028200009261290113185417468510")).toBe("9261290113185417468510");
});

/** The numbers that have a word, without which a search finds nothing. */
const SEARCHABLE = WRITTEN.filter(([normalized]) => normalized !== "---");

describe.each(SEARCHABLE)("a fulfillment with %s", (_normalized, all) => {
  it(
    "is found by a carrier's report and a search in every spelling, and returns the number as it was typed",
    { tags: "long" },
    async () => {
      for (const typed of all) {
        const other = await createShop();
        const order = await ingestOrder(other);
        const { body } = await createFulfillment(other, order.id, { tracking_number: typed });
        expect(body.tracking_number).toBe(typed.trim());
        for (const reported of all) {
          const report = await other.v2("/tracking", { body: { tracking_number: reported, status: "in_transit" } });
          expect({ typed, reported, status: report.status }).toEqual({ typed, reported, status: 200 });
          const found = await other.v2(`/orders?q=${encodeURIComponent(reported)}`);
          expect({ typed, reported, ids: found.body.data.map(({ id }: { id: number }) => id) }).toEqual({
            typed,
            reported,
            ids: [order.id],
          });
        }
      }
    },
  );
});

it("a search finds items by a tracking code that was entered in groups of digits, and orders by two numbers that are not one tracking code", async () => {
  const order = await ingestOrder(shop, { items: [{ name: "Mug", price: 1, tracking_code: "9405 5036 9930 0124 2878 99" }] });
  const items = await shop.v2("/order-items?q=9405503699300124287899");
  expect(items.body.data.map(({ order_id }: { order_id: number }) => order_id)).toEqual([order.id]);
  const numbered = await ingestOrder(shop, { number: "100200300400", customer_name: "555666777888" });
  const found = await shop.v2("/orders?q=100200300400%20555666777888");
  expect(found.body.data.map(({ id }: { id: number }) => id)).toEqual([numbered.id]);
  expect((await shop.v2("/orders?q=100200300400%20999")).body.data).toEqual([]);
});

/** Tracking numbers with the carrier that their form and check digit identify, if there is one. */
const NUMBERS: readonly (readonly [number: string, carrier: string | null])[] = [
  ["1Z5R89390357567127", "UPS"],
  ["1Z 879 E93 03 4683 4440", "UPS"],
  // With another check digit, and too short.
  ["1Z5R89390357567128", null],
  ["1Z999", null],
  ["9400111206206406260787", "USPS"],
  ["420787459400111206206406260787", "USPS"],
  // With another check digit.
  ["9434611206206407667131", null],
  ["7112 3456 7891 2345 6787", "USPS"],
  ["RB123456785US", "USPS"],
  ["RB123456785GB", "Royal Mail"],
  // With another check digit, and of the post of another country.
  ["RB123456786GB", null],
  ["RB123456785FR", null],
  ["986578788855", "FedEx"],
  // With another check digit.
  ["996578788855", null],
  ["568283610012734", "FedEx"],
  ["9611020987654312345672", "FedEx"],
  ["1001921334250001000300779017972697", "FedEx"],
  ["3318810025", "DHL"],
  // With another check digit.
  ["3318810034", null],
  ["JJD014600003852461879", "DHL"],
  // With the 16 digits of Yodel's numbers.
  ["JJD0002257639032011", null],
  ["00340434161094042557", "DHL"],
  ["GM2951173225174494", "DHL"],
  // With check digits of both FedEx and Purolator.
  ["287809468872", null],
  // Of a carrier that is not recognized.
  ["C11031500001879", null],
  // What people enter to fill a field.
  ["000000000000000", null],
  ["TRACK123", null],
  ["", null],
];

it.each(NUMBERS)("the carrier of the tracking number %s is recognized as %s", (number, carrier) => {
  expect(carrierOfNumber(number)).toBe(carrier);
});

const link = (carrier: string | null, tracking_number: string | null, tracking_url: string | null = null) =>
  trackingLink({ carrier, tracking_number, tracking_url });

it.each([
  ["UPS", "1Z 5R8 939 03 5756 7127", "https://www.ups.com/track?tracknum=1Z5R89390357567127"],
  [null, "1z5r89390357567127", "https://www.ups.com/track?tracknum=1Z5R89390357567127"],
  [
    "usps ground advantage",
    "420121809400100000000000000001",
    "https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000001",
  ],
  ["Fed Ex", "986578788855", "https://www.fedex.com/fedextrack/?trknbr=986578788855"],
  ["DHL Paket", "00340434161094042557", "https://www.dhl.com/global-en/home/tracking.html?tracking-id=00340434161094042557"],
  ["Royal Mail Tracked 48", "RB123456785GB", "https://www.royalmail.com/track-your-item#/tracking-results/RB123456785GB"],
  ["UPS", "a b&c=1#", "https://www.ups.com/track?tracknum=AB%26C%3D1%23"],
  ["Carrier pigeon", "1Z5R89390357567127", null],
  [null, "unknown", null],
  ["UPS", null, null],
])("the tracking link of the carrier %s and the number %s is %s", (carrier, number, expected) => {
  expect(link(carrier, number)).toBe(expected);
});

it("a tracking link that was sent is kept", () => {
  expect(link("UPS", "1Z5R89390357567127", "https://example.com/t")).toBe("https://example.com/t");
});

describe("the carrier of a fulfillment", () => {
  const orderWithFulfillment = async (body: Record<string, unknown>) => {
    const order = await ingestOrder(shop);
    return { order, ...(await createFulfillment(shop, order.id, body)) };
  };
  const patch = async (id: string, body: object) => (await shop.v2(`/fulfillments/${id}`, { method: "PATCH", body })).body;

  it("is detected from its number if none was sent, with a tracking link, in the response and in the events", async () => {
    const { order, body } = await orderWithFulfillment({ tracking_number: "1Z 5R8 939 03 5756 7127", status: "in_transit" });
    const expected = {
      tracking_number: "1Z 5R8 939 03 5756 7127",
      carrier: "UPS",
      tracking_url: "https://www.ups.com/track?tracknum=1Z5R89390357567127",
    };
    expect(body).toMatchObject(expected);
    const events = await eventsOf(order.id);
    expect(events.find(({ event }) => event === "order.fulfillment.shipped")).toMatchObject(expected);
    expect((await shop.v2(`/fulfillments/${body.id}`)).body).toMatchObject(expected);
  });

  it("is the value that was sent, also null", async () => {
    expect((await orderWithFulfillment({ tracking_number: "1Z5R89390357567127", carrier: "My courier" })).body).toMatchObject({
      carrier: "My courier",
      tracking_url: null,
    });
    expect((await orderWithFulfillment({ tracking_number: "1Z5R89390357567127", carrier: null })).body).toMatchObject({ carrier: null });
    expect((await orderWithFulfillment({ tracking_number: "TRACK123" })).body).toMatchObject({ carrier: null, tracking_url: null });
  });

  it("follows a corrected number, unless a person has set another carrier", async () => {
    const { body } = await orderWithFulfillment({ tracking_number: "1Z5R89390357567127" });
    expect(await patch(body.id, { tracking_number: "986578788855" })).toMatchObject({ carrier: "FedEx" });
    // A number that shows no carrier.
    expect(await patch(body.id, { tracking_number: "TRACK123" })).toMatchObject({ carrier: "FedEx" });
    expect(await patch(body.id, { carrier: "My courier" })).toMatchObject({ carrier: "My courier" });
    expect(await patch(body.id, { tracking_number: "1Z5R89390357567127" })).toMatchObject({ carrier: "My courier" });
    expect(await patch(body.id, { carrier: null })).toMatchObject({ carrier: null });
    expect(await patch(body.id, { status: "in_transit" })).toMatchObject({ carrier: null });
  });
});

const DAMAGED = [
  "9.4E+21",
  "9.4 E+21",
  "'9.4E+21",
  "=9.4E+21",
  "9.4E+21\u200B",
  "9400111899560000000000",
  "9400 1118 9956 0000 0000 00",
  "4-Mar",
  "#######",
];
describe.each(DAMAGED)("%s, which a spreadsheet has changed", (tracking_number) => {
  it("is rejected in a fulfillment, new or changed, and in a bulk action", async () => {
    const { id } = await ingestOrder(shop);
    const { id: fulfillment } = (await createFulfillment(shop, id, { tracking_number: "OWN" })).body;
    const responses = [
      await createFulfillment(shop, id, { tracking_number }),
      await shop.v2(`/fulfillments/${fulfillment}`, { method: "PATCH", body: { tracking_number } }),
      await shop.v2("/orders/bulk-actions", { body: { ids: [id], ship: { tracking: [{ id, tracking_number }] } } }),
    ];
    const codes = responses.map(({ status, body }) => [status, body.error.details.map(({ code }: { code: string }) => code)]);
    expect(codes).toEqual(responses.map(() => [400, ["value_damaged"]]));
    expect((await shop.v2(`/orders/${id}/fulfillments`)).body.data).toMatchObject([{ tracking_number: "OWN" }]);
  });
});

it("accepts a real number that ends with four zeros", async () => {
  const tracking_number = "9400111899561234560000";
  const { id } = await ingestOrder(shop);
  expect(await createFulfillment(shop, id, { tracking_number })).toMatchObject({ status: 201, body: { tracking_number } });
});
