import { sql } from "drizzle-orm";
import type { OrganizationsDb } from "../../platform/db/database";
import { Statement } from "../../platform/db/statement";
import { countRows } from "./rows.sql.ts";
import { COMPUTED_TABLES, COPIED_TABLES, type TenantTable } from "./tenant-tables.sql.ts";

/** Bounds that only ever widen, so they may be wider in the source. */
const BOUNDS = "order_days";

/** Has rows instead of sums. `list_counts` has the number of each tag, so these are only counted. */
const TAGS = "order_tags";

/**
 * The names of the tables in which the two copies of an organization differ: by their number of rows or, for counts and sums, by their
 * values. Empty if the copies are equal.
 */
export async function differingTables(organizationId: number, source: OrganizationsDb, target: OrganizationsDb): Promise<string[]> {
  const computed = COMPUTED_TABLES.filter(({ name }) => name !== BOUNDS && name !== TAGS);
  const counted = [...COPIED_TABLES, ...COMPUTED_TABLES.filter(({ name }) => name === TAGS)];
  const statements = [...counted.map((table) => countRows(table, organizationId)), ...computed.map((table) => sums(table, organizationId))];
  const [own, copied] = await Promise.all([source.run(statements), target.run(statements)]);
  return [...counted, ...computed].flatMap(({ name }, index) =>
    JSON.stringify(own[index]) === JSON.stringify(copied[index]) ? [] : [name],
  );
}

/**
 * The sums of a table's values. They are also weighted by bucket, so that values in a wrong bucket are noticed: the remainder of the prime keeps the sums
 * small. The source keeps rows whose values are all 0.
 */
function sums({ name, columns, key }: TenantTable, organizationId: number): Statement<unknown> {
  const values = columns.filter((column) => !key.includes(column));
  const groups = key.filter((column) => column !== "organization_id" && column !== "bucket");
  const weighted = key.includes("bucket") ? values.map((value) => `sum(${value} * (bucket % 97))`) : [];
  const selected = [...groups, ...values.map((value) => `sum(${value})`), ...weighted].join(", ");
  const isUsed = values.map((value) => `${value} <> 0`).join(" or ");
  // An organization has at most one row of a table whose key is the organization.
  const grouping = groups.length === 0 ? "" : `group by ${groups.join(", ")} order by ${groups.join(", ")}`;
  return new Statement(sql`select ${sql.raw(selected)} from ${sql.raw(name)}
    where organization_id = ${organizationId} and (${sql.raw(isUsed)}) ${sql.raw(grouping)}`);
}
