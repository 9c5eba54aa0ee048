import { type SQL, sql } from "drizzle-orm";
import { assertRowsChanged } from "../../platform/db/change";
import { addHistory } from "./history/records.sql.ts";
import { insertOrderEvents, newOrderEventIds, type OrderEventIds } from "./events.sql.ts";
import { derivedColumnsDiffer, itemFacts, setDerivedColumns } from "./derived-columns.sql.ts";
import { markItemsSent, SENT_ORDER_STATUSES } from "./items/progress.sql.ts";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";

/**
 * The progress of an order (docs/spec/orders.md#automatic-changes). An automatic change never lowers it. Cancelled has no rank and never
 * changes automatically.
 */
const RANK = { New: 0, "Pending Cost": 1, "In Production": 2, Shipped: 3, Complete: 4 } as const;

/**
 * The status that the items give their order: the first rule that matches (docs/spec/orders.md#status-from-items). `a` has the facts of the
 * items, and `x` is the order. Without a live item, an order that was shipped keeps its status.
 */
const STATUS_RULES = [
  ["a.live = 0 and a.was_shipped = 0 and x.status not in ('Shipped', 'Complete')", "Cancelled"],
  ["a.live > 0 and a.delivered = a.live", "Complete"],
  ["a.live > 0 and a.shipped = a.live", "Shipped"],
] as const;

/** Whether the items give their order the flag is_refunded: none is live, one is Refunded, and each that was shipped is Refunded. */
const BECOMES_REFUNDED = "a.live = 0 and a.refunded > 0 and a.shipped_not_refunded = 0 and x.is_refunded is not 1";

function rank(status: SQL): SQL {
  return sql`case ${status} ${sql.raw(
    Object.entries(RANK)
      .map(([name, value]) => `when '${name}' then ${value}`)
      .join(" "),
  )} end`;
}

/**
 * A table `d` of what a JSON array of changes (see `changeRow`) makes of their orders. d.status is the status from the items or else the current
 * one, d.becomes_refunded is 1 if the order gets the flag is_refunded, and d.change is the row of the change. It also has the columns of
 * `itemFacts`. The statement that writes them computes them, so that it includes concurrent changes.
 */
function newOrderStates(org: OrgDb, changes: SQL): SQL {
  const ids = sql`select c.value->>'id' from json_each(${changes}) c`;
  const itemsStatus = sql.raw(`case ${STATUS_RULES.map(([when, status]) => `when ${when} then '${status}'`).join(" ")} end`);
  const movesForward = sql`(b.items_status = 'Cancelled' or ${rank(sql`b.items_status`)} > ${rank(sql`b.status_before`)})`;
  return sql`(select b.*, iif(b.follows and ${movesForward}, b.items_status, b.status_before) as status,
      b.follows and b.is_all_refunded as becomes_refunded
    from (select a.*, x.id, j.value as change, x.status as status_before, ${itemsStatus} as items_status, ${sql.raw(BECOMES_REFUNDED)} as is_all_refunded,
        ${org.organization.rollUpStatus ? 1 : 0} and j.value->>'follows' and x.status <> 'Cancelled' as follows
      from json_each(${changes}) j cross join orders x on x.organization_id = ${org.key} and x.id = j.value->>'id'
      join (${itemFacts(org, ids)}) a on a.order_id = x.id) b) d`;
}

/** A change of an order's items or fulfillments, which may change its status. */
export interface PartsChange {
  /** An id, or SQL of one if it is the only change. */
  orderId: number | SQL;
  /** The order's version that the change is based on. Null if the change does not depend on it. */
  version: number | null;
  /** Whether the status of the order follows its items, because the status of one of them changes. */
  followsItems: boolean;
  /** The changed fields of order.updated, without "status". */
  changedFields: readonly string[];
  /** How many events of the order this batch inserts before these. */
  eventsBefore: number;
}

type IdentifiedChange = PartsChange & { eventIds: OrderEventIds };

function changeRow({ orderId, version, followsItems, changedFields, eventsBefore, eventIds }: IdentifiedChange) {
  return {
    id: typeof orderId === "number" ? orderId : null,
    version,
    follows: followsItems ? 1 : 0,
    fields: changedFields,
    before: eventsBefore,
    updated: eventIds.updated,
    status_changed: eventIds.statusChanged,
  };
}

/** A change of several orders as one JSON array. Only a single order may be named by SQL. */
function changesJson(changes: readonly IdentifiedChange[]): SQL {
  const json = JSON.stringify(changes.map(changeRow));
  const [only] = changes;
  return typeof only?.orderId === "object" ? sql`json_set(${json}, '$[0].id', ${only.orderId})` : sql`${json}`;
}

interface UpdateOptions {
  /** Whether it makes items Cancelled or Refunded, so that an order may have no live item. */
  endsItems: boolean;
  /** Whether only the orders are written whose status changes, because their own changes are written already. */
  onlyStatuses?: boolean;
}

/**
 * Updates orders at the end of a batch that changed their items or fulfillments. Their status follows the items unless the organization has
 * switched this off (docs/spec/orders.md#status-from-items). Inserts order.updated and, if the status changes, a history entry and
 * order.status_changed. The orders are written last, because the other statements compare their current columns (`o`) with the new ones
 * (`d`). The number of statements does not depend on the number of orders.
 */
export function updateOrdersFromItems(
  org: OrgDb,
  changes: readonly PartsChange[],
  { endsItems, onlyStatuses = false }: UpdateOptions,
): WriteStatement[] {
  const changesWithIds = changes.map((change) => ({ ...change, eventIds: newOrderEventIds(org) }));
  const json = changesJson(changesWithIds);
  const from = sql`${newOrderStates(org, json)} cross join orders o on o.id = d.id`;
  const isStatusChanged = sql`d.status <> o.status`;
  const fields = sql`iif(d.becomes_refunded, json_insert(d.change->'fields', '$[#]', 'is_refunded'), d.change->'fields')`;
  return [
    ...(endsItems ? endOrders(org, from) : []),
    addHistory(
      org,
      { change: "roll_up", orderId: sql`o.id`, from: sql`o.status`, to: sql`d.status` },
      sql`from ${from} where o.organization_id = ${org.key} and ${isStatusChanged}`,
    ),
    ...insertOrderEvents(org, {
      ids: changesWithIds.map(({ eventIds }) => eventIds),
      eventIds: { updated: sql`d.change->>'updated'`, statusChanged: sql`d.change->>'status_changed'` },
      from,
      where: onlyStatuses ? isStatusChanged : sql`true`,
      lastSequence: sql`o.event_sequence + (d.change->>'before')`,
      changedFields: sql`iif(${isStatusChanged}, json_insert(${fields}, '$[#]', 'status'), ${fields})`,
      version: sql`o.version + 1`,
      oldStatus: sql`o.status`,
      newStatus: sql`d.status`,
    }),
    // The `+` keeps SQLite from scanning the organization's orders (see ingest/write.sql.ts).
    org.write()`update orders set version = version + 1, updated_at = ${org.now},
        event_sequence = event_sequence + (d.change->>'before') + 1 + (d.status <> orders.status)
      from ${newOrderStates(org, json)} where +orders.organization_id = ${org.key} and orders.id = d.id
        and (d.change->>'version' is null or orders.version = d.change->>'version') ${onlyStatuses ? sql`and d.status <> orders.status` : sql``}`,
    ...(onlyStatuses ? [] : [assertRowsChanged(changes.length)]),
    // A statement of its own: an UPDATE writes every index of the columns that it sets, even if their values stay the same.
    org.write()`update orders set status = d.status, is_refunded = iif(d.becomes_refunded, 1, is_refunded), ${setDerivedColumns("d", sql`d.status`)}
      from ${newOrderStates(org, json)} where +orders.organization_id = ${org.key} and orders.id = d.id
        and (d.status <> orders.status ${onlyStatuses ? sql`` : sql`or d.becomes_refunded or ${derivedColumnsDiffer("d", sql`d.status`)}`})`,
  ];
}

/** What is written for orders `o` that have no live item any more. `from` is SQL of the orders and of what they become (`d`). */
function endOrders(org: OrgDb, from: SQL): WriteStatement[] {
  const statuses = sql.join(
    SENT_ORDER_STATUSES.map((status) => sql`${status}`),
    sql`, `,
  );
  return [
    markItemsSent(
      org,
      sql`select o.id from ${from} where o.organization_id = ${org.key} and d.status = 'Cancelled' and o.status in (${statuses})`,
    ),
    addHistory(
      org,
      { change: "updated", orderId: sql`o.id`, changedFields: '["is_refunded"]' },
      sql`from ${from} where o.organization_id = ${org.key} and d.becomes_refunded`,
    ),
  ];
}
