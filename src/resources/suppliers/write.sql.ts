import { sql } from "drizzle-orm";
import { assertRowsChanged, type Change } from "../../platform/db/change";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import type { Statement, WriteStatement } from "../../platform/db/statement";
import { foldCase } from "../../platform/values/fold-case";
import { supplierById, type SupplierRow, type SupplierValues } from "./rows.sql.ts";
import { suppliers, supplierTerms } from "./table";

type SupplierNames = Pick<SupplierRow, "id" | "name" | "code">;

/** The folded texts that refer to a supplier, without duplicates. */
const termsOf = ({ id, name, code }: SupplierNames): string[] => [...new Set([name, code ?? name, id].map(foldCase))];

/** Which of these terms refer to another supplier. */
export function takenTerms(org: OrgReader, supplier: SupplierNames): Statement<{ term: string }> {
  return org.rows<{ term: string }>()`select t.term from json_each(${JSON.stringify(termsOf(supplier))}) j
    join supplier_terms t on t.organization_id = ${org.key} and t.term = j.value where t.supplier_id <> ${supplier.id}`;
}

/** Replaces the terms of a supplier. The batch fails if another supplier has one of them. */
function writeTerms(org: OrgDb, supplier: SupplierNames): WriteStatement[] {
  const terms = JSON.stringify(termsOf(supplier));
  return [
    org.write()`delete from supplier_terms where organization_id = ${org.key} and supplier_id = ${supplier.id}
      and term not in (select value from json_each(${terms}))`,
    org.write()`insert into supplier_terms (organization_id, term, supplier_id)
      select ${org.key}, j.value, ${supplier.id} from json_each(${terms}) j
      where not exists (select 1 from supplier_terms t where t.organization_id = ${org.key} and t.term = j.value and t.supplier_id = ${supplier.id})`,
  ];
}

/** Inserts a supplier. The batch fails if the name or the code refers to another one. */
export function insertSupplier(org: OrgDb, id: string, values: SupplierValues): Change<Statement<SupplierRow>> {
  return {
    writes: [org.insert(suppliers, { id, ...values, created_at: org.now, updated_at: org.now }), ...writeTerms(org, { ...values, id })],
    conflicts: [supplierTerms.term],
    marker: { supplier_id: id },
    returning: supplierById(org, id),
  };
}

/** Updates a supplier that still has the version that was read. */
export function updateSupplier(org: OrgDb, stored: SupplierRow, changes: Partial<SupplierValues>): Change<Statement<SupplierRow>> {
  const { id, version } = stored;
  const unchanged = sql`${suppliers.id} = ${id} and ${suppliers.version} = ${version}`;
  return {
    writes: [
      org.update(suppliers, { ...changes, version: version + 1, updated_at: org.now }, unchanged),
      assertRowsChanged(),
      ...writeTerms(org, { ...stored, ...changes }),
    ],
    conflicts: [supplierTerms.term],
    marker: { supplier_id: id },
    returning: supplierById(org, id),
  };
}
