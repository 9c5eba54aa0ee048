import { MAX_DISCOUNT_CODES, MAX_EMAIL_LENGTH, MAX_PHONE_LENGTH, MAX_TAGS } from "../../../orders/order-limits";
import type { PropertyMap } from "../../../orders/items/property-map";
import { type MappedPayload, type MappedOrderBody, type SourceState, UnmappableError } from "../adapter";
import { type AddressNames, addressText, recipientOf } from "../address";
import { DetailReader } from "../detail-reader";
import { NEW_STATUSES } from "../new-statuses";
import { idAt, joinTexts, optionalRecord, recordAt, textOf, withoutEmpty } from "../values";
import { amountsOf } from "./amounts";
import { mapFulfillments } from "./map-fulfillment";
import { itemOf } from "./map-item";
import { mapRefunds } from "./map-refunds";
import { type OrderLine, readLines } from "./order-lines";
import { isShopifyCancelled, shopifyStatus } from "../../../orders/files/shopify-states";

type Fields = Readonly<Record<string, unknown>>;

/** The id of the order in the notifications that a merchant sends to test a webhook. */
const TEST_ORDER = "820982911946154508";

/** Maps an order of the Admin API (REST), as webhooks contain it. An `orders/delete` webhook has only the id. */
export function mapOrder(payload: unknown, propertyMap?: PropertyMap): MappedPayload {
  const fields = recordAt(payload, "The payload");
  if (fields["id"] === undefined && optionalRecord(fields["order_edit"])["order_id"] !== undefined) {
    return { kind: "ignored", reason: "An edit of an order. The order itself follows." };
  }
  const externalId = idAt(fields["id"], "id");
  if (externalId === TEST_ORDER) return { kind: "ignored", reason: "A test notification of Shopify." };
  if (Object.keys(fields).length === 1) return { kind: "deleted", externalId };
  const reader = new DetailReader(propertyMap);
  const lines = readLines(reader, fields);
  if (!lines.some(({ ordered }) => ordered.units > 0)) throw new UnmappableError("line_items has no item with a quantity.");
  const state = stateOf(fields, lines);
  const refunds = mapRefunds(fields);
  const { amounts, reasons } = amountsOf(reader, fields, { lines, refunds, isCancelled: state === "cancelled" });
  const fulfillments = mapFulfillments(reader, fields["fulfillments"]);
  const body = withoutEmpty<MappedOrderBody>({
    external_id: externalId,
    ...textsOf(reader, fields),
    status: NEW_STATUSES[state],
    ...amounts,
    items: lines.flatMap((line) => {
      const units = state === "cancelled" ? line.ordered.units : line.live;
      return units === 0 ? [] : [itemOf(reader, line, units)];
    }),
  });
  const updatedAt = reader.moment(fields["updated_at"], "updated_at");
  return {
    kind: "order",
    order: {
      body,
      updatedAt,
      state,
      fulfillments,
      ...(refunds.length > 0 && { refunds }),
      leftOut: reader.leftOut,
      reasons: [...reader.reasons, ...reasons],
    },
  };
}

/** An order of which everything was removed is cancelled too. */
function stateOf(fields: Fields, lines: readonly OrderLine[]): SourceState {
  return isShopifyCancelled(statesOf(fields)) || lines.every(({ live }) => live === 0) ? "cancelled" : "open";
}

const ADDRESS: AddressNames = {
  street: "address1",
  secondLine: "address2",
  state: ["province_code", "province"],
  zipcode: "zip",
  country: ["country_code", "country"],
};

/** The fields of the order that are no amounts. */
function textsOf(reader: DetailReader, fields: Fields): Partial<MappedOrderBody> {
  const customer = optionalRecord(fields["customer"]);
  const billing = optionalRecord(fields["billing_address"]);
  const names = (list: string, name: string) => reader.records(fields[list], list).flatMap((each) => textOf(each[name]) ?? []);
  const payment = fields["payment_gateway_names"];
  const date = reader.moment(fields["processed_at"] ?? fields["created_at"], "processed_at");
  return {
    number: textOf(fields["name"]),
    ...(date !== null && { date: new Date(date).toISOString() }),
    currency: reader.currency(fields["currency"]),
    source_status: textOf(shopifyStatus(statesOf(fields))),
    customer_name: joinTexts([customer["first_name"], customer["last_name"]], " ") ?? textOf(billing["name"]),
    customer_email:
      textOf(fields["email"], MAX_EMAIL_LENGTH) ??
      textOf(fields["contact_email"], MAX_EMAIL_LENGTH) ??
      textOf(customer["email"], MAX_EMAIL_LENGTH),
    customer_phone:
      textOf(fields["phone"], MAX_PHONE_LENGTH) ??
      textOf(customer["phone"], MAX_PHONE_LENGTH) ??
      textOf(billing["phone"], MAX_PHONE_LENGTH),
    customer_address: addressText(billing, ADDRESS),
    ...reader.notes(fields["note"], reader.pairs(fields["note_attributes"], "note_attributes", ["name", "value"])),
    payment_method: joinTexts(Array.isArray(payment) ? payment : [], ", "),
    ...recipientOf(optionalRecord(fields["shipping_address"]), ADDRESS),
    shipping_service: joinTexts(names("shipping_lines", "title"), ", "),
    discount_codes: codesOf(reader, fields),
    tags: listOf(
      (textOf(fields["tags"], 20_000) ?? "").split(",").flatMap((tag) => textOf(tag) ?? []),
      MAX_TAGS,
    ),
  };
}

/** The codes. An empty list says that they were removed. */
function codesOf(reader: DetailReader, fields: Fields): string[] | undefined {
  if (!Array.isArray(fields["discount_codes"])) return undefined;
  const codes = reader.records(fields["discount_codes"], "discount_codes").flatMap((each) => textOf(each["code"]) ?? []);
  return codes.slice(0, MAX_DISCOUNT_CODES);
}

function listOf(texts: readonly string[], max: number): string[] | undefined {
  return texts.length === 0 ? undefined : texts.slice(0, max);
}

function statesOf(fields: Fields) {
  return {
    isCancelled: typeof fields["cancelled_at"] === "string",
    financial: textOf(fields["financial_status"], 64) ?? "",
    fulfillment: textOf(fields["fulfillment_status"], 64) ?? "",
  };
}
