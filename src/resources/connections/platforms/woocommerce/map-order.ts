import { MAX_DISCOUNT_CODES, MAX_LONG_TEXT_LENGTH, MAX_REFUND_REASON_LENGTH } from "../../../orders/order-limits";
import type { PropertyMap } from "../../../orders/items/property-map";
import { woocommerceState } from "../../../orders/files/woocommerce-states";
import type { SourceRefund } from "../../../orders/refunds/source-refund";
import { type MappedPayload, type MappedOrderBody, type SourceState, UnmappableError } from "../adapter";
import { type AddressNames, customerOf, recipientOf } from "../address";
import { DetailReader, fractionText, type LineQuantity } from "../detail-reader";
import { NEW_STATUSES } from "../new-statuses";
import { idAt, joinTexts, optionalRecord, recordAt, roundAmount, roundingOf, sumAmounts, textOf, unitPrice, withoutEmpty } from "../values";
import { decodeEntities } from "../../../../platform/values/html-entities";

type Fields = Readonly<Record<string, unknown>>;

/** Maps an order of the REST API, version 3. A deleted order has only its id. */
export function mapOrder(payload: unknown, propertyMap?: PropertyMap): MappedPayload {
  const fields = recordAt(payload, "The payload");
  const externalId = idAt(fields["id"], "id");
  if (Object.keys(fields).length === 1) return { kind: "deleted", externalId };
  const reader = new DetailReader(propertyMap);
  const status = textOf(fields["status"], 64);
  if (status === undefined) reader.leaveOut("status is not a text");
  const state = stateOf(fields, status);
  const body = withoutEmpty<MappedOrderBody>({
    external_id: externalId,
    ...textsOf(reader, fields),
    status: NEW_STATUSES[state],
    source_status: status,
    ...amountsOf(reader, fields, status),
  });
  const updatedAt = momentOf(reader, fields, "date_modified");
  // WooCommerce has no fulfillments of its own. Plugins store tracking in different ways.
  const refunds = refundsOf(fields);
  const parts = { fulfillments: [], ...(refunds.length > 0 && { refunds }) };
  return { kind: "order", order: { body, updatedAt, state, ...parts, leftOut: reader.leftOut, reasons: reader.reasons } };
}

/** The refunds, which the order lists without their lines. What can't be read of them is noted where the amounts of the order are read. */
function refundsOf(fields: Fields): SourceRefund[] {
  const reader = new DetailReader();
  return reader.records(fields["refunds"], "refunds").flatMap((refund) => {
    const externalId = reader.id(refund["id"], "refunds.id");
    const amount = -(reader.amount(refund["total"], "refunds.total") ?? 0);
    if (externalId === undefined || amount <= 0) return [];
    return [
      {
        externalId,
        createdAt: null,
        amount,
        tax: null,
        shipping: 0,
        reason: textOf(refund["reason"], MAX_REFUND_REASON_LENGTH) ?? null,
        items: [],
      },
    ];
  });
}

/** An order that is cancelled without a time of payment was never paid: WooCommerce cancels a checkout that was left. */
function stateOf(fields: Fields, status: string | undefined): SourceState {
  const state = status === undefined ? "open" : woocommerceState(status);
  const isUnpaid = "date_paid_gmt" in fields && textOf(fields["date_paid_gmt"]) === undefined;
  return status === "cancelled" && isUnpaid ? "cancelled_unpaid" : state;
}

/** A time of the order. The field with the suffix `_gmt` has no offset and is in UTC. */
function momentOf(reader: DetailReader, fields: Fields, name: string): number | null {
  const path = `${name}_gmt`;
  const text = fields[path];
  return reader.moment(typeof text === "string" && text !== "" ? `${text}Z` : text, path);
}

const ADDRESS: AddressNames = {
  street: "address_1",
  secondLine: "address_2",
  state: ["state"],
  zipcode: "postcode",
  country: ["country"],
};

/** The fields of the order that are no amounts. */
function textsOf(reader: DetailReader, fields: Fields): Partial<MappedOrderBody> {
  const [billing, shipping] = [optionalRecord(fields["billing"]), optionalRecord(fields["shipping"])];
  const names = (list: string, name: string) => reader.records(fields[list], list).flatMap((each) => textOf(each[name]) ?? []);
  const created = momentOf(reader, fields, "date_created");
  return {
    number: textOf(fields["number"]),
    ...(created !== null && { date: new Date(created).toISOString() }),
    currency: reader.currency(fields["currency"]),
    ...customerOf(billing, ADDRESS),
    ...reader.notes(fields["customer_note"], shownMeta(reader, fields)),
    payment_method: textOf(fields["payment_method_title"]),
    ...recipientOf(textOf(shipping["address_1"]) === undefined ? billing : shipping, ADDRESS),
    shipping_service: joinTexts(names("shipping_lines", "method_title"), ", "),
    // An empty list says that the coupons were removed.
    discount_codes: Array.isArray(fields["coupon_lines"]) ? names("coupon_lines", "code").slice(0, MAX_DISCOUNT_CODES) : undefined,
  };
}

/** The meta fields of an order that the shop shows. Those with an underscore are internal to WordPress and its plugins. */
function shownMeta(reader: DetailReader, fields: Fields): (readonly [string, unknown])[] {
  return reader.pairs(fields["meta_data"], "meta_data", ["key", "value"]).filter(([key]) => !key.startsWith("_"));
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
 * The items and amounts of the order. The API states all amounts without tax. If the shop's prices include the tax, amounts with tax are
 * used, because only they are multiples of the unit prices.
 */
function amountsOf(
  reader: DetailReader,
  fields: Fields,
  status: string | undefined,
): Partial<MappedOrderBody> & Pick<MappedOrderBody, "items"> {
  const included = fields["prices_include_tax"] === true;
  // With the tax if the shop's prices include it.
  const amountAsPriced = (each: Fields, name: string, taxName: string, path: string) =>
    sumAmounts([reader.amount(each[name], `${path}.${name}`), included ? reader.amount(each[taxName], `${path}.${taxName}`) : 0]);
  const lines = reader.lines(reader.records(fields["line_items"], "line_items")).map(({ line, id, path }): OrderLine => {
    const stated = reader.quantity(line["quantity"], `${path}.quantity`);
    return { line, id, stated, quantity: stated.units, amount: amountAsPriced(line, "subtotal", "subtotal_tax", path) };
  });
  const sold = lines.filter(({ quantity }) => quantity > 0);
  if (sold.length === 0) throw new UnmappableError("line_items has no item with a quantity.");
  const fees = sumAmounts(
    reader.records(fields["fee_lines"], "fee_lines").map((fee) => amountAsPriced(fee, "total", "total_tax", "fee_lines")),
  );
  const discount = amountAsPriced(fields, "discount_total", "discount_tax", "order");
  const isComplete = status !== undefined && woocommerceState(status) === "complete";
  const rounding = roundingOf(sold);
  const total = reader.amount(fields["total"], "total");
  const refund = -sumAmounts(reader.records(fields["refunds"], "refunds").map((each) => reader.amount(each["total"], "refunds.total")));
  return {
    total_amount: total,
    subtotal: sumAmounts([...sold.map(({ amount }) => amount), rounding]),
    shipping_cost: amountAsPriced(fields, "shipping_total", "shipping_tax", "order"),
    discount: roundAmount(discount + rounding),
    tax: reader.amount(fields["total_tax"], "total_tax") ?? 0,
    fees: fees === 0 ? null : fees,
    taxes_included: included,
    // An empty list clears the refund that is stored. Without a list, it stays.
    ...(fields["refunds"] !== undefined && {
      refund_amount: refund > 0 ? refund : null,
      is_refunded: status === "refunded" || (refund > 0 && refund >= (total ?? 0)) ? true : null,
    }),
    // Nothing is left to do for an order that is completed. The status counts for new items only (docs/spec/orders.md#ingest-update).
    items: sold.map((line) => ({ ...itemOf(reader, line), ...(isComplete && { status: "Delivered" }) })),
  };
}

/** How much of the value of an option the variations show. The properties have all of it. */
const MAX_OPTION_LENGTH = 1000;
/** The length of a name with its HTML, which is removed before the name is cut. */
const MAX_HTML_NAME_LENGTH = 2000;

function itemOf(reader: DetailReader, { line, id, stated, quantity, amount }: OrderLine): MappedOrderBody["items"][number] {
  const path = "line_items.meta_data";
  const properties = reader.properties(reader.records(line["meta_data"], path).flatMap(optionOf), path);
  // WooCommerce hides keys with an underscore from the buyer.
  const options = properties.flatMap(({ name, value }) => (name.startsWith("_") ? [] : [`${name}: ${value.slice(0, MAX_OPTION_LENGTH)}`]));
  return withoutEmpty<MappedOrderBody["items"][number]>({
    external_id: id,
    name: textOf(plainText(textOf(line["name"], MAX_HTML_NAME_LENGTH) ?? "")) ?? "Item",
    quantity,
    price: unitPrice({ quantity, amount }),
    tax: reader.amount(line["total_tax"], "line_items.total_tax"),
    sku: textOf(line["sku"]),
    properties: properties.length > 0 || Array.isArray(line["meta_data"]) ? properties : undefined,
    ...reader.mappedFields(properties, path),
    variations: joinTexts([fractionText(stated), joinTexts(options, ", ", MAX_LONG_TEXT_LENGTH)], " ", MAX_LONG_TEXT_LENGTH),
  });
}

/** A meta field of a line, as the shop shows it. A hidden one has the name and the value with which it is stored. */
function optionOf(meta: Fields): (readonly [string, unknown])[] {
  const key = textOf(meta["key"]) ?? "";
  if (key.startsWith("_")) return [[key, meta["value"]]];
  const name = plainText(textOf(meta["display_key"]) ?? key);
  const value = textOf(meta["display_value"], MAX_LONG_TEXT_LENGTH);
  return name === "" ? [] : [[name, value === undefined ? meta["value"] : plainText(value)]];
}

/** A text without HTML, which plugins use in names and options. */
function plainText(html: string): string {
  return decodeEntities(html.replaceAll(/<[^<>]{0,500}>/g, "")).trim();
}
