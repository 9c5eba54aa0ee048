import { pickValues, recordOf } from "../../../platform/values/record";
import type { ItemPatch, OrderPatch } from "../amend-order";
import type { IncomingItem, IncomingOrder } from "./incoming-order";
import { matchItems, type StoredParts } from "./ingest-changes";

/** Names of optional fields, whose columns are null in an order or an item that does not have them. */
export interface LaterFields {
  order: readonly (keyof OrderPatch)[];
  items: readonly (keyof ItemPatch)[];
}

/**
 * The fields that a release has added to the API after the first one, so that there may be orders that were ingested without them. A payload
 * that only adds such fields to the last one is not a conflict (docs/spec/orders.md#added-fields). A test can declare some.
 */
export const LATER_FIELDS: LaterFields = { order: [], items: [] };

/** The later fields that a payload has: `name` for one of the order, `items.name` for one that any of its items has. */
export function laterFieldsOf(order: IncomingOrder): string[] {
  const ofItems = LATER_FIELDS.items.filter((name) => order.items.some((item) => item[name] !== undefined));
  return [...LATER_FIELDS.order.filter((name) => order[name] !== undefined), ...ofItems.map((name) => `items.${name}`)].toSorted();
}

export function withoutFields(order: IncomingOrder, names: readonly string[]): IncomingOrder {
  const omit = <Part extends object>(part: Part, prefix: string) =>
    Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(prefix + name))) as Part;
  return { ...omit(order, ""), items: order.items.map((item) => omit(item, "items.")) };
}

/**
 * The patches that set these later fields, which a payload has added to the last one. Everything that has been changed since then stays
 * unchanged. Null if the order has a value in any of them, because a person has set it.
 */
export function addedPatches(
  { order, items }: StoredParts,
  incoming: IncomingOrder,
  added: readonly string[],
): { order: OrderPatch; items: ReadonlyMap<number, ItemPatch> } | null {
  const orderFields = LATER_FIELDS.order.filter((name) => added.includes(name));
  const itemFields = LATER_FIELDS.items.filter((name) => added.includes(`items.${name}`));
  const sentFields = (item: IncomingItem) => itemFields.filter((name) => item[name] !== undefined);
  const pairs = matchItems(incoming, items).pairs.flatMap(({ item, storedItem }) =>
    storedItem === undefined ? [] : [{ item, storedItem }],
  );
  if (orderFields.some((name) => order[name] !== null)) return null;
  if (pairs.some(({ item, storedItem }) => sentFields(item).some((name) => storedItem[name] !== null))) return null;
  const mask = <Name extends string>(names: readonly Name[]) => recordOf(names, () => true);
  return {
    order: pickValues(incoming, mask(orderFields)),
    items: new Map(pairs.map(({ item, storedItem }) => [storedItem.id, pickValues(item, mask(sentFields(item)))])),
  };
}
