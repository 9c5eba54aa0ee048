import { type SQL, sql } from "drizzle-orm";
import type { NewEvent } from "../../events/new-event";
import { insertEvents } from "../../events/write.sql.ts";
import { addHistory } from "../history/records.sql.ts";
import type { OrgDb } from "../../../platform/db/org-db";
import { markItemsShipped, setShippedQuantities } from "../items/progress.sql.ts";
import { setStatusOfItems } from "../items/set-statuses.sql.ts";
import { updateOrdersFromItems } from "../order-from-items.sql.ts";
import type { OrderRow } from "../rows.sql.ts";
import type { Fulfillment } from "./fulfillment";
import { textKeyNames, textKeys } from "../../../platform/db/text/text-keys";
import { fulfillments as fulfillmentTable } from "./table";
import { jsonChunks, jsonRows } from "../../../platform/db/sql-values";
import type { WriteStatement } from "../../../platform/db/statement";

export interface FulfillmentsWrite {
  /** The order that was read. The change is only written at this version. */
  order: Pick<OrderRow, "id" | "version" | "requires_audit">;
  fulfillments: readonly FulfillmentWrite[];
  /** The order's new search words, or null if they do not change. */
  words: string | null;
  /** The items whose status advances. The status of the order follows its items if there are any. */
  advancedItems: readonly { id: number; from: string; to: "Shipped" | "Delivered" }[];
  /** The items of which another number of units was shipped, or is not shipped any more. */
  shippedQuantities: readonly { id: number; shipped: number; cancelled: number }[];
  /** Other items that count as shipped from now on (docs/spec/amounts-and-figures.md#sent-and-shipped-items). */
  newlyShipped: readonly number[];
  /** Why the order needs an audit from now on, as it stores it. Null: it needs none for this change. */
  auditReasons: string | null;
  events: readonly NewEvent[];
}

export interface FulfillmentWrite {
  fulfillment: Fulfillment;
  statusBefore: string | null;
  changedFields: readonly string[];
}

type FulfillmentRowWrite = FulfillmentWrite & { order_id: number };

/**
 * The writes of fulfillments of different orders: their rows, history and events, the advanced items, and the orders. The number of
 * statements hardly depends on the number of fulfillments.
 */
export function writeFulfillments(org: OrgDb, changes: readonly FulfillmentsWrite[]): WriteStatement[] {
  if (changes.length === 0) return [];
  const rows = changes.flatMap(({ order: { id }, fulfillments }) => fulfillments.map((row) => ({ order_id: id, ...row })));
  const advancedItems = changes.flatMap(advancedItemsOf);
  const createdRows = rows.filter(({ statusBefore }) => statusBefore === null);
  const updatedRows = rows.filter(({ statusBefore }) => statusBefore !== null);
  return [
    ...(createdRows.length > 0 ? insertFulfillments(org, createdRows) : []),
    ...jsonChunks(updatedRows, storedRow).map((chunk) => updateFulfillments(org, chunk)),
    ...jsonChunks(rows, historyRow).map((chunk) => addFulfillmentHistory(org, chunk)),
    ...advanceItems(org, advancedItems),
    ...jsonChunks(
      changes.filter(({ words }) => words !== null),
      ({ order: { id }, words }) => ({ id, words }),
    ).map((chunk) => replaceWords(org, chunk)),
    ...insertEvents(
      org,
      changes.flatMap(({ order: { id }, events }) => events.map((event) => ({ id, event }))),
      { orderId: field("id") },
    ),
    ...jsonChunks(changes.flatMap(otherShippedQuantities), (item) => item).map((chunk) => setShippedQuantities(org, chunk)),
    ...jsonChunks(
      changes.flatMap(({ newlyShipped }) => newlyShipped),
      (id) => ({ id }),
    ).map((chunk) => markItemsShipped(org, chunk)),
    ...jsonChunks(
      changes.filter(({ auditReasons }) => auditReasons !== null),
      ({ order: { id }, auditReasons: reasons }) => ({ id, reasons }),
    ).flatMap((chunk) => requireAudits(org, chunk)),
    // Last, because it computes the orders from the items as they are then. No item becomes Cancelled or Refunded here (endsItems).
    ...updateOrdersFromItems(org, changes.map(orderChange), { endsItems: false }),
  ];
}

const field = (name: string): SQL => sql.raw(`j.value->>'${name}'`);

function orderChange({ order, advancedItems, auditReasons, events }: FulfillmentsWrite) {
  const followsItems = advancedItems.length > 0;
  const isFlagged = auditReasons !== null && order.requires_audit !== 1;
  const changedFields = ["fulfillments", ...(followsItems ? ["items.status"] : []), ...(isFlagged ? ["requires_audit"] : [])];
  return { orderId: order.id, version: order.version, changedFields, followsItems, eventsBefore: events.length };
}

function historyRow({ order_id, fulfillment, statusBefore, changedFields }: FulfillmentRowWrite) {
  const fields = statusBefore === null ? null : JSON.stringify(changedFields);
  return { order_id, id: fulfillment.id, from: statusBefore, to: fulfillment.status, changed_fields: fields };
}

function addFulfillmentHistory(org: OrgDb, rows: string): WriteStatement {
  const entry = {
    change: "fulfillment",
    orderId: field("order_id"),
    fulfillmentId: field("id"),
    from: field("from"),
    to: field("to"),
  } as const;
  return addHistory(org, { ...entry, changedFields: field("changed_fields") }, sql`from json_each(${rows}) j`);
}

const UPDATED_COLUMNS = [
  "status",
  "tracking_number",
  ...textKeyNames(fulfillmentTable),
  "carrier",
  "tracking_url",
  "shipped_at",
  "delivered_at",
  "status_at",
];

function storedRow({ order_id, fulfillment: { lines: _lines, ...row } }: FulfillmentRowWrite) {
  return { ...row, ...textKeys(fulfillmentTable, row), order_id };
}

function insertFulfillments(org: OrgDb, changes: readonly FulfillmentRowWrite[]): WriteStatement[] {
  const columns = ["id", "order_id", "source_id", ...UPDATED_COLUMNS];
  const rows = jsonChunks(changes, storedRow);
  const lines = jsonChunks(
    changes.flatMap(({ fulfillment: { id, lines: own } }) => own.map((line) => ({ fulfillment_id: id, ...line }))),
    (line) => line,
  );
  return [
    ...rows.map(
      (chunk) => org.write()`insert into fulfillments (organization_id, ${sql.raw(columns.join(", "))}, created_at, updated_at)
      select ${org.key}, ${sql.join(columns.map(field), sql`, `)}, ${org.now}, ${org.now} from ${jsonRows(chunk)} j`,
    ),
    ...lines.map(
      (chunk) => org.write()`insert into fulfillment_items (organization_id, fulfillment_id, order_item_id, quantity)
      select ${org.key}, ${field("fulfillment_id")}, ${field("order_item_id")}, ${field("quantity")} from json_each(${chunk}) j`,
    ),
  ];
}

// The `+` before organization_id keeps SQLite from scanning the organization instead of looking up each row of the JSON (ingest/write.sql.ts).

function updateFulfillments(org: OrgDb, rows: string): WriteStatement {
  const values = UPDATED_COLUMNS.map((name) => sql`${sql.raw(name)} = ${field(name)}`);
  return org.write()`update fulfillments set ${sql.join(values, sql`, `)}, version = version + 1, updated_at = ${org.now} from json_each(${rows}) j
    where +fulfillments.organization_id = ${org.key} and fulfillments.id = ${field("id")}`;
}

type AdvancedItem = FulfillmentsWrite["advancedItems"][number] & { order_id: number; shipped?: number; cancelled?: number };

/** The items whose status advances, with the numbers of units if they change too, so that an item is written once. */
function advancedItemsOf({ order, advancedItems, shippedQuantities }: FulfillmentsWrite): AdvancedItem[] {
  const quantities = new Map(shippedQuantities.map((item) => [item.id, item]));
  return advancedItems.map((item) => ({ order_id: order.id, ...quantities.get(item.id), ...item }));
}

function otherShippedQuantities({ advancedItems, shippedQuantities }: FulfillmentsWrite): FulfillmentsWrite["shippedQuantities"] {
  const advanced = new Set(advancedItems.map(({ id }) => id));
  return shippedQuantities.filter(({ id }) => !advanced.has(id));
}

function advanceItems(org: OrgDb, items: readonly AdvancedItem[]): WriteStatement[] {
  const [shipped, cancelled] = [field("shipped"), field("cancelled")];
  const also = sql`, shipped_quantity = coalesce(${shipped}, shipped_quantity), cancelled_quantity = coalesce(${cancelled}, cancelled_quantity)`;
  return [...Map.groupBy(items, ({ to }) => to)].flatMap(([to, advanced]) =>
    jsonChunks(advanced, (item) => item).flatMap((rows) => [
      ...setStatusOfItems(org, { rows, status: to, also }),
      addHistory(
        org,
        { change: "item_status", orderId: field("order_id"), itemId: field("id"), from: field("from"), to },
        sql`from json_each(${rows}) j`,
      ),
    ]),
  );
}

/** Sets the flag of orders that need an audit, with its reasons. The history comes first, because only orders without the flag get an entry. */
function requireAudits(org: OrgDb, rows: string): WriteStatement[] {
  return [
    addHistory(
      org,
      { change: "updated", orderId: field("id"), changedFields: '["requires_audit"]' },
      sql`from json_each(${rows}) j cross join orders o on o.id = ${field("id")}
        where o.organization_id = ${org.key} and o.requires_audit is not 1`,
    ),
    org.write()`update orders set requires_audit = 1, audit_reasons = ${field("reasons")} from json_each(${rows}) j
      where +orders.organization_id = ${org.key} and orders.id = ${field("id")}`,
  ];
}

/** The search index has no column of the organization. Its key is named because every statement must contain it. */
function replaceWords(org: OrgDb, rows: string): WriteStatement {
  return org.write()`insert or replace into order_search (rowid, words)
    select ${field("id")}, ${field("words")} from json_each(${rows}) j where ${org.key} is not null`;
}
