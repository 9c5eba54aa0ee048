import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../org-db";
import type { Statement } from "../statement";
import { columnsInPage, fittingRows, type ListedTable } from "./page-limit.sql.ts";
import type { Weight } from "./page-limit";
import { orderOf, type Sort, type SortColumns } from "./sort";

/**
 * A page of rows with their weights. Before the last limit, the long texts of long rows are null (`is_cut`). With the last limit, reads as
 * many rows as fit in the page, and one more. `where` has the conditions other than the organization, each with "and".
 */
export function pageOfTable<Row, Field extends string>(
  org: OrgReader,
  { columns, ...listed }: ListedTable & { columns: SortColumns<Field> },
  page: { from: SQL; where: SQL; sort: Sort<NoInfer<Field>>; limit: number; offset?: number },
): Statement<Row & Weight> {
  const { from, sort, limit } = page;
  const [row, order] = [sql.raw(listed.alias), orderOf(sort, columns)];
  const weight = sql`1 as page_items, ${listed.bytes} as page_bytes`;
  const rest = sql`${page.where} order by ${order} limit ${limit} offset ${page.offset ?? 0}`;
  if (org.pageLimit.next !== undefined) {
    return org.rows<Row & Weight>()`select ${columnsInPage(org.pageLimit, limit, listed)}, ${weight}
      from ${from} where ${row}.organization_id = ${org.key} ${rest}`;
  }
  const rows = sql`select ${columns.id} as id, ${weight}, ${columns[sort.field]} as sorted_by
    from ${from} where ${row}.organization_id = ${org.key} ${rest}`;
  const direction = sql.raw(sort.direction);
  const fitting = fittingRows(rows, sql`sorted_by ${direction}, id ${direction}`, org.pageLimit);
  return org.rows<Row & Weight>()`select ${row}.*, w.page_items, w.page_bytes from (${fitting}) w
    cross join ${listed.table} ${row} on ${columns.id} = w.id where ${row}.organization_id = ${org.key} order by ${order}`;
}
