import { DERIVED_COLUMNS } from "../derived-columns.sql.ts";
import type { FulfilledOf } from "../items/fulfilled-quantities";
import { statusColumns } from "../items/progress.sql.ts";
import { statusAfterGrowth, statusAfterReduction } from "../items/shipped-status";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import type { CopiedValues } from "./ingest-values";
import type { ItemValues, OrderValues } from "./row-values.sql.ts";

export interface MergedItem {
  storedItem: StoredItem | undefined;
  values: ItemValues;
  changed: boolean;
}

/**
 * The values of an item whose number of units may have changed. If all that is left of them was shipped or delivered, its status becomes that. If some
 * were added to those that were all shipped, it is New.
 */
export function withStatusOfUnits(values: ItemValues, stored: StoredItem | undefined, fulfilledOf: FulfilledOf): ItemValues {
  if (stored === undefined || values.status !== stored.status) return values;
  if (values.quantity === stored.quantity && values.refunded_quantity <= stored.refunded_quantity) return values;
  const next = values.quantity > stored.quantity ? statusAfterGrowth : statusAfterReduction;
  const status = next(stored, values, fulfilledOf(stored.id));
  return status === null ? values : { ...values, ...statusColumns(status, stored.progress) };
}

/** Keeps the stored version and update time of an item that does not change. */
export function mergeItem(values: ItemValues, storedItem: StoredItem | undefined): MergedItem {
  // These two are internal columns, which are never named as changed. An item is written also if only they change.
  const changed =
    storedItem === undefined ||
    values.is_removed !== storedItem.is_removed ||
    values.refunded_quantity !== storedItem.refunded_quantity ||
    changedFieldNames(values, storedItem).length > 0;
  if (changed) return { storedItem, values, changed };
  return { storedItem, values: { ...values, version: storedItem.version, updated_at: storedItem.updated_at }, changed: false };
}

export function itemFieldNames(item: ItemValues, stored: StoredItem): string[] {
  const names = changedFieldNames(item, stored).filter((name) => !COPIED_COLUMNS.has(name));
  // An item that was cancelled before it is removed, and one that is taken back, keep their status.
  if (names.length === 0 && item.is_removed !== stored.is_removed) return ["items"];
  return names.map((name) => `items.${name}`);
}

/** Columns of an item that are copies of its order's. */
const COPIED_COLUMNS: ReadonlySet<string> = new Set<keyof CopiedValues>(["store_id", "order_date"]);

const INTERNAL_COLUMNS: ReadonlySet<string> = new Set([
  "version",
  "event_sequence",
  "updated_at",
  "source_hash",
  "source_updated_at",
  "item_count",
  "text_bytes",
  ...DERIVED_COLUMNS,
  "refunded_tax",
  "progress",
  "is_goods",
  "shipped_quantity",
  "refunded_quantity",
  "supplier_quantity",
  "supplier_cost",
  "audit_reasons",
  "is_removed",
]);

/** The names of the fields in which two rows differ, except internal columns. */
export function changedFieldNames(after: OrderValues | ItemValues, before: StoredOrder | StoredItem): string[] {
  const stored = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([name, value]) => (INTERNAL_COLUMNS.has(name) || stored.get(name) === value ? [] : [name]));
}
