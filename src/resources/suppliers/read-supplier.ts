import { orNotFound } from "../../platform/api-error";
import type { OrgReader } from "../../platform/db/org-db";
import { foldCase } from "../../platform/values/fold-case";
import type { SupplierFilter } from "./filters";
import { supplierById, suppliersAfter, suppliersBeginning, type SupplierRow, type SuppliersAfter } from "./rows.sql.ts";
import { firstRows } from "../../platform/db/list/first-rows";

/** Reads a supplier. Throws 404 Not Found if this organization has none with that id. One round trip. */
export async function readSupplier(org: OrgReader, id: string): Promise<SupplierRow> {
  const [supplier] = await org.read(supplierById(org, id));
  return orNotFound(supplier);
}

/** Reads the supplier that a write marker refers to, in its current state. */
export function supplierFromMarker(org: OrgReader, marker: unknown): Promise<SupplierRow> {
  return readSupplier(org, (marker as { supplier_id: string }).supplier_id);
}

/** Lists up to `limit` suppliers by name, after a position, and whether there are more. One round trip. */
export async function listSuppliersAfter(
  org: OrgReader,
  filter: SupplierFilter,
  { after, limit }: SuppliersAfter,
): Promise<{ rows: SupplierRow[]; hasMore: boolean }> {
  const rows = await org.read(suppliersAfter(org, filter, { after, limit: limit + 1 }));
  return firstRows(rows, limit);
}

/** Finds up to `limit` suppliers whose name or code begins with a text, ignoring case. One round trip. */
export async function findSuppliers(org: OrgReader, text: string, limit: number): Promise<SupplierRow[]> {
  return await org.read(suppliersBeginning(org, foldCase(text.trim()), limit));
}
