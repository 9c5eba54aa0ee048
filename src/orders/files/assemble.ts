import { MAX_EXTERNAL_ID_LENGTH } from "../../platform/values/text-limits.ts";
import {
  MAX_ADDRESS_LENGTH,
  MAX_COUNTRY_LENGTH,
  MAX_NAME_LENGTH,
  MAX_ORDER_ITEMS,
  MAX_PHONE_LENGTH,
  MAX_ZIPCODE_LENGTH,
} from "../order-limits.ts";
import {
  type AssembledOrder,
  type Format,
  type Item,
  type Order,
  type OrderRows,
  type ReadValue,
  type OrderIssue,
  UnreadableOrder,
} from "./format.ts";

/** What the rows of one order come to; rows that can't be understood, or have no order number, are a refusal of that order alone. */
export function assembleGroup(format: Format, { key, rows }: OrderRows, value: ReadValue): AssembledOrder {
  if (key === "") return rejectOrder("no_order_number", `${format.keyColumn} is empty.`);
  try {
    const assembled = format.assemble(key, rows, value);
    if (assembled.order === null) return assembled;
    if (assembled.order.items.length > MAX_ORDER_ITEMS) {
      return rejectOrder("too_many_items", `${assembled.order.items.length} items; an order has at most ${MAX_ORDER_ITEMS}.`);
    }
    if (assembled.order.external_id === key && key.length > MAX_EXTERNAL_ID_LENGTH) {
      const message = `${format.keyColumn} has ${key.length} characters and is the only text that identifies this order. It is sent as the external id, of which the API takes at most ${MAX_EXTERNAL_ID_LENGTH} characters. It is not cut, since its beginning could be the number of another order.`;
      return rejectOrder("order_number_too_long", message);
    }
    const { order, warnings } = truncateTexts(assembled.order);
    return { ...assembled, order, warnings: [...assembled.warnings, ...warnings] };
  } catch (error) {
    if (error instanceof UnreadableOrder) return rejectOrder(error.reason, error.message);
    throw error;
  }
}

function rejectOrder(reason: string, message: string): AssembledOrder {
  return { order: null, total: 0, error: { reason, message }, skipped: [], warnings: [] };
}

/**
 * Texts that only describe an order. External ids, SKUs and email addresses identify something, so they are never cut. An order's number is cut: the
 * order has an external id besides.
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
export function truncateTexts(order: Order): { order: Order; warnings: OrderIssue[] } {
  const cut = truncateFields(order, ORDER_TEXTS);
  const items = order.items.map((item) => truncateFields(item, ITEM_TEXTS));
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

function truncateFields<Field extends string, T extends Partial<Record<Field, string>>>(
  value: T,
  maxLengths: Readonly<Record<Field, number>>,
): { value: T; fields: Field[] } {
  const fields = (Object.keys(maxLengths) as Field[]).filter((field) => (value[field] ?? "").length > maxLengths[field]);
  const texts = Object.fromEntries(fields.map((field) => [field, truncateText(value[field] ?? "", maxLengths[field])]));
  return { value: fields.length === 0 ? value : { ...value, ...texts }, fields };
}

/** At most `max` UTF-16 units, without half a character at the end. */
function truncateText(text: string, max: number): string {
  const cut = text.slice(0, max);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd();
}
