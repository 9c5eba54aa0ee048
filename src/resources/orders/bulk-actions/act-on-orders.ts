import type { OrgDb } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";
import { invalid } from "../../../platform/api-error";
import { recordOf } from "../../../platform/values/record";
import { changeOrders, decisionOf } from "../change-order";
import { parseFulfillment } from "../fulfillments/fulfillment";
import type { FulfillmentUpdate } from "../fulfillments/fulfillment-change";
import { type FulfillmentsWrite, writeFulfillments } from "../fulfillments/write.sql.ts";
import { planFulfillment } from "../fulfillments/write-fulfillment";
import { ingestWrites, type OrderToUpdate } from "../ingest/write.sql.ts";
import type { StoredHold } from "../holds/hold";
import { holdColumns, holdUpdate, type IncomingHold } from "../holds/hold-order";
import { isLive } from "../items/item-status";
import { SENT_ORDER_STATUSES } from "../items/progress.sql.ts";
import { MAX_TAGS } from "../order-limits";
import type { OrderStatus } from "../order-status";
import { selectIds } from "../../../platform/db/sql-values";
import { readinessOf, type ReadinessRow } from "../readiness/blockers.sql.ts";
import { readList } from "../text-list";
import { readOrderParts } from "../read-order-set";
import { replaceTexts } from "../replace-texts";
import type { OrderParts } from "../rows.sql.ts";
import { assertTransition } from "../set-status";
import { setStatuses } from "../status-change.sql.ts";
import { type ActionResult, planOrFail, resultsOf, unchanged, updated } from "./action-result";
import { type OrderToSet, statusesOfOrders } from "./read.sql.ts";
import type { FormerOrder } from "./undo-order-action";

/** What is done with orders: exactly one of these. */
export interface OrderAction {
  set_status?: { status: OrderStatus; reason?: string | null | undefined } | undefined;
  add_tags?: readonly string[] | undefined;
  remove_tags?: readonly string[] | undefined;
  assignee?: string | null | undefined;
  /** The supplier of all live items. Null removes it. */
  supplier?: string | null | undefined;
  /** Puts each order on hold; null releases it. */
  hold?: IncomingHold | null | undefined;
  /** Ships everything that is left of each order. */
  ship?: Shipment | undefined;
}

interface Shipment {
  carrier?: string | null | undefined;
  /** The tracking number of each order, by its id. An order without one is shipped without a number. */
  tracking?: readonly { id: number; tracking_number: string; carrier?: string | null | undefined }[] | undefined;
}

interface Plan {
  writes: WriteStatement[];
  results: ActionResult[];
  /** What the changed orders were before, if that can be restored exactly. */
  former?: FormerOrder[];
}

/** What became of the orders, and how many of those that changed `undoOrderAction` can restore. */
interface OrderActionResult {
  results: ActionResult[];
  undoableCount: number;
}

/**
 * Does the same to up to 200 orders: reads them, plans, and writes those that change in one batch. An order that cannot be changed has an
 * error as its result and does not stop the others. `canUndo`: the marker keeps what the orders were before. Two round trips.
 */
export async function actOnOrders(
  org: OrgDb,
  ids: readonly number[],
  action: OrderAction,
  { canUndo = false }: { canUndo?: boolean } = {},
): Promise<OrderActionResult> {
  return await changeOrders(
    org,
    async () => await planAction(org, ids, action),
    ({ writes, results, former = [] }) => {
      const all = resultsOf(ids, results);
      const undo = canUndo ? former : [];
      return decisionOf(writes, { results: all, undoableCount: undo.length }, { results: all, ...(undo.length > 0 && { undo }) });
    },
  );
}

export function resultsFromMarker(marker: unknown): ActionResult[] {
  return (marker as { results: ActionResult[] }).results;
}

async function planAction(org: OrgDb, ids: readonly number[], action: OrderAction): Promise<Plan> {
  const { set_status, ship, hold, ...texts } = action;
  if (set_status !== undefined) return planStatuses(org, await org.read(statusesOfOrders(org, ids)), set_status);
  const [orders, readiness] = await Promise.all([
    readOrderParts(org, ids),
    ship === undefined ? [] : org.read(readinessOf(org, selectIds(ids))),
  ]);
  if (hold !== undefined) return planHolds(org, orders, holdColumns(org, hold));
  return ship === undefined ? planTexts(org, orders, texts) : planShipments(org, { orders, readiness }, ship);
}

function planStatuses(org: OrgDb, orders: readonly OrderToSet[], { status, reason = null }: NonNullable<OrderAction["set_status"]>): Plan {
  const toSet: OrderToSet[] = [];
  const results = orders.map((order) =>
    planOrFail(order.id, () => {
      if (order.status === status) return unchanged(order.id);
      assertTransition(order.status, status, reason);
      toSet.push(order);
      return updated(order.id);
    }),
  );
  // An order that is cancelled while it is made marks its items as sent, which stays.
  const leavesItems = ({ status: from }: OrderToSet) => status !== "Cancelled" || !SENT_ORDER_STATUSES.some((sent) => sent === from);
  const former = toSet.filter(leavesItems).map(({ id, version, status: from }) => ({ id, version: version + 1, status: from }));
  return { writes: setStatuses(org, toSet, { status, reason }), results, former };
}

interface NewTexts {
  order: Record<string, string | null>;
  items: Map<number, Record<string, string | null>>;
}

function newTexts({ order, items }: OrderParts, { add_tags, remove_tags, assignee, supplier }: OrderAction): NewTexts {
  const texts: NewTexts = { order: {}, items: new Map() };
  if (assignee !== undefined && assignee !== order.assignee) texts.order["assignee"] = assignee;
  if (supplier !== undefined) {
    for (const { id, status, assigned_supplier } of items) {
      if (isLive(status) && assigned_supplier !== supplier) texts.items.set(id, { assigned_supplier: supplier });
    }
  }
  if (add_tags !== undefined || remove_tags !== undefined) {
    const before = readList(order.tags);
    const tags = [...new Set([...before, ...(add_tags ?? [])])].filter((tag) => remove_tags?.includes(tag) !== true);
    if (tags.length > MAX_TAGS && tags.length > before.length)
      throw invalid("add_tags", "too_many_tags", `An order has at most ${MAX_TAGS} tags.`);
    const json = tags.length === 0 ? null : JSON.stringify(tags);
    if (json !== order.tags) texts.order["tags"] = json;
  }
  return texts;
}

function planTexts(org: OrgDb, orders: readonly OrderParts[], action: OrderAction): Plan {
  const updates: OrderToUpdate[] = [];
  const former: FormerOrder[] = [];
  const results = orders.map((parts) => {
    const { store_name: _name, ...order } = parts.order;
    return planOrFail(order.id, () => {
      const texts = newTexts(parts, action);
      if (Object.keys(texts.order).length === 0 && texts.items.size === 0) return unchanged(order.id);
      if (texts.items.size === 0) {
        const before = new Map<string, unknown>(Object.entries(order));
        const formerText = (name: string): string | null => (before.get(name) as string | null | undefined) ?? null;
        former.push({ id: order.id, version: order.version + 1, texts: recordOf(Object.keys(texts.order), formerText) });
      }
      updates.push(replaceTexts(org, { order, items: parts.items, fulfillments: parts.fulfillments }, texts));
      return updated(order.id);
    });
  });
  return { writes: ingestWrites(org, [], updates), results, former };
}

function planHolds(org: OrgDb, orders: readonly OrderParts[], hold: StoredHold): Plan {
  const updates = orders.flatMap((parts) => holdUpdate(org, parts, { itemId: null, hold }) ?? []);
  const changed = new Set(updates.map(({ id }) => id));
  const results = orders.map(({ order: { id } }) => (changed.has(id) ? updated(id) : unchanged(id)));
  return { writes: ingestWrites(org, [], updates), results };
}

function planShipments(
  org: OrgDb,
  { orders, readiness }: { orders: readonly OrderParts[]; readiness: readonly ReadinessRow[] },
  { carrier = null, tracking = [] }: Shipment,
): Plan {
  const trackingOf = new Map(tracking.map((entry) => [entry.id, entry]));
  const changes: FulfillmentsWrite[] = [];
  const results = orders.map(({ order, items, fulfillments }) =>
    planOrFail(order.id, () => {
      const ownTracking = trackingOf.get(order.id);
      const update: FulfillmentUpdate = {
        status: "in_transit",
        carrier: ownTracking?.carrier ?? carrier,
        tracking_number: ownTracking?.tracking_number ?? null,
      };
      const current = { order, items, fulfillments: fulfillments.map(parseFulfillment) };
      changes.push(planFulfillment(org, current, { update, readiness }));
      return updated(order.id);
    }),
  );
  return { writes: writeFulfillments(org, changes), results };
}
