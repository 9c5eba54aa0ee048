import { type SQL, sql } from "drizzle-orm";
import { type FilterStatements, indexOf, whereOf } from "../../platform/db/list/filter-sql";
import type { NumberedPage, RowsAfter } from "../../platform/db/list/sort";
import { storeIdByRef } from "../stores/lookup.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import type { Weight } from "../../platform/db/list/page-limit";
import { pageOfTable } from "../../platform/db/list/table-page";
import type { ProductFilter } from "./filters";
import type { ProductRow } from "./rows.sql.ts";
import type { ProductTerm } from "./write.sql.ts";
import { products } from "./table";
import { equalsIgnoringCase, foldedText, inTextOrder } from "../../platform/db/columns";
import { matchOf } from "../../platform/db/text/text-search";
import type { Statement } from "../../platform/db/statement";
import { columnBytes } from "../../platform/db/sql-values";

export type ProductSortField = "updated_at" | "created_at" | "title" | "sku" | "price" | "id";

/** The index that has the products that are not archived in the order of a sort. */
const SORT_INDEX: Record<ProductSortField, SQL> = {
  updated_at: sql`products_updated`,
  created_at: sql`products_created`,
  title: sql`products_title`,
  sku: sql`products_sku_order`,
  price: sql`products_price`,
  id: sql`products_live`,
};

/** SQL for the texts under which products name a store: the requested text, and the name and code of the store that it names. */
function namesOfStore(org: OrgReader, text: string): SQL {
  return sql`select ${text} union select j.value from stores s, json_each(json_array(${foldedText("s", "name")}, ${foldedText("s", "code")})) j
    where s.organization_id = ${org.key} and s.id = ${storeIdByRef(org, text)} and j.value is not null`;
}

/** The kinds of terms that are filters. The kind that usually matches the fewest products comes first. */
const TERMS = ["tag", "platform", "store"] as const satisfies readonly ProductTerm["kind"][];

/** FROM and WHERE of the `product_terms` rows `t` that have a term. */
function termRows(org: OrgReader, kind: ProductTerm["kind"], value: string): SQL {
  const terms = kind === "store" ? namesOfStore(org, value) : sql`select ${value}`;
  return sql`product_terms t where t.organization_id = ${org.key} and t.kind = ${kind} and t.term in (${terms})`;
}

/** Condition: product `p` has a term. */
const hasTerm = (kind: ProductTerm["kind"]) => (value: string, org: OrgReader) =>
  sql`exists (select 1 from ${termRows(org, kind, value)} and t.product_id = p.id)`;

const PRODUCT_SQL: FilterStatements<ProductFilter, OrgReader> = {
  // Null, a search that nothing can match, never gets here: its list is empty without a statement.
  match: { where: (words) => sql`f.product_search match ${matchOf(words ?? [])}` },
  sku: { where: (sku) => equalsIgnoringCase("p", "sku", sku), index: () => sql`products_sku` },
  spu: { where: (spu) => equalsIgnoringCase("p", "spu", spu), index: () => sql`products_spu` },
  store: { where: hasTerm("store") },
  platform: { where: hasTerm("platform") },
  tag: { where: hasTerm("tag") },
  // Sorting the few products that match costs less than reading all of them in the order of the sort.
  updatedAfter: { where: (after) => sql`p.updated_at > ${after}`, index: () => sql`products_updated` },
};

/** FROM and WHERE of the products `p` that match. The caller adds the condition of the organization. */
function matches(org: OrgReader, filter: ProductFilter, sortIndex: SQL): { from: SQL; where: SQL } {
  // A literal, because SQLite uses a partial index only if its condition is in the query.
  const conditions = (rest: ProductFilter): SQL => sql`p.archived_at is null ${whereOf(PRODUCT_SQL, rest, org)}`;
  if (filter.match !== undefined) return { from: sql`product_search f cross join products p on p.id = f.rowid`, where: conditions(filter) };
  const index = indexOf(PRODUCT_SQL, filter);
  const driving = TERMS.find((kind) => filter[kind] !== undefined);
  if (index !== null || driving === undefined) return { from: sql`products p indexed by ${index ?? sortIndex}`, where: conditions(filter) };
  // The rows of one term are read, and the conditions are those of the other filters.
  const { [driving]: term = "", ...rest } = filter;
  // A product may name a store both by name and by code.
  const from = sql`(select distinct t.product_id from ${termRows(org, driving, term)}) f cross join products p on p.id = f.product_id`;
  return { from, where: conditions(rest) };
}

const LISTS = ["tags", "images", "videos", "stores", "platforms", "labels", "sizes"] as const satisfies (keyof ProductRow)[];

const LISTED_PRODUCTS = {
  table: products,
  alias: "p",
  long: ["description", "metadata", ...LISTS],
  bytes: columnBytes("p", ["sku", "spu", "title", "description", "design_link", "metadata", ...LISTS]),
  columns: {
    updated_at: sql`p.updated_at`,
    created_at: sql`p.created_at`,
    title: inTextOrder(sql`p.title_sort_key`, sql`p.title`),
    sku: inTextOrder(sql`p.sku_sort_key`, sql`p.sku`),
    price: sql`p.price`,
    id: sql`p.id`,
  } satisfies Record<ProductSortField, SQL>,
};

export function productPage(
  org: OrgReader,
  filter: ProductFilter,
  { sort, page, size }: NumberedPage<ProductSortField>,
): Statement<ProductRow & Weight> {
  const { from, where } = matches(org, filter, SORT_INDEX[sort.field]);
  const rows = { from, where: sql`and ${where}`, sort, limit: size, offset: (page - 1) * size };
  return pageOfTable<ProductRow, ProductSortField>(org, LISTED_PRODUCTS, rows);
}

/** The fields by which v2 sorts its list. */
export type ProductListSort = Extract<ProductSortField, "updated_at" | "id">;

/** The position after which a page continues: the sort value and id of the last product. */
export type ProductPosition = readonly [value: number, id: number];

export type ProductsAfter = RowsAfter<ProductListSort, ProductPosition>;

/** Up to `limit` products after a position, as many as fit in a page and one more. */
export function productsAfter(
  org: OrgReader,
  filter: ProductFilter,
  { sort, after, limit }: ProductsAfter,
): Statement<ProductRow & Weight> {
  const { from, where } = matches(org, filter, SORT_INDEX[sort.field]);
  const comparison = sort.direction === "asc" ? sql`>` : sql`<`;
  const keyset = after === null ? sql`` : sql`and (${LISTED_PRODUCTS.columns[sort.field]}, p.id) ${comparison} (${after[0]}, ${after[1]})`;
  return pageOfTable<ProductRow, ProductSortField>(org, LISTED_PRODUCTS, { from, where: sql`and ${where} ${keyset}`, sort, limit });
}

/** Counts the products that match, row by row: an organization has few products compared with orders. */
export function productCount(org: OrgReader, filter: ProductFilter): Statement<{ total: number }> {
  const { from, where } = matches(org, filter, SORT_INDEX.id);
  return org.rows<{ total: number }>()`select count(*) as total from ${from} where p.organization_id = ${org.key} and ${where}`;
}
