import { sql } from "drizzle-orm";
import { assertCondition } from "../../../platform/db/change";
import { type FilterStatements, whereOf } from "../../../platform/db/list/filter-sql";
import type { MoneyDb, MoneyReader } from "../../../platform/db/org-db";
import { jsonChunks } from "../../../platform/db/sql-values";
import type { Statement, WriteStatement } from "../../../platform/db/statement";
import { foldCase } from "../../../platform/values/fold-case";
import type { supplierCosts } from "../table";
import type { SupplierCostFilter } from "./filters";

export type SupplierCostRow = typeof supplierCosts.$inferSelect;

/** Costs of one supplier. */
export const MAX_SUPPLIER_COSTS = 10_000;

const COST_SQL: FilterStatements<SupplierCostFilter, null> = {
  sku: { where: (sku) => sql`c.sku_key = ${foldCase(sku)}` },
};

/** Up to `limit` costs of a supplier by SKU, after a key. */
export function costsAfter(
  org: MoneyReader,
  { supplierId, filter, after, limit }: { supplierId: string; filter: SupplierCostFilter; after: string; limit: number },
): Statement<SupplierCostRow> {
  return org.rows<SupplierCostRow>()`select c.* from supplier_costs c where c.organization_id = ${org.key} and c.supplier_id = ${supplierId}
    and c.sku_key > ${after} ${whereOf(COST_SQL, filter, null)} order by c.sku_key limit ${limit}`;
}

/** The costs of a supplier that these keys have. */
export function costsOfSkus(org: MoneyReader, supplierId: string, keys: readonly string[]): Statement<SupplierCostRow> {
  return org.rows<SupplierCostRow>()`select c.* from json_each(${JSON.stringify(keys)}) j cross join supplier_costs c
    on c.organization_id = ${org.key} and c.supplier_id = ${supplierId} and c.sku_key = j.value`;
}

/** SQL that counts the costs of a supplier. */
const countOf = (org: MoneyReader, supplierId: string) =>
  sql`select count(*) as total from supplier_costs where organization_id = ${org.key} and supplier_id = ${supplierId}`;

/** The condition is repeated because a statement does not compile unless its own text has the organization's key. */
export function costCount(org: MoneyReader, supplierId: string): Statement<{ total: number }> {
  return org.rows<{ total: number }>()`${countOf(org, supplierId)} and organization_id = ${org.key}`;
}

/** Sets costs in the supplier's currency, and deletes others. The batch fails if the supplier would have too many. */
export function writeCosts(
  org: MoneyDb,
  supplierId: string,
  { set, deleted }: { set: readonly { key: string; sku: string; unit_cost: number }[]; deleted: readonly string[] },
): WriteStatement[] {
  return [
    ...jsonChunks(set, (cost) => cost).map(
      (chunk) => org.write()`insert into supplier_costs (organization_id, supplier_id, sku_key, sku, unit_cost, currency, updated_at)
        select ${org.key}, p.id, j.value->>'key', j.value->>'sku', j.value->>'unit_cost', p.currency, ${org.now}
        from json_each(${chunk}) j cross join suppliers p where p.organization_id = ${org.key} and p.id = ${supplierId}
        on conflict (organization_id, supplier_id, sku_key) do update set sku = excluded.sku, unit_cost = excluded.unit_cost,
          currency = excluded.currency, updated_at = excluded.updated_at`,
    ),
    org.write()`delete from supplier_costs where organization_id = ${org.key} and supplier_id = ${supplierId}
      and sku_key in (select value from json_each(${JSON.stringify(deleted)}))`,
    assertCondition(sql`(${countOf(org, supplierId)}) <= ${MAX_SUPPLIER_COSTS}`),
  ];
}
