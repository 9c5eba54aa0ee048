import type { OrgDb } from "../../../platform/db/org-db";
import { ApiError, type ErrorDetail, orNotFound } from "../../../platform/api-error";
import { amendOrder, type ItemPatch } from "../amend-order";
import { ordersOfItems } from "../bulk-actions/read.sql.ts";
import { changeOrders, decisionOf } from "../change-order";
import { ingestWrites } from "../ingest/write.sql.ts";
import { readOrderSet } from "../read-order-set";
import type { StoredItem } from "../rows.sql.ts";
import { fulfilledParts } from "./fulfilled-quantities";

/** The field of an item that was filled in, and the name of its input in an error. */
export interface FilledField {
  id: number;
  path: string;
  patch: Pick<ItemPatch, "sku" | "design_url" | "cost" | "requires_shipping">;
}

/**
 * Fills in fields that items lack, of any orders, all in one batch. Throws 404 Not Found for an unknown item, and 412 Precondition Failed with every
 * field that has another value since; then nothing is written. Two round trips.
 */
export async function fillItems(org: OrgDb, filledFields: readonly FilledField[]): Promise<void> {
  const ids = [...new Set(filledFields.map(({ id }) => id))];
  await changeOrders(
    org,
    async () => await readOrderSet(org, ordersOfItems(org, ids), { advice: "Fill in fewer rows at once." }),
    (orders) => {
      const items = new Map(orders.flatMap((parts) => parts.items.map((item) => [item.id, item] as const)));
      const violations = filledFields.flatMap((field) => violationOf(field, orNotFound(items.get(field.id))) ?? []);
      if (violations.length > 0) throw new ApiError("precondition_failed", violations);
      const patches = new Map<number, ItemPatch>();
      for (const { id, patch } of filledFields) patches.set(id, { ...patches.get(id), ...patch });
      const updates = orders.flatMap((parts) => amendOrder(org, fulfilledParts(parts), { items: patches })?.update ?? []);
      // No caller needs a result, so the marker has none either.
      return decisionOf(ingestWrites(org, [], updates), undefined, {});
    },
    "these items",
  );
}

const differs = (stored: string | null, filled: string | null | undefined): boolean =>
  filled !== undefined && stored !== null && stored !== "" && stored !== filled;

/** Why a field of an item can't be filled in. Null: it can. */
function violationOf({ path, patch }: FilledField, item: StoredItem): ErrorDetail | null {
  const sku = item.sku ?? item.custom_sku;
  // Not even an equal cost is accepted, so that nobody can guess a cost that they may not see.
  const isCostKnown = patch.cost !== undefined && item.cost !== null;
  const isFilled = differs(sku, patch.sku) || differs(item.design_url, patch.design_url) || isCostKnown;
  return isFilled ? { path, code: "changed_by_others", message: "Somebody else has filled this in since." } : null;
}
