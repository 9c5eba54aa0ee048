import { MAX_METADATA_PAIRS, MAX_METADATA_VALUE_LENGTH } from "../../../platform/values/metadata-limits.ts";
import { MAX_EXTERNAL_ID_LENGTH } from "../../../platform/values/text-limits.ts";
import {
  MAX_ADDRESS_LENGTH,
  MAX_COUNTRY_LENGTH,
  MAX_DISCOUNT_CODES,
  MAX_LONG_TEXT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_ORDER_ITEMS,
  MAX_PHONE_LENGTH,
  MAX_PROPERTIES,
  MAX_PROPERTIES_LENGTH,
  MAX_TAGS,
  MAX_ZIPCODE_LENGTH,
} from "../order-limits.ts";
import { mapProperties } from "../items/mapped-properties.ts";
import { DEFAULT_PROPERTY_MAP } from "../items/property-map.ts";
import { intactCells } from "./damaged-values.ts";
import {
  type AssembledOrder,
  type Format,
  isUpdate,
  type Item,
  type Order,
  type OrderRows,
  type ReadCell,
  type Issue,
  type Row,
  UnreadableOrder,
} from "./format.ts";

/** Assembles one order from its rows. Rows without an order number or with unreadable values reject only this order. */
export function assembleGroup(format: Format, { key, rows }: OrderRows, value: ReadCell): AssembledOrder {
  if (key === "") return rejectOrder("no_order_number", `${format.keyColumn} is empty.`);
  const cells = intactCells(format, rows, value);
  if (cells.error !== null) return rejectOrder(cells.error.reason, cells.error.message);
  try {
    const { distinct, warnings: repeated } = distinctRows(format, rows, value);
    const read = format.assemble(key, distinct, cells.value);
    const assembled = { ...read, warnings: [...cells.warnings, ...repeated, ...read.warnings] };
    if (assembled.order === null) return assembled;
    const { order: found } = assembled;
    if (found.items.length > MAX_ORDER_ITEMS) {
      return rejectOrder("too_many_items", `${found.items.length} items, but an order has at most ${MAX_ORDER_ITEMS}.`);
    }
    // An update is not shortened, because what is too long is an edit by a person.
    if (isUpdate(found)) return assembled;
    if (found.external_id === key && key.length > MAX_EXTERNAL_ID_LENGTH) {
      const message = `${format.keyColumn} has ${key.length} characters and is the only text that identifies this order. It is used as the id in the shop, which has at most ${MAX_EXTERNAL_ID_LENGTH} characters. It is not shortened, because the short form could be the number of another order.`;
      return rejectOrder("order_number_too_long", message);
    }
    const mapped = withMappedProperties(found);
    const { order, warnings } = truncateTexts(mapped.order);
    return { ...assembled, order, warnings: [...assembled.warnings, ...mapped.warnings, ...warnings] };
  } catch (error) {
    if (error instanceof UnreadableOrder) return rejectOrder(error.reason, error.message);
    throw error;
  }
}

/** The rows of an order, without those that repeat an item, as in files that were joined and have the same orders. */
function distinctRows({ itemIdColumn }: Format, rows: Row[], value: ReadCell): { distinct: Row[]; warnings: Issue[] } {
  if (itemIdColumn === undefined) return { distinct: rows, warnings: [] };
  const seen = new Set<string>();
  const distinct = rows.filter((row) => {
    if (value(row, itemIdColumn) === "") return true;
    const text = JSON.stringify(row.values);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
  const count = rows.length - distinct.length;
  if (count === 0) return { distinct, warnings: [] };
  const message = `${count} of ${rows.length} rows repeat an item with the same ${itemIdColumn}. They are left out.`;
  return { distinct, warnings: [{ reason: "rows_repeated", message }] };
}

function rejectOrder(reason: string, message: string): AssembledOrder {
  return { order: null, total: 0, error: { reason, message }, skipped: [], warnings: [] };
}

/** An order whose items have the fields that their properties become, as those of a connection do. What the file says itself takes precedence. */
function withMappedProperties(order: Order): { order: Order; warnings: Issue[] } {
  const reasons = new Set<string>();
  const items = order.items.map((item): Item => {
    const { fields, leftOut } = mapProperties(item.properties ?? [], DEFAULT_PROPERTY_MAP);
    for (const reason of leftOut) reasons.add(reason);
    return { ...fields, ...item };
  });
  const warnings = [...reasons].map((reason) => ({ reason: "property_left_out", message: `Properties of an item: ${reason}.` }));
  return { order: { ...order, items }, warnings };
}

/**
 * The maximum lengths of texts that only describe an order. External ids, SKUs and email addresses are never truncated, because they identify
 * something. An order's number is truncated, because the external id identifies the order.
 */
const ORDER_TEXTS = {
  number: MAX_NAME_LENGTH,
  customer_name: MAX_NAME_LENGTH,
  customer_address: MAX_ADDRESS_LENGTH,
  customer_phone: MAX_PHONE_LENGTH,
  payment_method: MAX_NAME_LENGTH,
  ship_name: MAX_NAME_LENGTH,
  ship_company: MAX_NAME_LENGTH,
  shipping_service: MAX_NAME_LENGTH,
  buyer_note: MAX_LONG_TEXT_LENGTH,
  gift_message: MAX_LONG_TEXT_LENGTH,
  source_status: MAX_NAME_LENGTH,
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
  material: MAX_NAME_LENGTH,
  size: MAX_NAME_LENGTH,
  color: MAX_NAME_LENGTH,
  variations: MAX_LONG_TEXT_LENGTH,
  personalization: MAX_LONG_TEXT_LENGTH,
} as const satisfies Partial<Record<keyof Item, number>>;

/** The maximum numbers of texts in lists. Each text has at most MAX_NAME_LENGTH characters. */
const LISTS = { discount_codes: MAX_DISCOUNT_CODES, tags: MAX_TAGS } as const satisfies Partial<Record<keyof Order, number>>;

/** Truncates the descriptive texts of an order to the API's limits, with a warning if any was too long. */
export function truncateTexts(order: Order): { order: Order; warnings: Issue[] } {
  const truncatedOrder = truncateFields(order, ORDER_TEXTS);
  const lists = truncateLists(order);
  const metadata = ifCut("metadata", order.metadata, truncateMetadata(order.metadata));
  const items = order.items.map((item) => {
    const cut = {
      ...ifCut("properties", item.properties, truncateProperties(item.properties)),
      ...ifCut("metadata", item.metadata, truncateMetadata(item.metadata)),
    };
    return { ...truncateFields({ ...item, ...cut }, ITEM_TEXTS), cut: Object.keys(cut) };
  });
  const fieldsOfItems = Map.groupBy(
    items.flatMap(({ fields }) => fields),
    (field) => field,
  );
  const messages = [
    ...truncatedOrder.fields.map((field) => `${field} was cut to ${ORDER_TEXTS[field]} characters.`),
    ...Object.keys({ ...lists, ...metadata }).map((field) => `${field} was cut.`),
    ...[...fieldsOfItems].map(
      ([field, { length }]) => `${field} of ${length === 1 ? "an item" : `${length} items`} was cut to ${ITEM_TEXTS[field]} characters.`,
    ),
    ...(["properties", "metadata"] as const).flatMap((field) => {
      const { length } = items.filter(({ cut }) => cut.includes(field));
      return length === 0 ? [] : [`${field} of ${length === 1 ? "an item" : `${length} items`} were cut.`];
    }),
  ];
  if (messages.length === 0) return { order, warnings: [] };
  return {
    order: { ...truncatedOrder.value, ...lists, ...metadata, items: items.map(({ value }) => value) },
    warnings: [{ reason: "truncated", message: messages.join(" ") }],
  };
}

/** The lists of an order that were too long, truncated. */
function truncateLists(order: Order): Partial<Record<keyof typeof LISTS, string[]>> {
  return Object.fromEntries(
    Object.entries(LISTS).flatMap(([name, max]) => {
      const texts = order[name as keyof typeof LISTS] ?? [];
      const cut = texts.slice(0, max).map((text) => truncateText(text, MAX_NAME_LENGTH));
      return cut.length === texts.length && cut.every((text, at) => text === texts[at]) ? [] : [[name, cut]];
    }),
  );
}

/** A field that was too long, truncated. Empty if it was not. */
function ifCut<Name extends string, T>(name: Name, value: T | undefined, cut: T | undefined): { [K in Name]?: T } {
  const isCut = cut !== undefined && JSON.stringify(cut) !== JSON.stringify(value);
  return (isCut ? { [name]: cut } : {}) as { [K in Name]?: T };
}

/** The properties of an item, truncated to the API's limits. */
function truncateProperties(properties: Item["properties"]): Item["properties"] {
  let left = MAX_PROPERTIES_LENGTH;
  return properties?.slice(0, MAX_PROPERTIES).flatMap((property) => {
    const name = truncateText(property.name, Math.min(MAX_NAME_LENGTH, left));
    const value = truncateText(property.value, Math.min(MAX_LONG_TEXT_LENGTH, left - name.length));
    left -= name.length + value.length;
    return name === "" ? [] : [{ name, value }];
  });
}

/** Metadata of an order or an item, truncated to the API's limits. */
function truncateMetadata(metadata: Record<string, string> | undefined): Record<string, string> | undefined {
  if (metadata === undefined) return undefined;
  const pairs = Object.entries(metadata).slice(0, MAX_METADATA_PAIRS);
  return Object.fromEntries(pairs.map(([key, value]) => [key, truncateText(value, MAX_METADATA_VALUE_LENGTH)]));
}

function truncateFields<Field extends string, T extends Partial<Record<Field, string>>>(
  value: T,
  maxLengths: Readonly<Record<Field, number>>,
): { value: T; fields: Field[] } {
  const fields = (Object.keys(maxLengths) as Field[]).filter((field) => (value[field] ?? "").length > maxLengths[field]);
  const texts = Object.fromEntries(fields.map((field) => [field, truncateText(value[field] ?? "", maxLengths[field])]));
  return { value: fields.length === 0 ? value : { ...value, ...texts }, fields };
}

/** Truncates to at most `max` UTF-16 units and never splits a surrogate pair. */
function truncateText(text: string, max: number): string {
  const cut = text.slice(0, max);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd();
}
