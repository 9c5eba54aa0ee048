import { ApiError } from "../../../platform/api-error";
import { Catalog, isSameSku } from "../../products/catalog";
import { isLive } from "../items/item-status";
import type { StoredItem } from "../rows.sql.ts";
import type { IncomingItem } from "./incoming-order";
import type { ItemValues } from "./row-values.sql.ts";

/**
 * Completes an item with what the product of its SKU supplies (docs/spec/catalog.md#matching-at-ingest). A field that the source sends, also
 * as null, or that the item has, stays. An item that already had this SKU is not completed again, so that a field that somebody cleared
 * stays empty. A cost in another currency than the order's is not used.
 */
export function completeItem<V extends ItemValues>(
  values: V,
  { incoming, stored, currency, catalog }: { incoming: IncomingItem; stored: StoredItem | undefined; currency: string; catalog: Catalog },
): V {
  const entry = catalog.find(values.sku);
  if (entry === undefined || !isLive(values.status)) return values;
  if (stored !== undefined && isSameSku(stored.sku, values.sku)) return values;
  const fill = (name: "design_url" | "assigned_supplier" | "material", text: string | null) =>
    incoming[name] === undefined && (values[name] ?? "") === "" && text !== null ? { [name]: text } : {};
  const takesCost = incoming.cost === undefined && (values.cost ?? null) === null && entry.cost_currency === currency;
  return {
    ...values,
    ...(takesCost ? { cost: entry.cost } : {}),
    ...fill("design_url", entry.design_link),
    ...fill("assigned_supplier", entry.supplier),
    ...fill("material", entry.material),
  };
}

/** Plans a change with the catalog, or without it if the order would then be invalid: a product never makes an order invalid. */
export function planWithCatalog<T>(catalog: Catalog, plan: (catalog: Catalog) => T): T {
  try {
    return plan(catalog);
  } catch (error) {
    if (catalog.isEmpty || !(error instanceof ApiError)) throw error;
    return plan(new Catalog());
  }
}
