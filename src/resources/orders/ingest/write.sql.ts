import { type SQL, sql } from "drizzle-orm";
import type { NewEvent } from "../../events/new-event";
import { EVENT_BODY, insertEvents } from "../../events/write.sql.ts";
import { assertRowsChanged } from "../../../platform/db/change";
import type { OrgDb } from "../../../platform/db/org-db";
import { isLive } from "../items/item-status";
import { updateOrdersFromItems } from "../order-from-items.sql.ts";
import { countSupplierCosts } from "../items/supplier-costs.sql.ts";
import { isClosed } from "../order-status";
import { orders } from "../table";
import { sequenceId, allocateIds } from "../../../platform/db/sequence";
import { countedChunks, jsonChunks, jsonRows } from "../../../platform/db/sql-values";
import { DEFER_FOREIGN_KEYS, type WriteStatement } from "../../../platform/db/statement";
import { assignments, compact, WRITTEN_ITEM_COLUMNS, itemRow, WRITTEN_ORDER_COLUMNS, orderRow, rowsToInsert } from "./row-json.sql.ts";
import type { ItemValues, OrderValues } from "./row-values.sql.ts";
import { WordBudget, type Words } from "./word-budget";

export interface OrderToCreate {
  values: OrderValues;
  words: Words;
  items: { values: ItemValues; words: Words }[];
  event: NewEvent<"order.created">;
}

/** A change of an order and its items, based on the version that was read. */
export interface OrderToUpdate {
  id: number;
  version: number;
  values: OrderValues;
  /** Whether the status of an item changes, so that the status of the order follows its items. */
  followsItems: boolean;
  /** Whether its currency changes, so that other lines of supplier orders count as its costs. */
  changesCurrency: boolean;
  words: Words;
  changedFields: string[];
  /** Entries of the history: of the order's own fields, and of each item that changed. */
  history: { itemId: number | null; changedFields: string[]; reason?: string | null }[];
  updatedItems: { id: number; values: ItemValues; words: Words }[];
  /** Items of which only the search words change, because they contain those of the order. */
  reindexedItems: { id: number; words: Words }[];
  newItems: { values: ItemValues; words: Words }[];
  event: NewEvent<"order.updated">;
}

/** Throws the same 413 Content Too Large as `ingestWrites`, for a dry run. */
export function assertIndexable(creates: readonly OrderToCreate[], updates: readonly OrderToUpdate[]): void {
  const budget = new WordBudget();
  for (const { words, items } of creates) for (const rowWords of [words, ...items.map((item) => item.words)]) budget.compute(rowWords);
  for (const { words, updatedItems, reindexedItems, newItems } of updates) {
    for (const rowWords of [words, ...[...updatedItems, ...reindexedItems, ...newItems].map((item) => item.words)])
      budget.compute(rowWords);
  }
}

/**
 * The writes of an ingest. The number of statements hardly depends on the number of orders. Each statement contains only the values it
 * writes, because a batch is sent as one JSON text. Throws 413 Content Too Large if there are too many search words.
 */
export function ingestWrites(org: OrgDb, creates: readonly OrderToCreate[], updates: readonly OrderToUpdate[]): WriteStatement[] {
  const addedItems = [
    ...creates.flatMap(({ values, items }, o) => items.map((item) => ({ place: { o, closed: isClosed(values.status) }, ...item }))),
    ...updates.flatMap(({ id, newItems: items }) => items.map((item) => ({ place: { order: id }, ...item }))),
  ];
  const budget = new WordBudget();
  return [
    ...(creates.length > 0 ? [DEFER_FOREIGN_KEYS, allocateIds(org, "orders", creates.length)] : []),
    ...(addedItems.length > 0 ? [allocateIds(org, "order_items", addedItems.length)] : []),
    ...updateOrders(org, updates, budget),
    // Before the new orders: when an order is inserted, a trigger counts the items that it already has.
    ...insertItems(org, addedItems, creates.length, budget),
    ...insertOrders(org, creates, budget),
    ...followItems(org, updates),
  ];
}

/** Another request may create an order with the same external id at the same time. */
export const INGEST_CONFLICTS = [orders.external_id] as const;

/** SQL for the id of the new order at index `ordinal` (from 0), of `count` new orders. */
export function createdOrderId({ count, ordinal }: { count: number; ordinal: number }): SQL {
  return sequenceId("orders", count, ordinal);
}

// In an UPDATE from JSON, the `+` before organization_id keeps SQLite from using an index that starts with it. Otherwise SQLite would scan
// the whole organization, and the JSON once for each row, instead of looking up each row of the JSON by its id.

/** The hash of a payload that changes no value of an order, and the order's time at its source. */
interface UnchangedPayload {
  id: number;
  version: number;
  hash: string;
  source_updated_at: number | null;
}

/** Stores the hash and the time of a payload that changes nothing else, so that it counts as the last ingested one. */
export function updatePayloadHashes(org: OrgDb, payloads: readonly UnchangedPayload[]): WriteStatement[] {
  if (payloads.length === 0) return [];
  return [
    org.write()`update orders set source_hash = j.value->>'hash', source_updated_at = j.value->>'source_updated_at' from json_each(${JSON.stringify(payloads)}) j
      where +orders.organization_id = ${org.key} and orders.id = j.value->>'id' and orders.version = j.value->>'version'`,
    assertRowsChanged(payloads.length),
  ];
}

function insertOrders(org: OrgDb, creates: readonly OrderToCreate[], budget: WordBudget): WriteStatement[] {
  const id = sequenceId("orders", creates.length, sql`(j.value->>'n')`);
  const chunks = (row: (create: OrderToCreate) => object) => jsonChunks(creates, (create, n) => ({ n, ...row(create) }));
  const rows = rowsToInsert(creates, WRITTEN_ORDER_COLUMNS, ({ values }, n) => ({ n, ...orderRow(values) }));
  return [
    ...rows.chunks.map(
      (chunk) => org.write()`insert into orders (id, organization_id, ${rows.names})
        select ${sequenceId("orders", creates.length, rows.field("n"))}, ${org.key}, ${rows.values} from ${jsonRows(chunk)} j`,
    ),
    ...chunks(({ words }) => ({ words: budget.compute(words) })).map(
      (chunk) =>
        org.write()`insert into order_search (rowid, words) select ${id}, j.value->>'words' from json_each(${chunk}) j where ${org.key} is not null`,
    ),
    ...chunks(({ values: { status } }) => ({ status })).map(
      (chunk) => org.write()`insert into order_history (organization_id, order_id, at, "change", to_value, actor_kind, actor_id, actor_name)
        select ${org.key}, ${id}, ${org.now}, 'created', j.value->>'status', ${org.actor.kind}, ${org.actor.id}, ${org.actor.name}
        from json_each(${chunk}) j`,
    ),
    ...insertEvents(
      org,
      creates.map(({ event }, n) => ({ n, event })),
      { orderId: id, body: sql`json_set(${EVENT_BODY}, '$.order_id', ${id})` },
    ),
  ];
}

/** A new item and its order: a new order by its index `o` and whether it is closed, or a stored one by its id. */
interface PlacedItem {
  place: { o: number; closed: boolean } | { order: number };
  values: ItemValues;
  words: Words;
}

/** Inserts items of stored orders and of `newOrders` new ones. */
function insertItems(org: OrgDb, items: readonly PlacedItem[], newOrders: number, budget: WordBudget): WriteStatement[] {
  const idOf = (n: SQL) => sequenceId("order_items", items.length, n);
  const rows = rowsToInsert(items, WRITTEN_ITEM_COLUMNS, ({ place, values }, n) => ({ n, ...place, ...itemRow(values) }));
  const orderId = sql`coalesce(${rows.field("order")}, ${sequenceId("orders", newOrders, rows.field("o"))})`;
  return [
    ...rows.chunks.map(
      (chunk) => org.write()`insert into order_items (id, organization_id, order_id, order_closed, ${rows.names})
        select ${idOf(rows.field("n"))}, ${org.key}, ${orderId}, coalesce(${rows.field("closed")}, (select o.status in ('Complete', 'Cancelled') from orders o
          where o.organization_id = ${org.key} and o.id = ${orderId})), ${rows.values}
        from ${jsonRows(chunk)} j`,
    ),
    ...jsonChunks(items, ({ words }, n) => ({ n, words: budget.compute(words) })).map(
      (chunk) =>
        org.write()`insert into item_search (rowid, words) select ${idOf(sql`(j.value->>'n')`)}, j.value->>'words' from json_each(${chunk}) j where ${org.key} is not null`,
    ),
  ];
}

function updateOrders(org: OrgDb, updates: readonly OrderToUpdate[], budget: WordBudget): WriteStatement[] {
  const updatedItems = updates.flatMap(({ updatedItems: items }) => items);
  const reindexed = updates.flatMap(({ reindexedItems: items }) => items);
  const chunks = (row: (update: OrderToUpdate) => object) => jsonChunks(updates, (update) => ({ id: update.id, ...row(update) }));
  return [
    ...countedChunks(updates, (update) =>
      compact({ id: update.id, expected_version: update.version, ...orderRow(ownValues(update)) }),
    ).flatMap(({ json, count }) => [
      org.write()`update orders set ${assignments(WRITTEN_ORDER_COLUMNS)} from ${jsonRows(json)} j
        where +orders.organization_id = ${org.key} and orders.id = j.value->>'id' and orders.version = j.value->>'expected_version'`,
      assertRowsChanged(count),
    ]),
    ...chunks(({ words }) => ({ words: budget.compute(words) })).map((chunk) => replaceWords(org, sql`order_search`, chunk)),
    ...jsonChunks(
      updates.flatMap(({ id, history }) => history.map((entry) => ({ id, ...entry }))),
      ({ id, itemId, changedFields, reason }) => ({ id, item_id: itemId, changed_fields: changedFields, reason }),
    ).map(
      (
        chunk,
      ) => org.write()`insert into order_history (organization_id, order_id, order_item_id, at, "change", changed_fields, reason, actor_kind, actor_id, actor_name)
        select ${org.key}, j.value->>'id', j.value->>'item_id', ${org.now}, 'updated', j.value->'changed_fields', j.value->>'reason', ${org.actor.kind}, ${org.actor.id}, ${org.actor.name}
        from ${jsonRows(chunk)} j`,
    ),
    ...insertEvents(
      org,
      updates.filter((update) => !isWrittenLast(update)).map(({ id, event }) => ({ id, event })),
      { orderId: sql`j.value->>'id'` },
    ),
    ...jsonChunks(updatedItems, ({ id, values: row }) => compact({ id, ...itemRow(row) })).map(
      (chunk) => org.write()`update order_items set ${assignments(WRITTEN_ITEM_COLUMNS)} from ${jsonRows(chunk)} j
        where +order_items.organization_id = ${org.key} and order_items.id = j.value->>'id'`,
    ),
    ...jsonChunks([...updatedItems, ...reindexed], ({ id, words }) => ({ id, words: budget.compute(words) })).map((chunk) =>
      replaceWords(org, sql`item_search`, chunk),
    ),
  ];
}

/** Whether the version and the event of an order are written at the end, because its items decide its status or its costs. */
const isWrittenLast = ({ followsItems, changesCurrency }: OrderToUpdate): boolean => followsItems || changesCurrency;

/** The values that an update writes itself. */
function ownValues(update: OrderToUpdate): OrderValues {
  const { values, version } = update;
  return isWrittenLast(update) ? { ...values, version, event_sequence: values.event_sequence - 1 } : values;
}

/** What items decide of the updated orders: their statuses and costs, with the versions and events of these orders. */
function followItems(org: OrgDb, updates: readonly OrderToUpdate[]): WriteStatement[] {
  const following = updates.filter(isWrittenLast);
  if (following.length === 0) return [];
  const endsItems = following.some(({ updatedItems }) => updatedItems.some(({ values }) => !isLive(values.status)));
  const changes = following.map(({ id, version, followsItems, changedFields }) => ({
    orderId: id,
    version,
    followsItems,
    changedFields,
    eventsBefore: 0,
  }));
  const recounted = JSON.stringify(following.flatMap(({ id, changesCurrency }) => (changesCurrency ? [id] : [])));
  const itemIds = sql`select x.id from json_each(${recounted}) j cross join order_items x on x.organization_id = ${org.key} and x.order_id = j.value`;
  return [...(recounted === "[]" ? [] : [countSupplierCosts(org, itemIds)]), ...updateOrdersFromItems(org, changes, { endsItems })];
}

/** The search indexes have no column of the organization. Its key is named because every statement must contain it. */
function replaceWords(org: OrgDb, index: SQL, chunk: string): WriteStatement {
  return org.write()`insert or replace into ${index} (rowid, words)
    select j.value->>'id', j.value->>'words' from json_each(${chunk}) j where ${org.key} is not null`;
}

/** The result that an ingest's write marker stores: its results, and the id of the first order that it created. */
export function ingestMarker(firstOrderId: SQL | null, results: readonly unknown[]): SQL {
  return sql`json_object('first_order_id', ${firstOrderId ?? null}, 'results', json(${JSON.stringify(results)}))`;
}
