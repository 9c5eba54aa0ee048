import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { PageLimit } from "./page-limit";

/** A table with its `alias`, the names of its `long` text columns, and SQL for the bytes of all its texts. */
export interface ListedTable {
  table: SQLiteTable;
  alias: string;
  long: readonly string[];
  bytes: SQL;
}

/**
 * SQL for a table's columns in a page of at most `count` rows. The long texts of a row are null if the row has more bytes than its share of
 * the page. Only tables whose texts are shorter than their share of the last limit are read with it in this way (8 MiB / 200 = 41 KB).
 */
export function columnsInPage({ bytes: pageBytes }: PageLimit, count: number, { table, alias, long, bytes }: ListedTable): SQL {
  const isCut = sql`${bytes} > ${Math.floor(pageBytes / count)}`;
  const columns = Object.keys(getTableColumns(table)).map((name) => {
    const column = sql.raw(`${alias}."${name}"`);
    return long.includes(name) ? sql`iif(${isCut}, null, ${column}) as ${sql.identifier(name)}` : column;
  });
  return sql.join([...columns, sql`${isCut} as is_cut`], sql`, `);
}

/** SQL for rows with the running totals of their weights. `rows` returns `id`, `page_items`, `page_bytes` and the columns that `order` sorts by. */
function withRunningTotals(rows: SQL, order: SQL): SQL {
  return sql`(select *, row_number() over fit as position, sum(page_items) over fit as items, sum(page_bytes) over fit as bytes
    from (${rows}) window fit as (order by ${order} rows unbounded preceding))`;
}

/**
 * SQL for the ids of the first rows that fit in a page; with the last limit (one without a `next`), at least one. Related rows are read by these
 * ids.
 */
export function fittingIds(rows: SQL, order: SQL, { items, bytes, next }: PageLimit): SQL {
  return sql`select id from ${withRunningTotals(rows, order)} where (items <= ${items} and bytes <= ${bytes}) ${next ? sql`` : sql`or position = 1`}`;
}

/**
 * SQL for the ids and the weights of the first rows that fit in a page, and of one row more, which shows that there are more rows. This also
 * applies if the first row alone is larger than a page.
 */
export function fittingRows(rows: SQL, order: SQL, { items, bytes }: PageLimit): SQL {
  return sql`select id, page_items, page_bytes from ${withRunningTotals(rows, order)}
    where position <= 2 or (items - page_items <= ${items} and bytes - page_bytes <= ${bytes})`;
}

/**
 * SQL for the ids of all rows if they fit in a page; with the last limit, a single row always fits. Otherwise SQL for no ids. `rows` returns
 * `id`, `page_items` and `page_bytes`.
 */
export function allOrNone(rows: SQL, { items, bytes, next }: PageLimit): SQL {
  return sql`select j.value as id
    from (select json_group_array(id) as ids, count(*) as found, sum(page_items) as items, sum(page_bytes) as bytes from (${rows})) w
    cross join json_each(iif((w.items <= ${items} and w.bytes <= ${bytes}) ${next ? sql`` : sql`or w.found = 1`}, w.ids, '[]')) j`;
}
