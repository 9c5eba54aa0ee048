import { type SQL, sql } from "drizzle-orm";
import { assertRowsChanged } from "../platform/db/change";
import { historyLine } from "./history/history-line.sql.ts";
import { orderStatusChanged, orderUpdated } from "./events.sql.ts";
import type { OrgDb } from "../platform/db/org-db";
import type { WriteStatement } from "../platform/db/statement";

/**
 * How far an order has come (docs/spec/orders.md#automatic-changes). A fact from a machine never lowers it; Cancelled has no rank, and
 * stays.
 */
const RANK = { New: 0, "Pending Cost": 1, "In Production": 2, Shipped: 3, Complete: 4 } as const;

/** What the items of an order say of it, the first that holds. Live ones are not Cancelled and not Refunded. */
const SAID = [
  ["live = 0", "Cancelled"],
  ["delivered = live", "Complete"],
  ["shipped = live", "Shipped"],
] as const;

function rank(status: SQL): SQL {
  return sql`case ${status} ${sql.raw(
    Object.entries(RANK)
      .map(([name, of]) => `when '${name}' then ${of}`)
      .join(" "),
  )} end`;
}

/**
 * An order and what its items say of it, as `(…) d` joined to `o`: d.status is where the roll-up moves it, or its own
 * status; d.missing_* whether any item lacks something; d.has_live_items whether any item is live. Computed where it is
 * written, so that no other change is missed.
 */
function derived(org: OrgDb, orderId: number | SQL, rolls: boolean): SQL {
  const facts = sql`select count(*) filter (where i.status not in ('Cancelled', 'Refunded')) as live,
      count(*) filter (where i.status in ('Shipped', 'Delivered')) as shipped,
      count(*) filter (where i.status = 'Delivered') as delivered,
      coalesce(max(i.missing_sku), 0) as missing_sku, coalesce(max(i.missing_design), 0) as missing_design,
      coalesce(max(i.missing_cost), 0) as missing_cost
    from order_items i where i.organization_id = ${org.key} and i.order_id = ${orderId}`;
  const said = sql.raw(`case ${SAID.map(([when, status]) => `when ${when} then '${status}'`).join(" ")} end`);
  const moves = sql`x.status <> 'Cancelled' and (a.said = 'Cancelled' or ${rank(sql`a.said`)} > ${rank(sql`x.status`)})`;
  return sql`(select x.id, a.missing_sku, a.missing_design, a.missing_cost, a.live > 0 as has_live_items,
      case when ${rolls && org.organization.rollUpStatus ? 1 : 0} and ${moves} then a.said else x.status end as status
    from orders x, (select *, ${said} as said from (${facts})) a
    where x.organization_id = ${org.key} and x.id = ${orderId}) d`;
}

/** A change of an order's parts, which its status may follow. */
export interface PartsChange {
  /** An id, or SQL that yields it. */
  orderId: number | SQL;
  /** The order's version that the change was decided on; null where the part's own version guards it. */
  version: number | null;
  /** Whether the order's status follows too. */
  rolls: boolean;
  /** What order.updated names, before "status". */
  changedFields: readonly string[];
  /** How many events of the order the batch has written before these. */
  eventsBefore: number;
  eventIds: { updated: string; statusChanged: string };
}

/**
 * The end of a batch that has changed an order's items or fulfillments: the order follows its items where the roll-up is on
 * (docs/spec/orders.md#item-roll-up), with history, order.updated and, where it moved, order.status_changed. The order is written last:
 * until then `o` is as it was, `d` as it will be.
 */
export function followItems(org: OrgDb, { orderId, version, rolls, changedFields, eventsBefore, eventIds }: PartsChange): WriteStatement[] {
  const from = sql`orders o join ${derived(org, orderId, rolls)} on d.id = o.id`;
  const isOrder = sql`o.id = ${orderId}`;
  const moved = sql`d.status <> o.status`;
  const changed = sql`case when ${moved} then ${JSON.stringify([...changedFields, "status"])} else ${JSON.stringify(changedFields)} end`;
  const sequence = (nth: number) => sql`o.event_sequence + cast(${eventsBefore + nth} as integer)`;
  return [
    historyLine(
      org,
      { change: "roll_up", orderId: sql`o.id`, from: sql`o.status`, to: sql`d.status` },
      sql`from ${from} where o.organization_id = ${org.key} and ${isOrder} and ${moved}`,
    ),
    orderUpdated(
      org,
      eventIds.updated,
      { from, where: isOrder, sequence: sequence(1) },
      { changedFields: changed, version: sql`o.version + 1` },
    ),
    orderStatusChanged(
      org,
      eventIds.statusChanged,
      { from, where: sql`${isOrder} and ${moved}`, sequence: sequence(2) },
      { from: sql`o.status`, to: sql`d.status` },
    ),
    org.write()`update orders set status = d.status, missing_sku = d.missing_sku, missing_design = d.missing_design,
        missing_cost = d.missing_cost, has_live_items = d.has_live_items, version = version + 1, updated_at = ${org.now},
        event_sequence = event_sequence + cast(${eventsBefore + 1} as integer) + (d.status <> orders.status)
      from ${derived(org, orderId, rolls)} where orders.organization_id = ${org.key} and orders.id = d.id
        ${version === null ? sql`` : sql`and orders.version = ${version}`}`,
    assertRowsChanged(),
  ];
}
