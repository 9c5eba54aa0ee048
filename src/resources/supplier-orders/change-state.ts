import { ApiError, conflict, conflictError, invalid, notFound, orNotFound } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { first, type WriteStatement } from "../../platform/db/statement";
import { momentText } from "../../platform/values/zone";
import { newEvent } from "../events/new-event";
import { type ItemToSet, setItemStatuses, setStatuses } from "../orders/status-change.sql.ts";
import { withItemCosts } from "./item-costs.sql.ts";
import { assertLinesFit, type LineState, lineStates, idsOfTexts, supplierOrderById } from "./rows.sql.ts";
import { wholeOrders, type WholeSupplierOrder } from "./send-items";
import {
  freesLines,
  itemStatusOf,
  becomesInProduction,
  isAtSupplier,
  becomesSentToSupplier,
  nextStates,
  type SupplierOrderState,
} from "./states";
import { assertMayChange, assertVisible, type Viewer } from "./viewer";
import { addLineHistory, assertAllocated, freeLines, type SupplierOrderChange, updateSupplierOrder } from "./write.sql.ts";
import { type WorkLine, workLines } from "./work.sql.ts";

/** A change of a supplier order. An absent field does not change. */
export interface StateChange {
  state?: SupplierOrderState | undefined;
  reason?: string | null | undefined;
  due_date?: string | null | undefined;
  expectedVersion?: number | undefined;
  /** Who changes it. Default: the organization. */
  viewer?: Viewer;
}

interface OrderWithStates extends WholeSupplierOrder {
  states: LineState[];
}

async function readWithStates(org: OrgReader, id: string, viewer: Viewer = null): Promise<OrderWithStates> {
  const { order, lines, states } = await org.read({
    order: first(supplierOrderById(org, id)),
    lines: workLines(org, idsOfTexts([id])),
    states: lineStates(org, [id]),
  });
  if (order === undefined) throw notFound();
  assertVisible(order, viewer);
  return { order, lines: [...assertLinesFit(org, lines)], states };
}

/**
 * Changes the state or the day of a supplier order. The items and their orders follow. The same state again changes nothing. Throws 404 Not Found,
 * 409 Conflict `invalid_transition`, 400 Bad Request without a reason for a state that needs one, and 412 Precondition Failed. Two round trips.
 */
export async function changeSupplierOrder(org: OrgDb, id: string, change: StateChange): Promise<WholeSupplierOrder> {
  assertMayChange(change.viewer ?? null, change);
  return await retryOnConflict(
    async () => {
      const current = await readWithStates(org, id, change.viewer);
      const { order, lines } = current;
      assertExpectedVersion(order.version, change.expectedVersion);
      const state = change.state ?? order.state;
      const isTransition = state !== order.state;
      if (isTransition) assertTransition(order.state, state, change.reason ?? null);
      const due_date = change.due_date === undefined ? order.due_date : change.due_date;
      if (!isTransition && due_date === order.due_date) return { order, lines };
      const reason = isTransition && freesLines(state) ? (change.reason ?? null) : order.reason;
      const open = lines.filter((line) => line.state === "open");
      if (isTransition && freesLines(state)) assertNothingShipped(open);
      return await commit(org, current, {
        change: { state, reason, due_date },
        writes: isTransition ? transitionLines(org, current, { open, state, reason: change.reason ?? null }) : [],
      });
    },
    () => conflictError("this supplier order"),
  );
}

async function commit(
  org: OrgDb,
  { order }: OrderWithStates,
  { change, writes }: { change: SupplierOrderChange; writes: WriteStatement[] },
): Promise<WholeSupplierOrder> {
  const isTransition = change.state !== order.state;
  const fields = (["state", "reason", "due_date"] as const).filter((name) => change[name] !== order[name]);
  const event = newEvent(org, "supplier_order.updated", {
    supplier_order_id: order.id,
    number: order.number,
    supplier_id: order.supplier_id,
    changed_fields: fields,
    ...(isTransition && { old_state: order.state, new_state: change.state }),
    updated_at: momentText(org.now),
  });
  const returning = { orders: supplierOrderById(org, order.id), lines: workLines(org, idsOfTexts([order.id])) };
  const rows = await org.commit({
    writes: [...updateSupplierOrder(org, order, { change, event }), ...writes],
    marker: { supplier_order_id: order.id },
    returning,
  });
  const [whole] = wholeOrders(rows);
  return orNotFound(whole);
}

/**
 * What happens to lines, their items and their orders when a supplier order, or some of its lines, gets a state. `open`: the lines that get it.
 * `order`: as it was before.
 */
export function transitionLines(
  org: OrgDb,
  { order, states }: Pick<OrderWithStates, "order" | "states">,
  { open, state, reason }: { open: readonly WorkLine[]; state: SupplierOrderState; reason: string | null },
): WriteStatement[] {
  const itemIds = open.map(({ order_item_id }) => order_item_id);
  const own = states.filter(({ id }) => itemIds.includes(id));
  // The cost of a line counts from when its order is no longer a draft until the line is freed. `costed`: the lines of which this changes.
  const itemCosts = (costed: readonly WorkLine[], moved: readonly ItemToSet[], statuses: readonly WriteStatement[]) =>
    withItemCosts(
      org,
      costed.map((line) => ({ ...line, cost: line.charged_cost ?? line.unit_cost })),
      { statuses, movedOrders: moved.map(({ order_id }) => order_id) },
    );
  const history = addLineHistory(org, open, { from: order.state, to: `${state} ${order.id}`, reason });
  if (state === "rejected" || state === "cancelled") {
    const { items, writes } = restoreStatuses(org, own, open);
    return [
      freeLines(org, order.id, { itemIds, state, reason }),
      ...history,
      ...itemCosts(order.state === "draft" ? [] : open, items, writes),
    ];
  }
  const { items, writes } = advance(org, own, state);
  return [...history, ...itemCosts(order.state === "draft" ? open : [], items, writes)];
}

/** The items whose status changes, and the writes of it. */
interface StatusWrites {
  items: readonly ItemToSet[];
  writes: WriteStatement[];
}

/** The items of freed lines get their earlier statuses again, if they are to be sent again and no other supplier order is to ship some. */
function restoreStatuses(org: OrgDb, items: readonly LineState[], lines: readonly WorkLine[]): StatusWrites {
  const lineOf = new Map(lines.map((line) => [line.order_item_id, line]));
  const isToSend = ({ id, unsent }: LineState) => {
    const line = lineOf.get(id);
    return line !== undefined && unsent + line.quantity - line.shipped_quantity > 0;
  };
  const atSupplier = items.filter((item) => isAtSupplier(item.status) && isToSend(item));
  const freed = atSupplier.filter((item) => item.unshipped_elsewhere === 0);
  // Another supplier order that frees its units at the same moment would also leave the status to this one.
  const left = atSupplier.filter((item) => item.unshipped_elsewhere > 0);
  // An item that has grown at its supplier was there already when the rest of it was sent.
  const earlierStatus = (before = "New") => (isAtSupplier(before) ? "New" : before);
  const byStatus = Map.groupBy(freed, ({ id }) => earlierStatus(lineOf.get(id)?.status_before));
  const writes = [...byStatus].flatMap(([status, some]) => setItemStatuses(org, some, status));
  return { items: freed, writes: [...assertAllocated(org, left), ...writes] };
}

/** The items and their orders go on with the supplier order, and never back. */
function advance(org: OrgDb, items: readonly LineState[], state: SupplierOrderState): StatusWrites {
  const status = itemStatusOf(state);
  if (status === null) return { items: [], writes: [] };
  const isBehind = (item: LineState) =>
    status === "In Production" ? becomesInProduction(item.status) : becomesSentToSupplier(item.status);
  // An item of which a part is not sent yet keeps its status.
  const moved: ItemToSet[] = items.filter((item) => isBehind(item) && item.unsent <= 0);
  // `setItemStatuses` raises the versions of these orders before `setStatuses` compares them.
  const raised = new Set(moved.map(({ order_id }) => order_id));
  const orders = new Map(
    items
      .filter(({ order_status }) => status === "In Production" && (order_status === "New" || order_status === "Pending Cost"))
      .map(({ order_id, order_version, order_status }) => [
        order_id,
        { id: order_id, version: order_version + (raised.has(order_id) ? 1 : 0), status: order_status },
      ]),
  );
  const writes = [
    ...setItemStatuses(org, moved, status),
    ...setStatuses(org, [...orders.values()], { status: "In Production", reason: null }),
  ];
  return { items: moved, writes };
}

function assertTransition(from: SupplierOrderState, to: SupplierOrderState, reason: string | null): void {
  const allowed = nextStates(from);
  if (!allowed.includes(to)) {
    const message = `A supplier order can't go from ${from} to ${to}.`;
    throw new ApiError("invalid_transition", [{ path: "state", code: "invalid_transition", message, from, to, allowed }]);
  }
  if (freesLines(to) && reason === null) throw invalid("reason", "reason_required", `Expected a reason for the state ${to}.`);
}

/** Throws 409 Conflict `line_shipped` for lines of which units are shipped: they are charged, and nobody else is to make them. */
function assertNothingShipped(lines: readonly WorkLine[]): void {
  if (lines.every(({ shipped_quantity }) => shipped_quantity === 0)) return;
  throw conflict("line_shipped", "A part of this supplier order is shipped. Reject the rest of its lines instead.");
}

function assertExpectedVersion(version: number, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  throw new ApiError("precondition_failed", [
    { code: "version_changed", message: "Somebody changed this supplier order after you opened it. Check it, then repeat the change." },
  ]);
}
