import { ApiError, conflict, conflictError, notFound } from "../../../platform/api-error";
import { retryOnConflict } from "../../../platform/db/change";
import type { MoneyDb, MoneyReader } from "../../../platform/db/org-db";
import { first } from "../../../platform/db/statement";
import { foldCase } from "../../../platform/values/fold-case";
import { supplierById, type SupplierRow } from "../rows.sql.ts";
import type { SupplierCostFilter } from "./filters";
import { costCount, costsAfter, costsOfSkus, MAX_SUPPLIER_COSTS, type SupplierCostRow, writeCosts } from "./rows.sql.ts";
import { firstRows } from "../../../platform/db/list/first-rows";

/** Costs of one request. */
export const MAX_COSTS_AT_ONCE = 1000;

/** What one unit of a SKU costs, in stored units of the supplier's currency. Null: the cost is deleted. */
export interface IncomingCost {
  sku: string;
  unit_cost: number | null;
}

/** How many costs a request has set and deleted, and how many were so already. */
export interface CostChanges {
  set: number;
  deleted: number;
  unchanged: number;
}

/** Reads a supplier and up to `limit` of its costs by SKU, after a key. Throws 404 Not Found. One round trip. */
export async function listCosts(
  org: MoneyReader,
  page: { supplierId: string; filter: SupplierCostFilter; after: string; limit: number },
): Promise<{ supplier: SupplierRow; rows: SupplierCostRow[]; hasMore: boolean }> {
  const { supplier, found } = await org.read({
    supplier: first(supplierById(org, page.supplierId)),
    found: costsAfter(org, { ...page, limit: page.limit + 1 }),
  });
  if (supplier === undefined) throw notFound();
  return { supplier, ...firstRows(found, page.limit) };
}

/**
 * Sets and deletes costs of a supplier, in its currency. Writes nothing if nothing changes. Throws 400 Bad Request for a SKU that occurs twice, 404
 * Not Found, and 409 Conflict for too many costs. Two round trips.
 */
export async function setCosts(org: MoneyDb, supplierId: string, costs: readonly IncomingCost[]): Promise<CostChanges> {
  const named = costs.map((cost) => ({ ...cost, key: foldCase(cost.sku) }));
  assertEachOnce(named);
  return await retryOnConflict(
    async () => {
      const { supplier, stored, count } = await org.read({
        supplier: first(supplierById(org, supplierId)),
        stored: costsOfSkus(
          org,
          supplierId,
          named.map(({ key }) => key),
        ),
        count: costCount(org, supplierId),
      });
      if (supplier === undefined) throw notFound();
      const storedOf = new Map(stored.map((row) => [row.sku_key, row]));
      const deleted = named.filter(({ key, unit_cost }) => unit_cost === null && storedOf.has(key)).map(({ key }) => key);
      const set = named.flatMap(({ key, sku, unit_cost }) => {
        const row = storedOf.get(key);
        const isSame = row?.sku === sku && row.unit_cost === unit_cost && row.currency === supplier.currency;
        return unit_cost === null || isSame ? [] : [{ key, sku, unit_cost }];
      });
      const added = set.filter(({ key }) => !storedOf.has(key)).length;
      if ((count[0]?.total ?? 0) + added - deleted.length > MAX_SUPPLIER_COSTS) throw tooManyCosts();
      const changes = { set: set.length, deleted: deleted.length, unchanged: costs.length - set.length - deleted.length };
      if (set.length + deleted.length > 0) await org.commit({ writes: writeCosts(org, supplierId, { set, deleted }), marker: changes });
      return changes;
    },
    () => conflictError("the costs of this supplier"),
  );
}

function tooManyCosts(): ApiError {
  const message = `A supplier has at most ${MAX_SUPPLIER_COSTS} costs. Delete those of SKUs that it no longer makes first.`;
  return conflict("too_many_costs", message, { limit: MAX_SUPPLIER_COSTS });
}

/** Throws 400 Bad Request for a SKU that occurs twice, regardless of case. */
function assertEachOnce(costs: readonly { key: string }[]): void {
  const seen = new Set<string>();
  const details = costs.flatMap(({ key }, index) => {
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ path: `costs[${index}].sku`, code: "repeated_sku", message: "This SKU occurs twice, regardless of case." }];
  });
  if (details.length > 0) throw new ApiError("validation_error", details);
}
