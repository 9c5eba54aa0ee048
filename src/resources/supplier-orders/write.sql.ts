import { type SQL, sql } from "drizzle-orm";
import { assertCondition, assertRowsChanged } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { jsonChunks, jsonRows } from "../../platform/db/sql-values";
import type { WriteStatement } from "../../platform/db/statement";
import { EVENT_BODY, insertEvents } from "../events/write.sql.ts";
import type { NewEvent } from "../events/new-event";
import { addHistory } from "../orders/history/records.sql.ts";
import type { StoredShipment } from "./line-shipments";
import type { PlannedOrder } from "./plan-sending";
import type { SupplierOrderState } from "./states";
import type { SendableRow, SupplierOrderRow } from "./rows.sql.ts";

export type NewSupplierOrder = PlannedOrder & { id: string; event: NewEvent<"supplier_order.created"> };

const field = (name: string): SQL => sql.raw(`j.value->>'${name}'`);

/** The batch fails unless these items and their orders still have the versions that were read. */
export function assertItemsUnchanged(
  org: OrgDb,
  items: readonly Pick<SendableRow, "id" | "version" | "order_version">[],
): WriteStatement[] {
  return jsonChunks(items, ({ id, version, order_version }) => ({ id, version, order_version })).map((chunk) =>
    assertCondition(sql`not exists (select 1 from json_each(${chunk}) j
      left join order_items i on i.organization_id = ${org.key} and i.id = ${field("id")} and i.version = ${field("version")}
      left join orders o on o.organization_id = i.organization_id and o.id = i.order_id and o.version = ${field("order_version")}
      where o.id is null)`),
  );
}

/** Inserts supplier orders with their lines, history and events, and allocates the quantities. The batch fails if there are not as many left. */
export function insertSupplierOrders(org: OrgDb, orders: readonly NewSupplierOrder[], state: "draft" | "sent"): WriteStatement[] {
  const lines = orders.flatMap((order) => order.lines.map((line) => ({ id: order.id, ...line })));
  const ids = JSON.stringify(orders.map(({ id }) => id));
  return [
    ...jsonChunks(orders, ({ id, supplier, due_date }, n) => ({
      id,
      n: n + 1,
      supplier: supplier.id,
      shipping: supplier.default_shipping,
      due_date,
    })).map(
      (
        chunk,
      ) => org.write()`insert into supplier_orders (id, organization_id, supplier_id, number, state, shipping, due_date, sent_at, created_at, updated_at)
        select ${field("id")}, ${org.key}, ${field("supplier")},
          (select coalesce(max(number), 0) from supplier_orders where organization_id = ${org.key}) + ${field("n")},
          ${state}, ${field("shipping")}, ${field("due_date")}, ${state === "sent" ? org.now : null}, ${org.now}, ${org.now}
        from ${jsonRows(chunk)} j`,
    ),
    ...jsonChunks(lines, ({ id, item, quantity, unit_cost, snapshot }) => ({
      id,
      item: item.id,
      order: item.order_id,
      quantity,
      unit_cost,
      currency: item.order_currency,
      status: item.status,
      snapshot: JSON.stringify(snapshot),
    })).flatMap((chunk) => [
      org.write()`insert into supplier_order_lines (organization_id, supplier_order_id, order_item_id, order_id, quantity, unit_cost, currency, state, status_before, snapshot)
        select ${org.key}, ${field("id")}, ${field("item")}, ${field("order")}, ${field("quantity")}, ${field("unit_cost")}, ${field("currency")},
          'open', ${field("status")}, ${field("snapshot")} from ${jsonRows(chunk)} j`,
      addHistory(
        org,
        { change: "supplier_order", orderId: field("order"), itemId: field("item"), to: sql`${state} || ' ' || (${field("id")})` },
        sql`from json_each(${chunk}) j`,
      ),
    ]),
    org.write()`update supplier_order_lines set is_allocated = 1 where organization_id = ${org.key}
      and supplier_order_id in (select value from json_each(${ids}))`,
    ...insertEvents(
      org,
      orders.map(({ id, event }) => ({ id, event })),
      {
        body: sql`json_set(${EVENT_BODY}, '$.number',
          (select r.number from supplier_orders r where r.organization_id = ${org.key} and r.id = ${field("id")}))`,
      },
    ),
  ];
}

/** What changes of a supplier order. */
export interface SupplierOrderChange {
  state: SupplierOrderState;
  reason: string | null;
  due_date: string | null;
}

/** Updates a supplier order that still has the version that was read, with the event of the change. */
export function updateSupplierOrder(
  org: OrgDb,
  stored: SupplierOrderRow,
  { change, event }: { change: SupplierOrderChange; event: NewEvent<"supplier_order.updated"> },
): WriteStatement[] {
  const { state, reason, due_date } = change;
  const timeOfTransitionTo = (name: SupplierOrderState) => (state === name && stored.state !== name ? org.now : null);
  return [
    org.write()`update supplier_orders set state = ${state}, reason = ${reason}, due_date = ${due_date},
        sent_at = coalesce(sent_at, ${timeOfTransitionTo("sent")}),
        accepted_at = coalesce(accepted_at, ${timeOfTransitionTo("accepted") ?? timeOfTransitionTo("in_production")}),
        shipped_at = coalesce(shipped_at, ${timeOfTransitionTo("shipped")}), version = version + 1, updated_at = ${org.now}
      where organization_id = ${org.key} and id = ${stored.id} and version = ${stored.version}`,
    assertRowsChanged(),
    ...insertEvents(org, [{ event }]),
  ];
}

/** Updates the invoice of a supplier order that still has the version that was read, with the event of the change. */
export function updateInvoice(
  org: OrgDb,
  { id, version }: SupplierOrderRow,
  { invoice_number, paid_at, event }: { invoice_number: string | null; paid_at: number | null; event: NewEvent<"supplier_order.updated"> },
): WriteStatement[] {
  return [
    org.write()`update supplier_orders set invoice_number = ${invoice_number}, paid_at = ${paid_at}, version = version + 1, updated_at = ${org.now}
      where organization_id = ${org.key} and id = ${id} and version = ${version}`,
    assertRowsChanged(),
    ...insertEvents(org, [{ event }]),
  ];
}

/** Sets what the units of lines of a supplier order were charged with. */
export function setChargedCosts(
  org: OrgDb,
  orderId: string,
  lines: readonly { order_item_id: number; charged_cost: number | null }[],
): WriteStatement {
  const charged = JSON.stringify(lines.map(({ order_item_id, charged_cost }) => ({ item: order_item_id, cost: charged_cost })));
  return org.write()`update supplier_order_lines set charged_cost = ${field("cost")} from json_each(${charged}) j
    where organization_id = ${org.key} and supplier_order_id = ${orderId} and order_item_id = ${field("item")}`;
}

/**
 * Frees what is left of open lines of a supplier order, so that it can be sent again. A line of which units are shipped stays open with these units: they
 * are charged.
 */
export function freeLines(
  org: OrgDb,
  orderId: string,
  { itemIds, state, reason }: { itemIds: readonly number[]; state: "rejected" | "cancelled"; reason: string | null },
): WriteStatement {
  return org.write()`update supplier_order_lines set state = iif(shipped_quantity > 0, state, ${state}), is_allocated = shipped_quantity > 0,
      quantity = iif(shipped_quantity > 0, shipped_quantity, quantity), reject_reason = ${reason}
    where organization_id = ${org.key} and supplier_order_id = ${orderId} and state = 'open'
      and order_item_id in (select value from json_each(${JSON.stringify(itemIds)}))`;
}

/** The batch fails unless, at this point of it, a supplier order has units of each of these items. */
export function assertAllocated(org: OrgDb, items: readonly { id: number }[]): WriteStatement[] {
  return jsonChunks(items, ({ id }) => ({ id })).map((chunk) =>
    assertCondition(sql`not exists (select 1 from json_each(${chunk}) j where not exists (select 1 from supplier_order_lines l
      where l.organization_id = ${org.key} and l.order_item_id = ${field("id")} and l.is_allocated = 1))`),
  );
}

/** Sets what the supplier has shipped of lines, each once. The supplier order itself says whether it still has the version that was read. */
export function setShipped(
  org: OrgDb,
  orderId: string,
  lines: readonly { item: number; quantity: number; shipments: readonly StoredShipment[] }[],
): WriteStatement[] {
  return jsonChunks(lines, (line) => line).map((chunk) => {
    const valueOf = (name: string) => sql`(select ${field(name)} from json_each(${chunk}) j where ${field("item")} = l.order_item_id)`;
    return org.write()`update supplier_order_lines as l set shipped_quantity = ${valueOf("quantity")}, shipments = ${valueOf("shipments")}
      where l.organization_id = ${org.key} and l.supplier_order_id = ${orderId}
        and l.order_item_id in (select ${field("item")} from json_each(${chunk}) j)`;
  });
}

/**
 * The history of a change of a supplier order, in the customers' orders of its lines. `from`: the state of the supplier order before. `to`: what
 * happened to it, and its id.
 */
export function addLineHistory(
  org: OrgDb,
  lines: readonly { order_id: number; order_item_id: number }[],
  { from, to, reason }: { from: string; to: string; reason: string | null },
): WriteStatement[] {
  return jsonChunks(lines, ({ order_id, order_item_id }) => ({ order: order_id, item: order_item_id })).map((chunk) =>
    addHistory(
      org,
      { change: "supplier_order", orderId: field("order"), itemId: field("item"), from, to, reason },
      sql`from json_each(${chunk}) j`,
    ),
  );
}
