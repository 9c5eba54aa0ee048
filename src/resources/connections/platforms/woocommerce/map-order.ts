import {
  MAX_ADDRESS_LENGTH,
  MAX_COUNTRY_LENGTH,
  MAX_DISCOUNT_CODES,
  MAX_EMAIL_LENGTH,
  MAX_LONG_TEXT_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_ZIPCODE_LENGTH,
} from "../../../orders/order-limits";
import { woocommerceState } from "../../../orders/files/woocommerce-states";
import { type Mapped, type MappedOrderBody, type SourceState, UnmappableError } from "../adapter";
import {
  amountOf,
  idAt,
  joinTexts,
  momentOf,
  optionalRecord,
  quantityAt,
  recordAt,
  recordsAt,
  roundAmount,
  roundingOf,
  sumAmounts,
  textOf,
  unitPrice,
  withoutEmpty,
} from "../values";
import { decodeEntities } from "../../../../platform/values/html-entities";

type Fields = Readonly<Record<string, unknown>>;

/** Maps an order of the REST API, version 3. A deleted order has only its id. */
export function mapOrder(payload: unknown): Mapped {
  const fields = recordAt(payload, "The payload");
  const externalId = idAt(fields["id"], "id");
  if (Object.keys(fields).length === 1) return { kind: "deleted", externalId };
  const status = textOf(fields["status"], 64);
  if (status === undefined) throw new UnmappableError("status is missing.");
  const state = woocommerceState(status);
  return {
    kind: "order",
    order: {
      body: bodyOf(fields, { externalId, status, state }),
      updatedAt: gmt(fields, "date_modified"),
      state,
      // WooCommerce has no fulfillments of its own. Plugins store tracking in different ways.
      fulfillments: [],
      unmappedFulfillment: null,
    },
  };
}

/** A time of the order. The field with the suffix `_gmt` has no offset and is in UTC. */
function gmt(fields: Fields, name: string): number {
  return momentOf(typeof fields[`${name}_gmt`] === "string" ? `${String(fields[`${name}_gmt`])}Z` : undefined, `${name}_gmt`);
}

function bodyOf(
  fields: Fields,
  { externalId, status, state }: { externalId: string; status: string; state: SourceState },
): MappedOrderBody {
  const billing = optionalRecord(fields["billing"]);
  const shipping = optionalRecord(fields["shipping"]);
  const recipient = textOf(shipping["address_1"]) === undefined ? billing : shipping;
  const total = amountOf(fields["total"], "total") ?? 0;
  const refund = -sumAmounts(recordsAt(fields["refunds"], "refunds").map((each) => amountOf(each["total"], "refunds.total")));
  const names = (list: string, name: string) => recordsAt(fields[list], list).flatMap((each) => textOf(each[name]) ?? []);
  return withoutEmpty<MappedOrderBody>({
    external_id: externalId,
    number: textOf(fields["number"]),
    date: new Date(gmt(fields, "date_created")).toISOString(),
    currency: textOf(fields["currency"]),
    status: state === "complete" ? "Complete" : state === "cancelled" ? "Cancelled" : "New",
    source_status: status,
    ...amountsOf(fields, total),
    ...(refund > 0 && { refund_amount: refund }),
    ...((status === "refunded" || (refund > 0 && refund >= total)) && { is_refunded: true }),
    customer_name: joinTexts([billing["first_name"], billing["last_name"]], " "),
    customer_email: textOf(billing["email"], MAX_EMAIL_LENGTH),
    customer_phone: textOf(billing["phone"], MAX_PHONE_LENGTH),
    customer_address: joinTexts(
      ["company", "address_1", "address_2", "city", "state", "postcode", "country"].map((name) => billing[name]),
      ", ",
      MAX_ADDRESS_LENGTH,
    ),
    payment_method: textOf(fields["payment_method_title"]),
    ship_name: joinTexts([recipient["first_name"], recipient["last_name"]], " "),
    ship_company: textOf(recipient["company"]),
    ship_address1: textOf(recipient["address_1"]),
    ship_address2: textOf(recipient["address_2"]),
    ship_city: textOf(recipient["city"]),
    ship_state: textOf(recipient["state"]),
    ship_zipcode: textOf(recipient["postcode"], MAX_ZIPCODE_LENGTH),
    ship_country: textOf(recipient["country"], MAX_COUNTRY_LENGTH),
    shipping_service: joinTexts(names("shipping_lines", "method_title"), ", "),
    discount_codes: listOf(names("coupon_lines", "code"), MAX_DISCOUNT_CODES),
  });
}

function listOf(texts: readonly string[], max: number): string[] | undefined {
  return texts.length === 0 ? undefined : texts.slice(0, max);
}

/**
 * The items and amounts of the order. The API states all amounts without tax. If the shop's prices include the tax, amounts with tax are
 * used, because only they are multiples of the unit prices.
 */
function amountsOf(fields: Fields, total: number): Partial<MappedOrderBody> & Pick<MappedOrderBody, "items"> {
  const included = fields["prices_include_tax"] === true;
  const withTax = (each: Fields, name: string, taxName: string, path: string) =>
    sumAmounts([amountOf(each[name], `${path}.${name}`), included ? amountOf(each[taxName], `${path}.${taxName}`) : 0]);
  const lines = recordsAt(fields["line_items"], "line_items").map((line) => ({
    line,
    quantity: quantityAt(line["quantity"], "line_items.quantity"),
    amount: withTax(line, "subtotal", "subtotal_tax", "line_items"),
  }));
  const sold = lines.filter(({ quantity }) => quantity > 0);
  if (sold.length === 0) throw new UnmappableError("line_items has no item with a quantity.");
  const fees = recordsAt(fields["fee_lines"], "fee_lines").map((fee) => withTax(fee, "total", "total_tax", "fee_lines"));
  const discount = withTax(fields, "discount_total", "discount_tax", "order");
  const rounding = roundingOf(sold);
  return {
    total_amount: total,
    subtotal: sumAmounts([...sold.map(({ amount }) => amount), rounding]),
    shipping_cost: withTax(fields, "shipping_total", "shipping_tax", "order"),
    discount: roundAmount(discount + rounding),
    tax: amountOf(fields["total_tax"], "total_tax") ?? 0,
    ...(fees.length > 0 && { fees: sumAmounts(fees) }),
    taxes_included: included,
    items: sold.map(({ line, ...amounts }) => itemOf(line, amounts)),
  };
}

function itemOf(line: Fields, amounts: { quantity: number; amount: number }): MappedOrderBody["items"][number] {
  const options = recordsAt(line["meta_data"], "line_items.meta_data").flatMap((meta) => {
    const name = textOf(meta["display_key"]) ?? textOf(meta["key"]);
    const value = textOf(meta["display_value"], 1000) ?? textOf(meta["value"], 1000);
    // Keys with an underscore are internal.
    return name === undefined || value === undefined || name.startsWith("_") ? [] : [`${plainText(name)}: ${plainText(value)}`];
  });
  return withoutEmpty<MappedOrderBody["items"][number]>({
    external_id: idAt(line["id"], "line_items.id"),
    name: textOf(plainText(textOf(line["name"], 2000) ?? "")) ?? "Item",
    quantity: amounts.quantity,
    price: unitPrice(amounts),
    tax: amountOf(line["total_tax"], "line_items.total_tax"),
    sku: textOf(line["sku"]),
    variations: joinTexts(options, ", ", MAX_LONG_TEXT_LENGTH),
  });
}

/** A text without HTML, which plugins use in names and options. */
function plainText(html: string): string {
  return decodeEntities(html.replaceAll(/<[^<>]{0,500}>/g, "")).trim();
}
