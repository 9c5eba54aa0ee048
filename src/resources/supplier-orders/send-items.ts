import { newId } from "../../platform/crypto/random";
import { ApiError, conflictError, invalid } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { momentText } from "../../platform/values/zone";
import { newEvent } from "../events/new-event";
import { addHistory } from "../orders/history/records.sql.ts";
import { parseItemId } from "../orders/items/item-id";
import { readinessOf } from "../orders/readiness/blockers.sql.ts";
import { parseReadiness } from "../orders/readiness/readiness";
import { assertSetFits } from "../orders/read-order-set";
import { setItemStatuses } from "../orders/status-change.sql.ts";
import { linkedSuppliersOfItems, suppliersOfItems } from "../suppliers/lookup.sql.ts";
import { withItemCosts } from "./item-costs.sql.ts";
import { type PlannedOrder, planSending, type RequestedItem, type Sendable } from "./plan-sending";
import {
  assertBytesFit,
  assertLinesFit,
  idsOfItems,
  idsOfOrders,
  idsOfTexts,
  itemsToSendOf,
  sendableItems,
  sizesOfOrders,
  type SupplierOrderRow,
  supplierOrdersByIds,
} from "./rows.sql.ts";
import { becomesSentToSupplier, MAX_SENT_LINES } from "./states";
import { assertItemsUnchanged, insertSupplierOrders, type NewSupplierOrder } from "./write.sql.ts";
import { type WorkLine, workLines } from "./work.sql.ts";

export interface WholeSupplierOrder {
  order: SupplierOrderRow;
  lines: WorkLine[];
}

/** What to send: items, or everything of orders that is to be sent. */
export interface SendRequest {
  items?: readonly RequestedItem[] | undefined;
  order_ids?: readonly number[] | undefined;
  state: "draft" | "sent";
  /** Why it is sent although items are not ready. */
  override_reason?: string | null | undefined;
}

/** Items and what decides whether they can be sent. */
const sendableStatements = (org: OrgReader, ids: ReturnType<typeof idsOfItems>) => ({
  sizes: sizesOfOrders(org, ids),
  items: sendableItems(org, ids),
  readiness: readinessOf(org, idsOfOrders(org, ids)),
  suppliers: suppliersOfItems(org, ids),
});

/** Reads items and what decides whether they can be sent. One round trip. */
async function readSendable(org: OrgReader, ids: ReturnType<typeof idsOfItems>): Promise<Sendable> {
  const { sizes, items, readiness, suppliers } = await org.read(sendableStatements(org, ids));
  assertSetFits(org, sizes);
  return { items, readiness: readiness.map(parseReadiness), suppliers };
}

/** Reads what of orders is to be sent, and the ids of those of its suppliers that have a link to their page. One round trip. */
export async function readSendableOf(org: OrgReader, orderIds: readonly number[]): Promise<Sendable & { linkedIds: ReadonlySet<string> }> {
  const ids = itemsToSendOf(org, orderIds);
  const { sizes, items, readiness, suppliers, linked } = await org.read({
    ...sendableStatements(org, ids),
    linked: linkedSuppliersOfItems(org, ids),
  });
  assertSetFits(org, sizes);
  return { items, readiness: readiness.map(parseReadiness), suppliers, linkedIds: new Set(linked.map(({ id }) => id)) };
}

/**
 * Creates one supplier order for each supplier of the items, with a snapshot of what is to be made, and sends them unless they are drafts. Throws 404
 * Not Found and 409 Conflict as `planSending` does. All of it is one transaction. Two round trips.
 */
export async function sendItems(org: OrgDb, request: SendRequest): Promise<WholeSupplierOrder[]> {
  const { items: named, order_ids = [], state, override_reason: reason = null } = request;
  const ids =
    named === undefined ? itemsToSendOf(org, order_ids) : idsOfItems(named.flatMap((item) => parseItemId(item.order_item_id) ?? []));
  return await retryOnConflict(
    async () => {
      const sendable = await readSendable(org, ids);
      const requested = named ?? sendable.items.map(({ id }) => ({ order_item_id: String(id) }));
      assertLineCount(requested.length);
      const planned = planSending(org, sendable, { requested, isOverridden: reason !== null });
      assertTextsFit(org, planned);
      const orders = planned.map((order) => newSupplierOrder(org, order, state));
      const orderIds = orders.map(({ id }) => id);
      const returning = { orders: supplierOrdersByIds(org, orderIds), lines: workLines(org, idsOfTexts(orderIds)) };
      const writes = [
        ...assertItemsUnchanged(
          org,
          planned.flatMap(({ lines }) => lines.map(({ item }) => item)),
        ),
        ...insertSupplierOrders(org, orders, state),
        ...overrideHistory(org, sendable, { planned, reason }),
        ...(state === "sent" ? sentWrites(org, planned) : []),
      ];
      return wholeOrders(await org.commit({ writes, marker: { supplier_order_ids: orderIds }, returning }));
    },
    () => conflictError("these items"),
  );
}

function assertLineCount(count: number): void {
  if (count === 0) throw invalid("order_ids", "nothing_to_send", "Expected orders with items that are to be sent.");
  if (count > MAX_SENT_LINES) throw invalid("items", "too_many_items", `At most ${MAX_SENT_LINES} items can be sent at once.`);
}

/** The most bytes that the snapshots of a request have together, so that a supplier order fits in a page. */
const MAX_SNAPSHOT_BYTES = 4 * 1024 * 1024;

/** Throws 413 Content Too Large if what is to be made has too much text, and LargePage if there must be memory for it. */
function assertTextsFit(org: OrgReader, planned: readonly PlannedOrder[]): void {
  const encoder = new TextEncoder();
  const lines = planned.flatMap((order) => order.lines);
  const bytes = lines.reduce((sum, { snapshot }) => sum + encoder.encode(JSON.stringify(snapshot)).byteLength, 0);
  if (bytes > MAX_SNAPSHOT_BYTES) {
    const message = "Together, these items have more than 4 MiB of text. Send fewer of them at once.";
    throw new ApiError("payload_too_large", [{ code: "stored_items_limit", message }]);
  }
  assertBytesFit(org, bytes);
}

export function wholeOrders({ orders, lines }: { orders: readonly SupplierOrderRow[]; lines: readonly WorkLine[] }): WholeSupplierOrder[] {
  const linesOfOrder = Map.groupBy(lines, ({ supplier_order_id }) => supplier_order_id);
  return orders.map((order) => ({ order, lines: linesOfOrder.get(order.id) ?? [] }));
}

function newSupplierOrder(org: OrgDb, planned: PlannedOrder, state: "draft" | "sent"): NewSupplierOrder {
  const id = newId("sor", org.now);
  const event = newEvent(org, "supplier_order.created", {
    supplier_order_id: id,
    // The insertion replaces it by the next number of the organization.
    number: 1,
    supplier_id: planned.supplier.id,
    supplier_name: planned.supplier.name,
    state,
    line_count: planned.lines.length,
    due_date: planned.due_date,
    created_at: momentText(org.now),
  });
  return { ...planned, id, event };
}

/** What happens to the items of supplier orders that are sent. */
function sentWrites(org: OrgDb, planned: readonly PlannedOrder[]) {
  const lines = planned.flatMap((order) => order.lines);
  const moved = advancedItems(planned);
  return withItemCosts(
    org,
    lines.map(({ item, unit_cost }) => ({ order_item_id: item.id, order_id: item.order_id, cost: unit_cost })),
    { statuses: setItemStatuses(org, moved, "Sent to Supplier"), movedOrders: moved.map(({ order_id }) => order_id) },
  );
}

/** The items of which nothing is left to send, and whose status does not say so yet. */
function advancedItems(planned: readonly PlannedOrder[]) {
  const lines = planned.flatMap((order) => order.lines);
  return lines.filter(({ item, quantity }) => quantity >= item.unsent && becomesSentToSupplier(item.status)).map(({ item }) => item);
}

/** The history of items that are sent although they are not ready. */
function overrideHistory(
  org: OrgDb,
  { readiness }: Sendable,
  { planned, reason }: { planned: readonly PlannedOrder[]; reason: string | null },
) {
  if (reason === null) return [];
  const sent = new Set(planned.flatMap(({ lines }) => lines.map(({ item }) => item.id)));
  return readiness
    .filter(({ id, blocks }) => sent.has(id) && blocks.send.length > 0)
    .map(({ id, order_id, blocks }) =>
      addHistory(org, { change: "override", orderId: order_id, itemId: id, to: blocks.send.join(", "), reason }),
    );
}

/** Reads the supplier orders that a write marker refers to, in their current state. */
export async function supplierOrdersFromMarker(org: OrgReader, marker: unknown): Promise<WholeSupplierOrder[]> {
  const { supplier_order_ids: ids } = marker as { supplier_order_ids: string[] };
  const { orders, lines } = await org.read({ orders: supplierOrdersByIds(org, ids), lines: workLines(org, idsOfTexts(ids)) });
  return wholeOrders({ orders, lines: assertLinesFit(org, lines) });
}
