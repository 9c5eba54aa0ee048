import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import { mustHaveChanged } from "./commit";
import type { OrgDb } from "./org-db";
import { orderItems, orders } from "./schema";
import { sequenceId, takeIds } from "./sequence";
import { jsonChunks } from "./sql-values";
import type { WriteStatement } from "./statement";

type Generated = "missing_sku" | "missing_design" | "missing_cost";
export type OrderValues = Omit<InferInsertModel<typeof orders>, "id" | "organization_id">;
export type ItemValues = Omit<InferInsertModel<typeof orderItems>, "id" | "organization_id" | "order_id" | Generated>;

/** A new order, ready to be written. */
export interface OrderToCreate {
  values: OrderValues;
  /** For the full-text index. */
  words: string;
  items: { values: ItemValues; words: string }[];
  event: { id: string; body: Record<string, unknown> };
}

/** A change of an order, its items included, from the version that was read. */
export interface OrderToUpdate {
  id: number;
  /** Where the change is one of a single item. */
  itemId: number | null;
  version: number;
  values: OrderValues;
  words: string;
  changedFields: string[];
  kept: { id: number; values: ItemValues; words: string }[];
  /** Items of which only the search words change, which hold their order's. */
  reworded: { id: number; words: string }[];
  added: { values: ItemValues; words: string }[];
  event: { id: string; body: Record<string, unknown> };
}

const ORDER_COLUMNS = Object.keys(getTableColumns(orders)).filter((name) => !["id", "organization_id"].includes(name));
const ITEM_COLUMNS = Object.entries(getTableColumns(orderItems))
  .filter(([name, column]) => column.generated === undefined && !["id", "organization_id", "order_id"].includes(name))
  .map(([name]) => name);

const list = (names: readonly string[]): SQL => sql.raw(names.map((name) => `"${name}"`).join(", "));
const values = (names: readonly string[]): SQL => sql.raw(names.map((name) => `j.value->>'${name}'`).join(", "));
const assignments = (names: readonly string[]): SQL => sql.raw(names.map((name) => `"${name}" = j.value->>'${name}'`).join(", "));

/** Absent and null are one to JSON's `->>`; leaving nulls out keeps the parameters small. */
function compact(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
}

/** The writes of an ingest: a handful of statements however many orders there are (decisions G). */
export function ingestWrites(org: OrgDb, creates: readonly OrderToCreate[], updates: readonly OrderToUpdate[]): WriteStatement[] {
  const created = creates.map(({ values: row, words, event }, n) => ({ n, ...compact(row), words, event_id: event.id, event: event.body }));
  const added = [
    ...creates.flatMap(({ items }, o) => items.map((item) => ({ o, ...compact(item.values), words: item.words }))),
    ...updates.flatMap(({ id, added: items }) => items.map((item) => ({ order: id, ...compact(item.values), words: item.words }))),
  ].map((item, n) => ({ n, ...item }));
  return [
    ...(created.length > 0 ? [takeIds(org, "orders", created.length)] : []),
    ...(added.length > 0 ? [takeIds(org, "order_items", added.length)] : []),
    ...updateOrders(org, updates),
    ...jsonChunks(created).flatMap((chunk) => insertOrders(org, chunk, created.length)),
    ...jsonChunks(added).flatMap((chunk) => insertItems(org, chunk, created.length, added.length)),
  ];
}

/** SQL: the id of the `ordinal`-th order that an ingest of `count` new orders creates. */
export function createdOrderId(count: number, ordinal: number): SQL {
  return sequenceId("orders", count, ordinal);
}

// An UPDATE from JSON names its organization with a `+`, which keeps SQLite off the indexes that begin with it: it would walk
// the whole organization, and the JSON once for each row, rather than look each row of the JSON up by its id.

/** Keeps the hash of a payload that changes nothing else, so that it counts as the last one ingested. */
export function rememberPayloads(org: OrgDb, payloads: readonly { id: number; version: number; hash: string }[]): WriteStatement[] {
  if (payloads.length === 0) return [];
  return [
    org.write()`update orders set source_hash = j.value->>'hash' from json_each(${JSON.stringify(payloads)}) j
      where +orders.organization_id = ${org.key} and orders.id = j.value->>'id' and orders.version = j.value->>'version'`,
    mustHaveChanged(payloads.length),
  ];
}

function insertOrders(org: OrgDb, chunk: string, count: number): WriteStatement[] {
  const id = sequenceId("orders", count, sql`(j.value->>'n')`);
  return [
    org.write()`insert into orders (id, organization_id, ${list(ORDER_COLUMNS)})
      select ${id}, ${org.key}, ${values(ORDER_COLUMNS)} from json_each(${chunk}) j`,
    org.write()`insert into order_search (rowid, words) select ${id}, j.value->>'words' from json_each(${chunk}) j where ${org.key} is not null`,
    org.write()`insert into order_history (organization_id, order_id, at, "change", to_value, actor_kind, actor_id, actor_name)
      select ${org.key}, ${id}, ${org.now}, 'created', j.value->>'status', ${org.actor.kind}, ${org.actor.id}, ${org.actor.name}
      from json_each(${chunk}) j`,
    org.write()`insert into events (id, organization_id, type, order_id, body, occurred_at)
      select j.value->>'event_id', ${org.key}, 'order.created', ${id}, json_set(j.value->'event', '$.order_id', ${id}), ${org.now}
      from json_each(${chunk}) j`,
  ];
}

function insertItems(org: OrgDb, chunk: string, orderCount: number, itemCount: number): WriteStatement[] {
  const id = sequenceId("order_items", itemCount, sql`(j.value->>'n')`);
  const orderId = sql`coalesce(j.value->>'order', ${sequenceId("orders", orderCount, sql`(j.value->>'o')`)})`;
  return [
    org.write()`insert into order_items (id, organization_id, order_id, ${list(ITEM_COLUMNS)})
      select ${id}, ${org.key}, ${orderId}, ${values(ITEM_COLUMNS)} from json_each(${chunk}) j`,
    org.write()`insert into item_search (rowid, words) select ${id}, j.value->>'words' from json_each(${chunk}) j where ${org.key} is not null`,
  ];
}

function updateOrders(org: OrgDb, updates: readonly OrderToUpdate[]): WriteStatement[] {
  const changed = updates.map(({ id, itemId, version, values: row, words, changedFields, event }) => ({
    id,
    seen: version,
    ...compact(row),
    words,
    changed_fields: changedFields,
    item_id: itemId,
    event_id: event.id,
    event: event.body,
  }));
  const kept = updates.flatMap(({ kept: items }) => items.map(({ id, values: row, words }) => ({ id, ...compact(row), words })));
  return [
    ...jsonChunks(changed).flatMap((chunk) => [
      org.write()`update orders set ${assignments(ORDER_COLUMNS)} from json_each(${chunk}) j
        where +orders.organization_id = ${org.key} and orders.id = j.value->>'id' and orders.version = j.value->>'seen'`,
      mustHaveChanged((JSON.parse(chunk) as unknown[]).length),
      org.write()`insert or replace into order_search (rowid, words)
        select j.value->>'id', j.value->>'words' from json_each(${chunk}) j where ${org.key} is not null`,
      org.write()`insert into order_history (organization_id, order_id, order_item_id, at, "change", changed_fields, actor_kind, actor_id, actor_name)
        select ${org.key}, j.value->>'id', j.value->>'item_id', ${org.now}, 'updated', j.value->'changed_fields', ${org.actor.kind}, ${org.actor.id}, ${org.actor.name}
        from json_each(${chunk}) j`,
      org.write()`insert into events (id, organization_id, type, order_id, body, occurred_at)
        select j.value->>'event_id', ${org.key}, 'order.updated', j.value->>'id', j.value->'event', ${org.now} from json_each(${chunk}) j`,
    ]),
    ...jsonChunks(kept).map(
      (chunk) => org.write()`update order_items set ${assignments(ITEM_COLUMNS)} from json_each(${chunk}) j
        where +order_items.organization_id = ${org.key} and order_items.id = j.value->>'id'`,
    ),
    ...jsonChunks([...kept, ...updates.flatMap(({ reworded }) => reworded)].map(({ id, words }) => ({ id, words }))).map(
      (chunk) => org.write()`insert or replace into item_search (rowid, words)
        select j.value->>'id', j.value->>'words' from json_each(${chunk}) j where ${org.key} is not null`,
    ),
  ];
}
