import { ingestWrites } from "./ingest/write.sql.ts";
import { orderOfItem } from "./select.sql.ts";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";
import type { ItemRow, OrderParts } from "./rows.sql.ts";
import { conflict, orNotFound } from "../../platform/api-error";
import { Catalog, catalogEntries, distinctSkus } from "../products/catalog";
import { assertVersion } from "../../platform/values/assert-version";
import { assertCostUnknown } from "../../platform/values/known-cost";
import type { AuditReason } from "./audit-reasons";
import { amendOrder, type ItemPatch, type OrderPatch } from "./amend-order";
import { planWithCatalog } from "./ingest/catalog-fields";
import type { IncomingItem } from "./ingest/incoming-order";
import { fulfilledParts } from "./items/fulfilled-quantities";
import { assertItemPatch, assertRemovable } from "./items/item-edit";
import { assertOrderVersion, changeOrder, changeOrders, decisionOf, returnItem, returnOrder } from "./change-order";
import { readOrderWith } from "./read-order";

/**
 * Patches an order and sends order.updated, unless nothing changes. Throws 404 Not Found, or 412 Precondition Failed for another version.
 * Two round trips.
 */
export async function updateOrder(
  org: OrgDb,
  id: number,
  { patch, versions }: { patch: OrderPatch; versions: readonly number[] | null },
): Promise<{ parts: OrderParts; warnings: string[] }> {
  return await changeOrder(org, id, (parts) => {
    assertOrderVersion(parts.order.version, versions);
    const amended = amendOrder(org, fulfilledParts(parts), { order: patch });
    if (amended === null) return { unchanged: { parts, warnings: [] } };
    const { update, warnings } = amended;
    return { writes: ingestWrites(org, [], [update]), ...returnOrder(org, id, (changed) => ({ parts: changed, warnings })) };
  });
}

/** Sets the flag that an order needs an audit, for reasons that its source has. Two round trips. */
export async function requireAudit(org: OrgDb, id: number, reasons: readonly AuditReason[]): Promise<void> {
  await changeOrder(org, id, (parts) => {
    const amended = amendOrder(org, fulfilledParts(parts), { reasons });
    return decisionOf(amended === null ? [] : ingestWrites(org, [], [amended.update]), undefined, {});
  });
}

/** A change of an item, and the version that the item must have. Undefined accepts any version. */
interface ItemChange {
  patch: ItemPatch | "remove";
  expectedVersion?: number | undefined;
  /** Whether a known cost must not be replaced, because the caller may not see it. */
  keepsKnownCost?: boolean;
  /** Whether the patch has all fields of a form, so that a tax that equals the stored one follows the price. */
  isWholeForm?: boolean;
  /** What is also written with the change, and what the marker has besides the item. Neither is written if nothing changes. */
  alsoWrite?: { writes: readonly WriteStatement[]; marker: object };
}

/**
 * Patches an item, or removes it from its order, and sends order.updated, unless nothing changes. Throws 404 Not Found, 409 Conflict as
 * item-edit.ts says, 403 Forbidden for a cost that must not be replaced, or 412 Precondition Failed if the item is not at
 * `expectedVersion`. Two round trips.
 */
export async function updateItem(
  org: OrgDb,
  id: number,
  { patch: sent, expectedVersion, keepsKnownCost, isWholeForm, alsoWrite }: ItemChange,
): Promise<ItemRow> {
  return await changeOrder(org, orderOfItem(org, id), (parts) => {
    const fulfilled = fulfilledParts(parts);
    const item = orNotFound(parts.items.find((row) => row.id === id));
    assertVersion(item.version, expectedVersion);
    const patch = sent !== "remove" && isWholeForm === true && sent.tax === item.tax ? { ...sent, tax: undefined } : sent;
    // A repeated removal changes nothing.
    if (patch === "remove" && item.status === "Cancelled") return { unchanged: item };
    if (patch === "remove") assertRemovable(item, fulfilled.fulfilledOf);
    else assertItemPatch(item, patch, fulfilled.fulfilledOf);
    if (patch !== "remove" && keepsKnownCost === true) assertCostUnknown(item.cost, patch);
    const amended = amendOrder(org, fulfilled, { item: { id, patch } });
    if (amended === null) return { unchanged: item };
    const { marker, ...returned } = returnItem(org, id);
    const writes = [...ingestWrites(org, [], [amended.update]), ...(alsoWrite?.writes ?? [])];
    return { writes, ...returned, marker: { ...marker, ...alsoWrite?.marker } };
  });
}

interface NewItem {
  /** Without a status, it is New. */
  item: IncomingItem;
  /** The versions of which the order must have one. Null accepts any version. */
  versions: readonly number[] | null;
}

/**
 * Adds an item to an order and sends order.updated (docs/spec/items.md#add-an-item). Throws 404 Not Found, 409 Conflict if the order has an
 * item with this external id, or 412 Precondition Failed for another version of the order. Two round trips.
 */
export async function addItem(org: OrgDb, orderId: number, { item, versions }: NewItem): Promise<OrderParts> {
  return await changeOrders(
    org,
    async () => await readOrderWith(org, orderId, ...catalogEntries(org, distinctSkus([item.sku]))),
    ([parts, ...entries]) => {
      assertOrderVersion(parts.order.version, versions);
      assertNewExternalId(parts, item);
      const amended = planWithCatalog(new Catalog(entries.flat()), (catalog) =>
        amendOrder(org, fulfilledParts(parts), { newItem: item, catalog }),
      );
      if (amended === null) return { unchanged: parts };
      return { writes: ingestWrites(org, [], [amended.update]), ...returnOrder(org, orderId, (changed) => changed) };
    },
    "this order",
  );
}

/** Throws 409 Conflict if the order already has an item with the external id of a new one. */
function assertNewExternalId({ items }: OrderParts, { external_id }: IncomingItem): void {
  const existing = items.find((row) => row.external_id !== null && row.external_id === external_id);
  if (existing === undefined) return;
  throw conflict("external_id_taken", "The order already has an item with this external_id.", {
    path: "external_id",
    id: String(existing.id),
  });
}
