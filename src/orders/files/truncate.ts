import { MAX_ADDRESS_LENGTH, MAX_COUNTRY_LENGTH, MAX_NAME_LENGTH, MAX_PHONE_LENGTH, MAX_ZIPCODE_LENGTH } from "../order-limits.ts";
import type { Item, Order, Refusal } from "./format.ts";

/**
 * Texts that only describe an order. External ids, SKUs and email addresses identify something, so they are never cut. An order's number is cut: the
 * order has an external id besides (assemble-group.ts).
 */
const ORDER_TEXTS = {
  number: MAX_NAME_LENGTH,
  customer_name: MAX_NAME_LENGTH,
  customer_address: MAX_ADDRESS_LENGTH,
  payment_method: MAX_NAME_LENGTH,
  ship_address1: MAX_NAME_LENGTH,
  ship_address2: MAX_NAME_LENGTH,
  ship_city: MAX_NAME_LENGTH,
  ship_state: MAX_NAME_LENGTH,
  ship_zipcode: MAX_ZIPCODE_LENGTH,
  ship_country: MAX_COUNTRY_LENGTH,
} as const satisfies Partial<Record<keyof Order, number>>;

const ITEM_TEXTS = {
  name: MAX_NAME_LENGTH,
  ship_name: MAX_NAME_LENGTH,
  phone: MAX_PHONE_LENGTH,
} as const satisfies Partial<Record<keyof Item, number>>;

/** An order whose descriptive texts fit the API, with a warning where some had to be cut. */
export function truncateTexts(order: Order): { order: Order; warnings: Refusal[] } {
  const cut = truncated(order, ORDER_TEXTS);
  const items = order.items.map((item) => truncated(item, ITEM_TEXTS));
  const cutOfItems = Map.groupBy(
    items.flatMap(({ fields }) => fields),
    (field) => field,
  );
  const told = [
    ...cut.fields.map((field) => `${field} was cut to ${ORDER_TEXTS[field]} characters.`),
    ...[...cutOfItems].map(
      ([field, { length }]) => `${field} of ${length === 1 ? "an item" : `${length} items`} was cut to ${ITEM_TEXTS[field]} characters.`,
    ),
  ];
  if (told.length === 0) return { order, warnings: [] };
  return {
    order: { ...cut.value, items: items.map(({ value }) => value) },
    warnings: [{ reason: "truncated", message: told.join(" ") }],
  };
}

function truncated<Field extends string, T extends Partial<Record<Field, string>>>(
  value: T,
  maxLengths: Readonly<Record<Field, number>>,
): { value: T; fields: Field[] } {
  const fields = (Object.keys(maxLengths) as Field[]).filter((field) => (value[field] ?? "").length > maxLengths[field]);
  const texts = Object.fromEntries(fields.map((field) => [field, beginning(value[field] ?? "", maxLengths[field])]));
  return { value: fields.length === 0 ? value : { ...value, ...texts }, fields };
}

/** At most `max` UTF-16 units, without half a character at the end. */
function beginning(text: string, max: number): string {
  const cut = text.slice(0, max);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd();
}
