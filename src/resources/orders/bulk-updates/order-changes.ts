import type { OrgReader } from "../../../platform/db/org-db";
import { ApiError, type InputViolation } from "../../../platform/api-error";
import type { ItemPatch, OrderPatch } from "../amend-order";
import { mergeMetadata } from "../../../platform/values/metadata";
import { orderDate, toBit } from "../ingest/ingest-values";
import { readItemStatus } from "../items/item-status";
import type { OrderStatus } from "../order-status";
import { hasOwnAddress } from "../item-address";
import { presentItem } from "../order-view";
import type { ItemRow, OrderParts } from "../rows.sql.ts";
import { SHIP_ADDRESS } from "../text-columns";

/** New values of an item by its id. What an update cannot change may be sent as it was read. */
export type ItemUpdate = ItemPatch & { id: number; external_id?: string | null | undefined; status?: string | undefined };

/** New values of an order by its id. What an update cannot change may be sent as it was read. */
export type OrderUpdate = OrderPatch & {
  id: number;
  /** The version that the values are based on. Undefined accepts any version. */
  version?: number | undefined;
  store_id?: number | undefined;
  external_id?: string | null | undefined;
  status?: OrderStatus | undefined;
  items?: ItemUpdate[] | undefined;
};

export interface OrderChanges {
  /** Whether the order has changed since the version that the values are based on. */
  isOutdated: boolean;
  order: OrderPatch;
  items: ReadonlyMap<number, ItemPatch>;
  /** The changed fields, as `number` or `items[0].sku`. */
  names: string[];
  /** Violations for values that differ although an update cannot change them: the first MAX_READ_ONLY_VIOLATIONS. */
  readOnly: InputViolation[];
}

function changedFields<Patch extends object>(patch: Patch, isSame: (name: string, value: unknown) => boolean): Patch {
  return Object.fromEntries(Object.entries(patch).filter(([name, value]) => value !== undefined && !isSame(name, value))) as Patch;
}

/** Whether a change of metadata, as a body has it, changes nothing. */
const keepsMetadata = (change: unknown, { metadata }: { metadata: string | null }): boolean =>
  (change === null || typeof change === "string") && mergeMetadata(change, metadata) === metadata;

const asStored = (value: unknown): unknown => (typeof value === "boolean" ? toBit(value) : value);

/** Finds out what an update changes. A value that equals the one that is shown is no change. Throws 404 Not Found for an unknown item. */
export function orderChanges(org: OrgReader, parts: OrderParts, update: OrderUpdate): OrderChanges {
  const { id: _id, version = parts.order.version, store_id, external_id, status, items: sentItems = [], ...sent } = update;
  const isOutdated = version !== parts.order.version;
  const stored = new Map<string, unknown>(Object.entries(parts.order));
  const order = changedFields(sent, (name, value) => {
    if (name === "metadata") return keepsMetadata(value, parts.order);
    if (name === "date") return orderDate(org, { date: String(value) }) === parts.order.date;
    return stored.get(name) === asStored(value);
  });
  // A refund_tax belongs to the refund_amount that it is sent with, also if it has the value that the last refund had.
  if (order.refund_amount !== undefined && sent.refund_tax !== undefined) order.refund_tax = sent.refund_tax;
  const names = Object.keys(order);
  const { store_id: storeId, external_id: externalId, status: storedStatus } = parts.order;
  const current = { store_id: storeId, external_id: externalId, status: storedStatus };
  const readOnly = readOnlyViolations({ store_id, external_id, status }, current, "");
  const byId = new Map(parts.items.map((item) => [item.id, item]));
  const items = new Map<number, ItemPatch>();
  for (const [index, item] of sentItems.entries()) {
    const row = byId.get(item.id);
    if (row === undefined || items.has(item.id)) throw itemNotFound(index, row !== undefined);
    const patch = itemChanges(org, row, item, isOutdated);
    items.set(item.id, patch);
    names.push(...Object.keys(patch).map((name) => `items[${index}].${name}`));
    readOnly.push(
      ...readOnlyViolations({ external_id: item.external_id, status: item.status }, shownReadOnlyValues(row), `items[${index}].`),
    );
  }
  const changed = new Map([...items].filter(([, patch]) => Object.keys(patch).length > 0));
  return { isOutdated, order, items: changed, names, readOnly: readOnly.slice(0, MAX_READ_ONLY_VIOLATIONS) };
}

const shownReadOnlyValues = ({ external_id, status }: ItemRow) => ({ external_id, status: readItemStatus(status) });

/** The fields that an item shows of its order, because it has none of its own. */
function inheritedFields(item: ItemRow): string[] {
  const single = (["customer_name", "customer_address", "is_gift"] as const).filter((name) => item[name] === null);
  return hasOwnAddress(item) ? single : [...single, ...SHIP_ADDRESS];
}

function itemChanges(
  org: OrgReader,
  item: ItemRow,
  { id: _id, external_id: _externalId, status: _status, ...sent }: ItemUpdate,
  isOutdated: boolean,
): ItemPatch {
  const shownValues = new Map<string, unknown>(
    Object.entries({
      ...presentItem(item, org.organization.timezone),
      price: item.price,
      tax: item.tax,
      cost: item.cost,
      properties: item.properties,
    }),
  );
  // In values of an older version, an inherited field may have the order's value of then, which would become the item's own.
  const ignored = new Set(isOutdated ? inheritedFields(item) : []);
  const changes = changedFields(
    sent,
    (name, value) => ignored.has(name) || (name === "metadata" ? keepsMetadata(value, item) : shownValues.get(name) === value),
  );
  if (hasOwnAddress(item) || !SHIP_ADDRESS.some((name) => name in changes)) return changes;
  // The whole address becomes its own, because two addresses are never mixed (docs/spec/items.md#item-addresses).
  const address = SHIP_ADDRESS.map((name) => [name, sent[name] === undefined ? shownValues.get(name) : sent[name]] as const);
  return { ...changes, ...Object.fromEntries(address) };
}

function itemNotFound(index: number, isRepeated: boolean): ApiError {
  const path = `items[${index}].id`;
  return isRepeated
    ? new ApiError("validation_error", [{ path, code: "repeated_item", message: "This item occurs twice." }])
    : new ApiError("not_found", [{ path, code: "not_found", message: "The order has no item with this id." }]);
}

/** Violations of one order: the results of 200 orders must fit in the row of a write marker. */
const MAX_READ_ONLY_VIOLATIONS = 20;

type ReadOnlyValues = Readonly<Record<string, string | number | null | undefined>>;

const shownValue = (value: string | number | null): string => (value === null ? "empty" : String(value));

function readOnlyViolations(sent: ReadOnlyValues, stored: ReadOnlyValues, prefix: string): InputViolation[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const current = stored[name] ?? null;
    if (value === undefined || value === current) return [];
    const message = `An update does not change it. It is ${shownValue(current)}, not ${shownValue(value)}.`;
    return [{ path: prefix + name, code: "read_only", message }];
  });
}
