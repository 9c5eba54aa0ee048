import { ApiError, type ErrorDetail, orNotFound } from "../../../platform/api-error";
import type { OrgReader } from "../../../platform/db/org-db";
import { selectId } from "../../../platform/db/sql-values";
import { parseStored } from "../../../platform/reading/json";
import type { BlockedAction, Blocker } from "../../stores/blockers";
import { orderExists } from "../history/records.sql.ts";
import { AT_SUPPLIER, NOT_TO_SEND } from "../items/item-status";
import type { StoredItem } from "../rows.sql.ts";
import { oldestUnsent, readinessOf, type ReadinessRow } from "./blockers.sql.ts";

/** What an item lacks, and what of it blocks sending it to a supplier and shipping it. */
export interface ItemReadiness {
  id: number;
  order_id: number;
  name: string;
  blockers: Blocker[];
  blocks: Record<BlockedAction, Blocker[]>;
}

export function parseReadiness(row: ReadinessRow): ItemReadiness {
  const { id, order_id, name } = row;
  const blockers = parseStored<(Blocker | null)[]>(row.blockers).filter((blocker) => blocker !== null);
  const blocking = (chosen: string): Blocker[] => {
    const names = parseStored<Blocker[]>(chosen);
    return blockers.filter((blocker) => blocker === "hold" || names.includes(blocker));
  };
  return { id, order_id, name, blockers, blocks: { send: blocking(row.send_blockers), ship: blocking(row.ship_blockers) } };
}

/** Reads the blockers of the live goods of an order. Throws 404 Not Found for an unknown order. One round trip. */
export async function readReadiness(org: OrgReader, orderId: number): Promise<ItemReadiness[]> {
  const { orders, items } = await org.read({ orders: orderExists(org, orderId), items: readinessOf(org, selectId(orderId)) });
  orNotFound(orders[0]);
  return items.map(parseReadiness);
}

/**
 * Reads what keeps the live goods of an order from being sent to suppliers. None if the organization has no active supplier, because then nothing is
 * sent. Throws 404 Not Found for an unknown order. One round trip.
 */
export async function readUnready(org: OrgReader, orderId: number): Promise<ItemReadiness[]> {
  const { orders, items } = await org.read({
    orders: orderExists(org, orderId),
    items: readinessOf(org, selectId(orderId), { hasSupplier: true }),
  });
  orNotFound(orders[0]);
  return items.map(parseReadiness).filter(({ blocks }) => blocks.send.length > 0);
}

/** An item that can't be sent to its supplier, as a list shows it. */
export interface UnreadyItem extends ItemReadiness {
  order_name: string;
  design_url: string | null;
  supplier: string | null;
}

/** Lists those of the oldest `limit` items to send that can't be sent, and why. `hasMore`: there are newer ones. One round trip. */
export async function listUnreadyItems(org: OrgReader, limit: number): Promise<{ items: UnreadyItem[]; hasMore: boolean }> {
  const rows = await org.read(oldestUnsent(org, limit + 1));
  const items = rows
    .slice(0, limit)
    .map((row) => ({
      ...parseReadiness(row),
      order_name: row.order_number ?? row.external_id ?? `#${row.order_id}`,
      design_url: row.design_url,
      supplier: row.assigned_supplier,
    }))
    .filter(({ blocks }) => blocks.send.length > 0);
  return { items, hasMore: rows.length > limit };
}

/** Whether units of an item are left, and no supplier is making it. */
export function isUnsent({ status, quantity, shipped_quantity, cancelled_quantity }: StoredItem): boolean {
  return quantity > shipped_quantity + cancelled_quantity && ![...AT_SUPPLIER, ...NOT_TO_SEND].includes(status);
}

const BLOCKER_LABELS = {
  sku: "no SKU",
  design: "no design",
  supplier: "no active supplier",
  cost: "no cost",
  payment: "not paid",
  address: "an incomplete address",
  proof: "proof not approved",
  hold: "on hold",
} as const satisfies Record<Blocker, string>;

/** Blockers as people read them: `no SKU, not paid`. */
export const blockersText = (blockers: readonly Blocker[]): string => blockers.map((blocker) => BLOCKER_LABELS[blocker]).join(", ");

/** Throws 409 Conflict `not_ready` with every item that something blocks (docs/spec/readiness.md#not-ready). */
export function assertReady(items: readonly ItemReadiness[], action: BlockedAction): void {
  const details = items
    .filter(({ blocks }) => blocks[action].length > 0)
    .map(({ id, name, blocks }): ErrorDetail => ({
      code: "not_ready",
      message: `${name} is not ready: ${blockersText(blocks[action])}.`,
      order_item_id: String(id),
      blockers: blocks[action],
    }));
  if (details.length > 0) throw new ApiError("conflict", details);
}
