import type { OrgDb } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";
import { changeOrders, decisionOf } from "../change-order";
import { ingestWrites } from "../ingest/write.sql.ts";
import { readItemStatus } from "../items/item-status";
import { assertMayHaveStatus } from "../items/shippable";
import { replaceTexts } from "../replace-texts";
import { readOrderSet } from "../read-order-set";
import { type ItemToSet, setItemStatuses } from "../status-change.sql.ts";
import { type ActionResult, planOrFail, resultsOf, unchanged, updated } from "./action-result";
import { type ItemAndOrder, ordersOfItems, statusesOfItems } from "./read.sql.ts";

/** What is done with items: exactly one of these. */
export interface ItemAction {
  set_status?: { status: string } | undefined;
  supplier?: string | null | undefined;
}

/**
 * Does the same to up to 200 items, which may belong to different orders, and writes those that change in one batch. Two round trips.
 */
export async function actOnItems(org: OrgDb, ids: readonly number[], action: ItemAction): Promise<ActionResult[]> {
  return await changeOrders(
    org,
    async () => await planAction(org, ids, action),
    ({ writes, results }) => {
      const all = resultsOf(ids, results);
      return decisionOf(writes, all, { results: all });
    },
    "these items",
  );
}

interface Plan {
  writes: WriteStatement[];
  results: ActionResult[];
}

async function planAction(org: OrgDb, ids: readonly number[], { set_status, supplier = null }: ItemAction): Promise<Plan> {
  return set_status === undefined ? await planSupplier(org, ids, supplier) : await planStatus(org, ids, readItemStatus(set_status.status));
}

async function planStatus(org: OrgDb, ids: readonly number[], status: string): Promise<Plan> {
  const items = await org.read(statusesOfItems(org, ids));
  const toSet: ItemToSet[] = [];
  const results = items.map((item) =>
    planOrFail(item.id, () => {
      if (item.status === status) return unchanged(item.id);
      assertMayHaveStatus({ order: orderOf(item), item, now: org.now }, status);
      toSet.push(item);
      return updated(item.id);
    }),
  );
  return { writes: setItemStatuses(org, toSet, status), results };
}

const orderOf = (item: ItemAndOrder) => ({
  status: item.order_status,
  is_refunded: item.order_is_refunded,
  hold_reason: item.order_hold_reason,
  hold_until: item.order_hold_until,
});

async function planSupplier(org: OrgDb, ids: readonly number[], supplier: string | null): Promise<Plan> {
  const orders = await readOrderSet(org, ordersOfItems(org, ids), { advice: "Choose items of fewer orders." });
  const selectedIds = new Set(ids);
  const results: ActionResult[] = [];
  const updates = orders.flatMap((parts) => {
    const { store_name: _name, ...order } = parts.order;
    const selectedItems = parts.items.filter(({ id }) => selectedIds.has(id));
    const changed = selectedItems.filter(({ assigned_supplier }) => assigned_supplier !== supplier);
    results.push(...selectedItems.map((item) => (changed.includes(item) ? updated(item.id) : unchanged(item.id))));
    if (changed.length === 0) return [];
    const texts = new Map(changed.map(({ id }) => [id, { assigned_supplier: supplier }]));
    return [replaceTexts(org, { order, items: parts.items, fulfillments: parts.fulfillments }, { order: {}, items: texts })];
  });
  return { writes: ingestWrites(org, [], updates), results };
}
