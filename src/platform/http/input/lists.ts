import * as z from "zod";
import type { MasterSecrets } from "../../crypto/master-key";
import type { Sort } from "../../db/list/sort";
import { ok, type Reply } from "../endpoint";
import { type CursorScope, readCursor, writeCursor } from "./cursor";
import { type FilterParameters, filterShape, type FilterTable } from "./filters";
import { alias, cursorQuery, DEFAULT_PAGE_SIZE, pageOf, pageQuery, sizeQuery } from "./query";
import { sortQuery } from "./sort-query";

/** The response schema of a list in v2 (docs/spec/pagination.md#cursor-pages). `next_cursor` is null on the last page. */
export function listSchema<T extends z.ZodType>(item: T) {
  return z.strictObject({ data: z.array(item), has_more: z.boolean(), next_cursor: z.string().nullable() });
}

/** The query parameters of every list in v2. */
export const listQuery = {
  limit: sizeQuery(),
  cursor: cursorQuery().describe("The `next_cursor` of the previous page, with the same filters."),
};

/** A list's filters and sorts. Without `sorts`, it has only its default order. */
interface ListDefinition<Field extends string> {
  filters: FilterTable;
  sorts?: Readonly<Record<string, Field>>;
  defaultSort: Sort<Field>;
}

interface ParsedListQuery<Field extends string> {
  sort?: Sort<Field>;
  page?: number;
  page_size?: number;
  limit?: number;
  cursor?: string;
}

function sortShape<Field extends string>({ sorts, defaultSort }: ListDefinition<Field>): z.ZodRawShape {
  return sorts === undefined ? {} : { sort: sortQuery(sorts, { documentedDefault: `${defaultSort.field}:${defaultSort.direction}` }) };
}

/**
 * The query of a list with numbered pages: the filters of `api` (default v1), sort, page, and `more` parameters. `limit` is an alias of `page_size`.
 */
export function numberedQuery<Field extends string, More extends z.ZodRawShape = Record<never, never>>(
  list: ListDefinition<Field> & { api?: "v1" | "v2" },
  more?: More,
) {
  const page = { ...pageQuery, limit: alias(sizeQuery(), "page_size") };
  return z.object({ ...filterShape(list.filters, list.api), ...sortShape(list), ...page, ...more }).transform((query) => {
    const { sort = list.defaultSort, page: number, page_size, limit, ...filter } = query as ParsedListQuery<Field> & FilterParameters;
    return { ...(query as z.output<z.ZodObject<More>>), filter, sort, ...pageOf({ page: number, page_size: page_size ?? limit }) };
  });
}

/**
 * The query of a list with cursor pages: filters, sort and `listQuery`. `list.cursor` replaces the schema of the cursor, which the console names
 * `after`.
 */
export function cursorListQuery<Field extends string>(
  list: ListDefinition<Field> & { cursor?: z.ZodType },
  cursorName: "cursor" | "after" = "cursor",
) {
  const { limit, cursor } = listQuery;
  const cursorSchema = list.cursor?.describe(cursor.description ?? "") ?? cursor;
  return z.object({ ...filterShape(list.filters, "v2"), ...sortShape(list), limit, [cursorName]: cursorSchema }).transform((query) => {
    const {
      sort = list.defaultSort,
      limit: size = DEFAULT_PAGE_SIZE,
      [cursorName]: text,
      ...filter
    } = query as ParsedListQuery<Field> & FilterParameters;
    return { filter, sort, limit: size, cursor: text as string | undefined };
  });
}

/** The position of a page's last row: its sort value, then its tie-breakers. */
type Position = readonly [string | number, ...(string | number)[]];

/** A page of a cursor list. `next` is the cursor of the next page; null on the last one. */
export interface CursorPage<Row> {
  rows: Row[];
  next: string | null;
}

/** Reads the page at a cursor; without a cursor, the first one. Throws 400 Bad Request for a cursor of another list or other filters. */
export async function cursorPage<Row, At extends Position>(
  { masterSecrets, cursor, ...scope }: CursorScope & { masterSecrets: MasterSecrets; cursor: string | undefined },
  fetch: (after: At | null) => Promise<{ rows: Row[]; hasMore: boolean }>,
  positionOf: (row: Row) => At,
): Promise<CursorPage<Row>> {
  const after = cursor === undefined ? null : await readCursor<At>(masterSecrets, scope, cursor);
  const { rows, hasMore } = await fetch(after);
  const last = rows.at(-1);
  return { rows, next: hasMore && last !== undefined ? await writeCursor(masterSecrets, scope, positionOf(last)) : null };
}

/** The response of a list in v2. */
export function listReply<Row>({ rows, next }: CursorPage<Row>, view: (row: Row) => unknown): Reply {
  return ok({ data: rows.map((row) => view(row)), has_more: next !== null, next_cursor: next });
}
