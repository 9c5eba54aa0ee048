import {
  MAX_ADDRESS_LENGTH,
  MAX_COUNTRY_LENGTH,
  MAX_DISCOUNT_CODES,
  MAX_EMAIL_LENGTH,
  MAX_LONG_TEXT_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_ZIPCODE_LENGTH,
} from "../../../orders/order-limits";
import { type Mapped, type MappedOrder, type MappedOrderBody, type SourceState, UnmappableError } from "../adapter";
import {
  amountOf,
  idAt,
  joinTexts,
  listAt,
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
export function mapOrder(payload: unknown): Mapped {
  const fields = recordAt(payload, "The payload");
  if (typeof fields["scope"] === "string") return { kind: "thin", externalId: orderIdOf(fields) };
  const externalId = idAt(fields["id"], "id");
  if (fields["is_deleted"] === true) return { kind: "deleted", externalId };
  const state = STATES.get(fields["status_id"]) ?? "open";
  return {
    kind: "order",
    order: {
      body: bodyOf(fields, externalId, state),
      updatedAt: momentOf(textOf(fields["date_modified"]) ?? fields["date_created"], "date_modified"),
      state,
      ...fulfillmentsOf(fields["shipments"]),
    },
  };
}

/** The id of the order that an event is about. Throws UnmappableError. */
export function orderIdOf(event: Fields): string {
  const data = optionalRecord(event["data"]);
  return data["type"] === "shipment" ? idAt(data["orderId"], "data.orderId") : idAt(data["id"], "data.id");
}

/** The shipments of an order. One that can't be mapped is left out, so that the order is stored without it. */
function fulfillmentsOf(value: unknown): Pick<MappedOrder, "fulfillments" | "unmappedFulfillment"> {
  const mapped = [];
  let unmappedFulfillment: string | null = null;
  for (const [index, each] of listAt(value, "shipments").entries()) {
    try {
      mapped.push(mapShipment(recordAt(each, `shipments[${index}]`)));
    } catch (error) {
      if (!(error instanceof UnmappableError)) throw error;
      unmappedFulfillment ??= error.message;
    }
  }
  return { fulfillments: mapped, unmappedFulfillment };
}

function bodyOf(fields: Fields, externalId: string, state: SourceState): MappedOrderBody {
  const billing = optionalRecord(fields["billing_address"]);
  const consignments = optionalRecord(fields["consignments"]);
  const shipping = recordsAt(consignments["shipping"], "consignments.shipping");
  const recipient = shipping[0] ?? billing;
  const total = amountOf(fields["total_inc_tax"], "total_inc_tax") ?? 0;
  const refund = amountOf(fields["refunded_amount"], "refunded_amount") ?? 0;
  const codes = recordsAt(fields["coupons"], "coupons").flatMap(({ code }) => textOf(code) ?? []);
  return withoutEmpty<MappedOrderBody>({
    external_id: externalId,
    number: externalId,
    date: new Date(momentOf(fields["date_created"], "date_created")).toISOString(),
    currency: textOf(fields["currency_code"]),
    status: state === "complete" ? "Complete" : state === "cancelled" ? "Cancelled" : "New",
    source_status: textOf(fields["status"], 64)?.toLowerCase(),
    ...amountsOf(fields, { total, lines: linesOf(consignments, shipping) }),
    ...(refund > 0 && { refund_amount: refund }),
    ...((fields["status_id"] === REFUNDED || (refund > 0 && refund >= total)) && { is_refunded: true }),
    customer_name: joinTexts([billing["first_name"], billing["last_name"]], " "),
    customer_email: textOf(billing["email"], MAX_EMAIL_LENGTH),
    customer_phone: textOf(billing["phone"], MAX_PHONE_LENGTH),
    customer_address: joinTexts(
      ["company", "street_1", "street_2", "city", "state", "zip", "country_iso2"].map((name) => billing[name]),
      ", ",
      MAX_ADDRESS_LENGTH,
    ),
    payment_method: textOf(fields["payment_method"]),
    ship_name: joinTexts([recipient["first_name"], recipient["last_name"]], " "),
    ship_company: textOf(recipient["company"]),
    ship_address1: textOf(recipient["street_1"]),
    ship_address2: textOf(recipient["street_2"]),
    ship_city: textOf(recipient["city"]),
    ship_state: textOf(recipient["state"]),
    ship_zipcode: textOf(recipient["zip"], MAX_ZIPCODE_LENGTH),
    ship_country: textOf(recipient["country_iso2"], MAX_COUNTRY_LENGTH) ?? textOf(recipient["country"], MAX_COUNTRY_LENGTH),
    shipping_service: joinTexts([...new Set(shipping.map((each) => textOf(each["shipping_method"])))], ", "),
    discount_codes: codes.length === 0 ? undefined : codes.slice(0, MAX_DISCOUNT_CODES),
  });
}

/** The lines of all consignments: shipped, picked up, downloaded and gift certificates. */
function linesOf(consignments: Fields, shipping: readonly Fields[]): Fields[] {
  const others = [
    ...recordsAt(consignments["pickups"], "consignments.pickups"),
    ...recordsAt(consignments["downloads"], "consignments.downloads"),
    ...recordsAt(optionalRecord(consignments["email"])["gift_certificates"], "consignments.email.gift_certificates"),
  ];
  return [...shipping, ...others].flatMap((each) => recordsAt(each["line_items"], "consignments.line_items"));
}

/**
 * The items and amounts of the order, with or without tax as the shop states its prices. Of the discounts the shop does not say whether they include
 * the tax, so the discount is what the other amounts have more than the total.
 */
function amountsOf(
  fields: Fields,
  { total, lines }: { total: number; lines: readonly Fields[] },
): Partial<MappedOrderBody> & Pick<MappedOrderBody, "items"> {
  const included = fields["is_tax_inclusive_pricing"] === true;
  const tax = included ? "inc_tax" : "ex_tax";
  const amount = (from: Fields, name: string, path = name) => amountOf(from[`${name}_${tax}`], `${path}_${tax}`) ?? 0;
  const sold = lines
    .map((line) => ({
      line,
      quantity: quantityAt(line["quantity"], "line_items.quantity"),
      amount: amount(line, "total", "line_items.total"),
    }))
    .filter(({ quantity }) => quantity > 0);
  if (sold.length === 0) throw new UnmappableError("line_items has no item with a quantity.");
  const subtotal = sumAmounts([...sold.map((each) => each.amount), roundingOf(sold)]);
  const shipping_cost = amount(fields, "shipping_cost");
  const added = recordsAt(fields["fees"], "fees").map((fee) => amount(fee, "cost", "fees.cost"));
  const fees = sumAmounts([amount(fields, "handling_cost"), amount(fields, "wrapping_cost"), ...added]);
  const excess = roundAmount(sumAmounts([subtotal, shipping_cost, fees]) - amount(fields, "total"));
  return {
    total_amount: total,
    subtotal,
    shipping_cost,
    discount: Math.max(0, excess),
    tax: amountOf(fields["total_tax"], "total_tax") ?? 0,
    ...((fees > 0 || excess < 0) && { fees: roundAmount(fees + Math.max(0, -excess)) }),
    taxes_included: included,
    items: sold.map(({ line, ...amounts }) => itemOf(line, amounts)),
  };
}

/** The kinds of options in which the customer writes a text. */
const WRITTEN = new Set<unknown>(["Text field", "Multi-line text field"]);

function itemOf(line: Fields, amounts: { quantity: number; amount: number }): MappedOrderBody["items"][number] {
  const options = recordsAt(line["product_options"], "line_items.product_options");
  const texts = (isWritten: boolean, separator: string) =>
    joinTexts(
      options
        .filter(({ type }) => WRITTEN.has(type) === isWritten)
        .flatMap(({ display_name, display_value }) => {
          const [name, value] = [textOf(display_name), textOf(display_value, MAX_LONG_TEXT_LENGTH)];
          return name === undefined || value === undefined ? [] : [`${name}: ${value}`];
        }),
      separator,
      MAX_LONG_TEXT_LENGTH,
    );
  return withoutEmpty<MappedOrderBody["items"][number]>({
    external_id: idAt(line["id"], "line_items.id"),
    name: textOf(line["name"]) ?? "Item",
    quantity: amounts.quantity,
    price: unitPrice(amounts),
    tax: amountOf(line["total_tax"], "line_items.total_tax"),
    sku: textOf(line["sku"]),
    variations: texts(false, ", "),
    personalization: texts(true, "\n"),
  });
}
