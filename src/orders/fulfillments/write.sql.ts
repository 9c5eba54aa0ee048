import { type SQL, sql } from "drizzle-orm";
import type { NewEvent } from "../../events/new-event";
import { insertEvent } from "../../events/write.sql.ts";
import type { OrderEventIds } from "../events.sql.ts";
import { addHistory } from "../history/records.sql.ts";
import type { OrgDb } from "../../platform/db/org-db";
import { updateOrderFromItems } from "../order-from-items.sql.ts";
import type { Fulfillment } from "./fulfillment";
import type { WriteStatement } from "../../platform/db/statement";

/** A new or changed fulfillment with its effects on the order. */
export interface FulfillmentWrite {
  /** The order that was read. The change is only written at this version. */
  order: { id: number; version: number };
  fulfillment: Fulfillment;
  /** Null for a new fulfillment. */
  statusBefore: string | null;
  changedFields: readonly string[];
  /** The order's new search words, or null if they do not change. */
  words: string | null;
  /** The items whose status advances. */
  advancedItems: readonly { id: number; from: string; to: string }[];
  /** Whether the order's status follows its items, because more has been shipped or delivered than before. */
  followsItems: boolean;
  /** The events of the fulfillment. */
  events: readonly NewEvent[];
}

/** The writes of a fulfillment: its rows, history and events, the advanced items, and the order. */
export function writeFulfillment(org: OrgDb, change: FulfillmentWrite, eventIds: OrderEventIds): WriteStatement[] {
  const { order, fulfillment, statusBefore, changedFields, words, advancedItems, followsItems, events } = change;
  const isNew = statusBefore === null;
  const entry = {
    change: "fulfillment",
    orderId: order.id,
    fulfillmentId: fulfillment.id,
    from: statusBefore,
    to: fulfillment.status,
  } as const;
  return [
    ...(isNew ? insertFulfillment(org, change) : [updateFulfillmentRow(org, change)]),
    addHistory(org, { ...entry, ...(!isNew && { changedFields: JSON.stringify(changedFields) }) }),
    ...(advancedItems.length > 0 ? advanceItems(org, order.id, JSON.stringify(advancedItems)) : []),
    ...(words === null ? [] : [replaceWords(org, order.id, words)]),
    ...events.map(({ id, type, body }) => insertEvent(org, { id, type, body: JSON.stringify(body), orderId: order.id })),
    ...updateOrderFromItems(org, {
      orderId: order.id,
      version: order.version,
      changedFields: ["fulfillments", ...(advancedItems.length > 0 ? ["items.status"] : [])],
      followsItems,
      eventsBefore: events.length,
      eventIds,
    }),
  ];
}

function insertFulfillment(org: OrgDb, { order, fulfillment }: FulfillmentWrite): WriteStatement[] {
  const { id, status, tracking_number, carrier, tracking_url, shipped_at, delivered_at, lines } = fulfillment;
  return [
    org.write()`insert into fulfillments (id, organization_id, order_id, status, tracking_number, carrier, tracking_url, shipped_at,
        delivered_at, created_at, updated_at)
      values (${id}, ${org.key}, ${order.id}, ${status}, ${tracking_number}, ${carrier}, ${tracking_url}, ${shipped_at},
        ${delivered_at}, ${org.now}, ${org.now})`,
    org.write()`insert into fulfillment_items (organization_id, fulfillment_id, order_item_id, quantity)
      select ${org.key}, ${id}, j.value->>'order_item_id', j.value->>'quantity' from json_each(${JSON.stringify(lines)}) j`,
  ];
}

function updateFulfillmentRow(org: OrgDb, { fulfillment }: FulfillmentWrite): WriteStatement {
  const { id, status, tracking_number, carrier, tracking_url, shipped_at, delivered_at } = fulfillment;
  return org.write()`update fulfillments set status = ${status}, tracking_number = ${tracking_number}, carrier = ${carrier},
      tracking_url = ${tracking_url}, shipped_at = ${shipped_at}, delivered_at = ${delivered_at}, version = version + 1, updated_at = ${org.now}
    where organization_id = ${org.key} and id = ${id}`;
}

function advanceItems(org: OrgDb, orderId: number, advanced: string): WriteStatement[] {
  const field = (name: string): SQL => sql.raw(`j.value->>'${name}'`);
  return [
    // Shipped and Delivered need no sort key. The `+` keeps SQLite from scanning the organization's items (see ingest/write.sql.ts).
    org.write()`update order_items set status = ${field("to")}, status_sort_key = null, version = version + 1, updated_at = ${org.now}
      from json_each(${advanced}) j where +order_items.organization_id = ${org.key} and order_items.id = ${field("id")}`,
    addHistory(
      org,
      { change: "item_status", orderId, itemId: field("id"), from: field("from"), to: field("to") },
      sql`from json_each(${advanced}) j`,
    ),
  ];
}

function replaceWords(org: OrgDb, orderId: number, words: string): WriteStatement {
  return org.write()`insert or replace into order_search (rowid, words) select ${orderId}, ${words} where ${org.key} is not null`;
}
