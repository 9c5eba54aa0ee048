import {
  MAX_ADDRESS_LENGTH,
  MAX_COUNTRY_LENGTH,
  MAX_DISCOUNT_CODES,
  MAX_EMAIL_LENGTH,
  MAX_LONG_TEXT_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_TAGS,
  MAX_ZIPCODE_LENGTH,
} from "../../../orders/order-limits";
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
  sumAmounts,
  textOf,
  withoutEmpty,
} from "../values";
import { mapFulfillments } from "./map-fulfillment";

type Fields = Readonly<Record<string, unknown>>;

/** Maps an order of the Admin API (REST), as webhooks contain it. An `orders/delete` webhook has only the id. */
export function mapOrder(payload: unknown): Mapped {
  const fields = recordAt(payload, "The payload");
  const externalId = idAt(fields["id"], "id");
  if (Object.keys(fields).length === 1) return { kind: "deleted", externalId };
  const state = stateOf(fields);
  return {
    kind: "order",
    order: {
      body: bodyOf(fields, externalId, state),
      updatedAt: momentOf(fields["updated_at"], "updated_at"),
      state,
      ...mapFulfillments(fields["fulfillments"]),
    },
  };
}

function stateOf(fields: Fields): SourceState {
  const isShipped = fields["fulfillment_status"] === "fulfilled" || fields["fulfillment_status"] === "partial";
  const isReturned = fields["financial_status"] === "refunded" && !isShipped;
  return typeof fields["cancelled_at"] === "string" || isReturned ? "cancelled" : "open";
}

/** An amount in the shop's currency, from a field `…_set`. */
function shopAmount(fields: Fields, name: string): number | undefined {
  return amountOf(optionalRecord(optionalRecord(fields[name])["shop_money"])["amount"], name);
}

function bodyOf(fields: Fields, externalId: string, state: SourceState): MappedOrderBody {
  const customer = optionalRecord(fields["customer"]);
  const billing = optionalRecord(fields["billing_address"]);
  const shipping = optionalRecord(fields["shipping_address"]);
  const total = amountOf(fields["total_price"], "total_price");
  const refund = refundOf(fields);
  const names = (list: string, name: string) => recordsAt(fields[list], list).flatMap((each) => textOf(each[name]) ?? []);
  const payment = fields["payment_gateway_names"];
  return withoutEmpty<MappedOrderBody>({
    external_id: externalId,
    number: textOf(fields["name"]),
    date: new Date(momentOf(fields["processed_at"] ?? fields["created_at"], "processed_at")).toISOString(),
    currency: textOf(fields["currency"]),
    status: state === "cancelled" ? "Cancelled" : "New",
    source_status: statusText(fields),
    ...amountsOf(fields),
    total_amount: total,
    ...(refund > 0 && { refund_amount: refund }),
    ...(refund > 0 && (fields["financial_status"] === "refunded" || refund >= (total ?? Infinity)) && { is_refunded: true }),
    customer_name: joinTexts([customer["first_name"], customer["last_name"]], " ") ?? textOf(billing["name"]),
    customer_email:
      textOf(fields["email"], MAX_EMAIL_LENGTH) ??
      textOf(fields["contact_email"], MAX_EMAIL_LENGTH) ??
      textOf(customer["email"], MAX_EMAIL_LENGTH),
    customer_phone:
      textOf(fields["phone"], MAX_PHONE_LENGTH) ??
      textOf(customer["phone"], MAX_PHONE_LENGTH) ??
      textOf(billing["phone"], MAX_PHONE_LENGTH),
    customer_address: joinTexts(
      ["company", "address1", "address2", "city", "province_code", "zip", "country_code"].map((name) => billing[name]),
      ", ",
      MAX_ADDRESS_LENGTH,
    ),
    payment_method: joinTexts(Array.isArray(payment) ? payment : [], ", "),
    ship_name: textOf(shipping["name"]) ?? joinTexts([shipping["first_name"], shipping["last_name"]], " "),
    ship_company: textOf(shipping["company"]),
    ship_address1: textOf(shipping["address1"]),
    ship_address2: textOf(shipping["address2"]),
    ship_city: textOf(shipping["city"]),
    ship_state: textOf(shipping["province_code"]) ?? textOf(shipping["province"]),
    ship_zipcode: textOf(shipping["zip"], MAX_ZIPCODE_LENGTH),
    ship_country: textOf(shipping["country_code"], MAX_COUNTRY_LENGTH) ?? textOf(shipping["country"], MAX_COUNTRY_LENGTH),
    shipping_service: joinTexts(names("shipping_lines", "title"), ", "),
    discount_codes: listOf(names("discount_codes", "code"), MAX_DISCOUNT_CODES),
    tags: listOf(
      (textOf(fields["tags"], 20_000) ?? "").split(",").flatMap((tag) => textOf(tag) ?? []),
      MAX_TAGS,
    ),
  });
}

function listOf(texts: readonly string[], max: number): string[] | undefined {
  return texts.length === 0 ? undefined : texts.slice(0, max);
}

/** For example `paid, unfulfilled`. */
function statusText(fields: Fields): string | undefined {
  const fulfillment = textOf(fields["fulfillment_status"], 64) ?? "unfulfilled";
  return joinTexts([typeof fields["cancelled_at"] === "string" ? "cancelled" : "", fields["financial_status"], fulfillment], ", ");
}

/** The money that was paid back, in the shop's currency. */
function refundOf(fields: Fields): number {
  const transactions = recordsAt(fields["refunds"], "refunds").flatMap((refund) =>
    recordsAt(refund["transactions"], "refunds.transactions"),
  );
  const paid = transactions.filter(({ kind, status }) => kind === "refund" && status === "success");
  return sumAmounts(paid.map(({ amount }) => amountOf(amount, "refunds.transactions.amount")));
}

function amountsOf(fields: Fields): Partial<MappedOrderBody> & Pick<MappedOrderBody, "items"> {
  const lines = recordsAt(fields["line_items"], "line_items").filter((line) => quantityAt(line["quantity"], "line_items.quantity") > 0);
  if (lines.length === 0) throw new UnmappableError("line_items has no item with a quantity.");
  const fees = [
    amountOf(fields["total_tip_received"], "total_tip_received"),
    shopAmount(fields, "original_total_additional_fees_set"),
    shopAmount(fields, "original_total_duties_set"),
    shopAmount(fields, "total_cash_rounding_payment_adjustment_set"),
  ];
  const feeSum = sumAmounts(fees);
  return {
    subtotal: amountOf(fields["total_line_items_price"], "total_line_items_price"),
    shipping_cost: shopAmount(fields, "total_shipping_price_set") ?? 0,
    discount: amountOf(fields["total_discounts"], "total_discounts") ?? 0,
    tax: amountOf(fields["total_tax"], "total_tax") ?? 0,
    ...(feeSum !== 0 && { fees: feeSum }),
    ...(typeof fields["taxes_included"] === "boolean" && { taxes_included: fields["taxes_included"] }),
    items: lines.map(itemOf),
  };
}

/** The tax of a line. Undefined if the shop does not say it. */
function taxOf(line: Fields): number | undefined {
  if (!Array.isArray(line["tax_lines"])) return undefined;
  const taxes = recordsAt(line["tax_lines"], "line_items.tax_lines");
  return sumAmounts(taxes.map(({ price }) => amountOf(price, "line_items.tax_lines.price")));
}

function itemOf(line: Fields): MappedOrderBody["items"][number] {
  const properties = recordsAt(line["properties"], "line_items.properties").flatMap(({ name, value }) => {
    const [key, text] = [textOf(name), textOf(value, MAX_LONG_TEXT_LENGTH)];
    // Names with an underscore are internal.
    return key === undefined || text === undefined || key.startsWith("_") ? [] : [`${key}: ${text}`];
  });
  return withoutEmpty<MappedOrderBody["items"][number]>({
    external_id: idAt(line["id"], "line_items.id"),
    name: textOf(line["name"]) ?? textOf(line["title"]) ?? "Item",
    quantity: quantityAt(line["quantity"], "line_items.quantity"),
    price: amountOf(line["price"], "line_items.price") ?? 0,
    tax: taxOf(line),
    sku: textOf(line["sku"]),
    variations: textOf(line["variant_title"], MAX_LONG_TEXT_LENGTH),
    personalization: joinTexts(properties, "\n", MAX_LONG_TEXT_LENGTH),
  });
}
