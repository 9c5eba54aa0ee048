import { MAX_DISCOUNT_CODES, MAX_LONG_TEXT_LENGTH } from "../../../orders/order-limits";
import type { PropertyMap } from "../../../orders/items/property-map";
import { type MappedPayload, type MappedOrderBody, type SourceFulfillment, type SourceState, UnmappableError } from "../adapter";
import { type AddressNames, customerOf, recipientOf } from "../address";
import { DetailReader, fractionText, type LineQuantity, notApplied } from "../detail-reader";
import { NEW_STATUSES } from "../new-statuses";
import { idAt, joinTexts, optionalRecord, recordAt, roundAmount, roundingOf, sumAmounts, textOf, unitPrice, withoutEmpty } from "../values";
import { mapShipment } from "./map-shipment";

type Fields = Readonly<Record<string, unknown>>;

/** What the platform's `status_id` means here. Any other is open. */
const STATES = new Map<unknown, SourceState>([
  [0, "unpaid"], // Incomplete
  [1, "unpaid"], // Pending
  [7, "unpaid"], // Awaiting Payment
  [10, "complete"], // Completed
  [5, "cancelled"], // Cancelled
  [6, "cancelled"], // Declined
  [4, "cancelled"], // Refunded
]);
const REFUNDED = 4;

/** Maps an event, which has only the id of its order, or an order of the REST API, version 2, with its coupons and shipments. */
export function mapOrder(payload: unknown, propertyMap?: PropertyMap): MappedPayload {
  const fields = recordAt(payload, "The payload");
  if (typeof fields["scope"] === "string") return { kind: "thin", externalId: orderIdOf(fields) };
  const externalId = idAt(fields["id"], "id");
  if (fields["is_deleted"] === true) return { kind: "deleted", externalId };
  const reader = new DetailReader(propertyMap);
  const state = STATES.get(fields["status_id"]) ?? "open";
  const consignments = consignmentsOf(reader, fields);
  const date = reader.moment(fields["date_created"], "date_created");
  const body = withoutEmpty<MappedOrderBody>({
    external_id: externalId,
    number: externalId,
    ...(date !== null && { date: new Date(date).toISOString() }),
    currency: reader.currency(fields["currency_code"]),
    status: NEW_STATUSES[state],
    source_status: textOf(fields["status"], 64)?.toLowerCase(),
    ...textsOf(reader, fields, consignments.shipping),
    ...amountsOf(reader, fields, consignments.lines),
  });
  const updatedAt = reader.moment(textOf(fields["date_modified"]) ?? fields["date_created"], "date_modified");
  const fulfillments = fulfillmentsOf(reader, fields["shipments"]);
  // Without a shipment, nothing else says that nothing is left to do. The status counts for new items only (docs/spec/orders.md#ingest-update).
  if (state === "complete" && fulfillments.length === 0) body.items = body.items.map((item) => ({ ...item, status: "Delivered" }));
  return { kind: "order", order: { body, updatedAt, state, fulfillments, leftOut: reader.leftOut, reasons: reader.reasons } };
}

/** The id of the order that an event is about. Throws UnmappableError. */
export function orderIdOf(event: Fields): string {
  const data = optionalRecord(event["data"]);
  return data["type"] === "shipment" ? idAt(data["orderId"], "data.orderId") : idAt(data["id"], "data.id");
}

/** The shipments of an order. One that can't be mapped is left out, so that the order is stored without it. */
function fulfillmentsOf(reader: DetailReader, value: unknown): SourceFulfillment[] {
  return reader.records(value, "shipments").flatMap((each) => {
    try {
      return [mapShipment(each)];
    } catch (error) {
      if (!(error instanceof UnmappableError)) throw error;
      reader.leaveOut(notApplied(error.message));
      return [];
    }
  });
}

/** The addresses to which something is sent, and the lines of all consignments: shipped, picked up, downloaded and gift certificates. */
function consignmentsOf(reader: DetailReader, fields: Fields): { shipping: Fields[]; lines: Fields[] } {
  const consignments = optionalRecord(fields["consignments"]);
  const recordsOf = (from: Fields, name: string) => reader.records(from[name], `consignments.${name}`);
  const shipping = recordsOf(consignments, "shipping");
  const others = ["pickups", "downloads"].flatMap((name) => recordsOf(consignments, name));
  const certificates = recordsOf(optionalRecord(consignments["email"]), "gift_certificates");
  return { shipping, lines: [...shipping, ...others, ...certificates].flatMap((each) => recordsOf(each, "line_items")) };
}

const ADDRESS: AddressNames = {
  street: "street_1",
  secondLine: "street_2",
  state: ["state"],
  zipcode: "zip",
  country: ["country_iso2", "country"],
};

/** The fields of the order that are no amounts. */
function textsOf(reader: DetailReader, fields: Fields, shipping: readonly Fields[]): Partial<MappedOrderBody> {
  const billing = optionalRecord(fields["billing_address"]);
  const codes = reader.records(fields["coupons"], "coupons").flatMap(({ code }) => textOf(code) ?? []);
  return {
    ...customerOf(billing, ADDRESS),
    payment_method: textOf(fields["payment_method"]),
    ...("customer_message" in fields && { buyer_note: textOf(fields["customer_message"], MAX_LONG_TEXT_LENGTH) ?? null }),
    ...recipientOf(shipping[0] ?? billing, ADDRESS),
    shipping_service: joinTexts([...new Set(shipping.map((each) => textOf(each["shipping_method"])))], ", "),
    // An empty list says that the coupons were removed.
    discount_codes: Array.isArray(fields["coupons"]) ? codes.slice(0, MAX_DISCOUNT_CODES) : undefined,
  };
}

/** A line of an order. Its amount is for all units. */
interface OrderLine {
  line: Fields;
  id: string | undefined;
  stated: LineQuantity;
  quantity: number;
  amount: number;
}

/**
 * The items and amounts of the order, with or without tax as the shop states its prices. The shop does not say whether its discounts include the tax.
 * So the discount is the amount by which the other amounts together exceed the total.
 */
function amountsOf(
  reader: DetailReader,
  fields: Fields,
  lines: readonly Fields[],
): Partial<MappedOrderBody> & Pick<MappedOrderBody, "items"> {
  const included = fields["is_tax_inclusive_pricing"] === true;
  const tax = included ? "inc_tax" : "ex_tax";
  const amount = (from: Fields, name: string, path = name) => reader.amount(from[`${name}_${tax}`], `${path}_${tax}`) ?? 0;
  const sold = reader
    .lines(lines)
    .map(({ line, id, path }): OrderLine => {
      const stated = reader.quantity(line["quantity"], `${path}.quantity`);
      return { line, id, stated, quantity: stated.units, amount: amount(line, "total", `${path}.total`) };
    })
    .filter(({ quantity }) => quantity > 0);
  if (sold.length === 0) throw new UnmappableError("line_items has no item with a quantity.");
  const subtotal = sumAmounts([...sold.map((each) => each.amount), roundingOf(sold)]);
  const shipping_cost = amount(fields, "shipping_cost");
  const otherFees = reader.records(fields["fees"], "fees").map((fee) => amount(fee, "cost", "fees.cost"));
  const statedFees = sumAmounts([amount(fields, "handling_cost"), amount(fields, "wrapping_cost"), ...otherFees]);
  const excess = roundAmount(sumAmounts([subtotal, shipping_cost, statedFees]) - amount(fields, "total"));
  // If they fall short of the total instead, the rest is a fee.
  const fees = roundAmount(statedFees + Math.max(0, -excess));
  const total = reader.amount(fields["total_inc_tax"], "total_inc_tax") ?? 0;
  return {
    total_amount: total,
    subtotal,
    shipping_cost,
    discount: Math.max(0, excess),
    tax: reader.amount(fields["total_tax"], "total_tax") ?? 0,
    fees: fees === 0 ? null : fees,
    taxes_included: included,
    ...refundOf(reader, fields, total),
    items: sold.map((line) => itemOf(reader, line)),
  };
}

/** Whether a line has to be shipped, by its type. */
const REQUIRES_SHIPPING: ReadonlyMap<string, boolean> = new Map([
  ["physical", true],
  ["digital", false],
  ["giftcertificate", false],
]);

function refundOf(reader: DetailReader, fields: Fields, total: number): Partial<MappedOrderBody> {
  if (fields["refunded_amount"] === undefined) return {};
  const refund = reader.amount(fields["refunded_amount"], "refunded_amount") ?? 0;
  const isRefunded = fields["status_id"] === REFUNDED || (refund > 0 && refund >= total);
  return { refund_amount: refund > 0 ? refund : null, is_refunded: isRefunded ? true : null };
}

/** The kinds of options in which the customer writes a text. */
const TEXT_OPTION_TYPES = new Set<unknown>(["Text field", "Multi-line text field"]);

function itemOf(reader: DetailReader, { line, id, stated, quantity, amount }: OrderLine): MappedOrderBody["items"][number] {
  const path = "line_items.product_options";
  const options = reader.records(line["product_options"], path);
  const pairs = (some: readonly Fields[]) => some.map((each) => [textOf(each["display_name"]) ?? "", each["display_value"]] as const);
  const { written = [], chosen = [] } = Object.groupBy(options, ({ type }) => (TEXT_OPTION_TYPES.has(type) ? "written" : "chosen"));
  const texts = reader.properties(pairs(chosen), path).map(({ name, value }) => `${name}: ${value}`);
  const properties = reader.properties(pairs(options), path);
  const writtenNames = new Set(pairs(written).map(([name]) => name));
  return withoutEmpty<MappedOrderBody["items"][number]>({
    external_id: id,
    name: textOf(line["name"]) ?? "Item",
    quantity,
    price: unitPrice({ quantity, amount }),
    tax: reader.amount(line["total_tax"], "line_items.total_tax"),
    sku: textOf(line["sku"]),
    requires_shipping: REQUIRES_SHIPPING.get(textOf(line["type"]) ?? ""),
    variations: joinTexts([fractionText(stated), joinTexts(texts, ", ", MAX_LONG_TEXT_LENGTH)], " ", MAX_LONG_TEXT_LENGTH),
    properties: Array.isArray(line["product_options"]) ? properties : undefined,
    ...reader.mappedFields(properties, path, ({ name }) => writtenNames.has(name)),
  });
}
