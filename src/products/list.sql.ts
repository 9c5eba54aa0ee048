import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Sort } from "../platform/db/list/sort";
import { storeNamed } from "../stores/lookup.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import { PAGE_LIMIT, type Weight } from "../platform/db/list/page-limit";
import type { ProductRow } from "./rows.sql.ts";
import type { ProductTerm } from "./write.sql.ts";
import { products } from "./table";
import { inTextOrder } from "../platform/db/columns";
import type { Statement } from "../platform/db/statement";
import { columnBytes } from "../platform/db/text/column-bytes";

/** SQL of the UTF-8 bytes of a product's texts. */
const PRODUCT_BYTES = columnBytes("p", [
  "sku",
  "spu",
  "title",
  "description",
  "design_link",
  "tags",
  "images",
  "videos",
  "stores",
  "platforms",
  "labels",
  "sizes",
]);

/** Filters of a product list; names are folded (products/product-terms.ts). */
export interface ProductFilter {
  /** A full-text expression of this organization; null: nothing can match. */
  match?: string | null;
  sku?: string;
  spu?: string;
  /** A text that products give as their store, or the id, code or name of a store that they give by name or code. */
  store?: string;
  platform?: string;
  tag?: string;
  /** ms since 1970, exclusive. */
  updatedAfter?: number;
}

export type ProductSortField = "updated_at" | "created_at" | "title" | "sku" | "price" | "id";

const SORT_COLUMN: Record<ProductSortField, SQL> = {
  updated_at: sql`p.updated_at`,
  created_at: sql`p.created_at`,
  title: inTextOrder(sql`p.title_sort_key`, sql`p.title`),
  sku: inTextOrder(sql`p.sku_sort_key`, sql`p.sku`),
  price: sql`p.price`,
  id: sql`p.id`,
};

/** The index that holds the living in the order of a sort. */
const SORT_INDEX: Record<ProductSortField, SQL> = {
  updated_at: sql`products_updated`,
  created_at: sql`products_created`,
  title: sql`products_title`,
  sku: sql`products_sku_order`,
  price: sql`products_price`,
  id: sql`products_live`,
};

/** The terms that a filter asks for, those that name the fewest products first. */
function termsAsked(org: OrgReader, { tag, platform, store }: ProductFilter): { kind: ProductTerm["kind"]; among: SQL }[] {
  return [
    ...(tag === undefined ? [] : [{ kind: "tag" as const, among: sql`select ${tag}` }]),
    ...(platform === undefined ? [] : [{ kind: "platform" as const, among: sql`select ${platform}` }]),
    ...(store === undefined ? [] : [{ kind: "store" as const, among: namesOfStore(org, store) }]),
  ];
}

/** SQL of the texts under which products name a store: the one asked for, and name and code of the store that it names. */
function namesOfStore(org: OrgReader, text: string): SQL {
  return sql`select ${text} union select lower(j.value) from stores s, json_each(json_array(s.name, s.code)) j
    where s.organization_id = ${org.key} and s.id = ${storeNamed(org, text)} and j.value is not null`;
}

/** Products `p` that match. */
interface Matches {
  from: SQL;
  /** What is asked of them besides their organization. */
  where: SQL;
}

/** What a list reads: driven by whatever names few products, else by an index of all that are not archived. */
function matches(org: OrgReader, filter: ProductFilter, index: SQL): Matches {
  const { match, sku, spu, updatedAfter } = filter;
  const terms = termsAsked(org, filter);
  const driving = [match, sku, spu, updatedAfter].every((value) => value === undefined) ? terms.shift() : undefined;
  // Literal, because the partial indexes are chosen by this text.
  const all: SQL[] = [sql`p.archived_at is null`];
  if (match !== undefined) all.push(sql`f.product_search match ${match ?? ""}`);
  if (sku !== undefined) all.push(sql`p.sku = ${sku} collate nocase`);
  if (spu !== undefined) all.push(sql`p.spu = ${spu} collate nocase`);
  if (updatedAfter !== undefined) all.push(sql`p.updated_at > ${updatedAfter}`);
  for (const { kind, among } of terms) {
    all.push(sql`exists (select 1 from product_terms t where t.organization_id = ${org.key} and t.kind = ${kind}
      and t.term in (${among}) and t.product_id = p.id)`);
  }
  const from = (): SQL => {
    if (match !== undefined) return sql`product_search f cross join products p on p.id = f.rowid`;
    if (driving !== undefined) {
      // A product may name a store both by name and by code.
      return sql`(select distinct t.product_id from product_terms t where t.organization_id = ${org.key} and t.kind = ${driving.kind}
        and t.term in (${driving.among})) f cross join products p on p.id = f.product_id`;
    }
    if (sku !== undefined) return sql`products p indexed by products_sku`;
    if (spu !== undefined) return sql`products p indexed by products_spu`;
    // Rather few products to sort than all of them in the order of the sort.
    if (updatedAfter !== undefined) return sql`products p indexed by products_updated`;
    return sql`products p indexed by ${index}`;
  };
  return { from: from(), where: sql.join(all, sql` and `) };
}

/** The texts of a product that can be long. */
const LONG_COLUMNS: ReadonlySet<string> = new Set([
  "description",
  "tags",
  "images",
  "videos",
  "stores",
  "platforms",
  "labels",
  "sizes",
] satisfies (keyof ProductRow)[]);

/** Products of a page that are longer than this are not read with the page: the others fit in it, however many there are. */
function maxReadBytes(size: number): number {
  return Math.floor(PAGE_LIMIT.bytes / size);
}

/** Whether the long texts of a product were not read with its page of `size`. */
export function isUnread({ page_bytes }: Weight, size: number): boolean {
  return page_bytes > maxReadBytes(size);
}

/** A numbered page of products; `page` is 1-based. The long texts of some are not read (`isUnread`): they are null. */
export function productPage(
  org: OrgReader,
  filter: ProductFilter,
  sort: Sort<ProductSortField>,
  page: number,
  size: number,
): Statement<ProductRow & Weight> {
  const { from, where } = matches(org, filter, SORT_INDEX[sort.field]);
  const direction = sort.direction === "asc" ? sql`asc` : sql`desc`;
  const order = sort.field === "id" ? sql`p.id ${direction}` : sql`${SORT_COLUMN[sort.field]} ${direction}, p.id ${direction}`;
  const columns = Object.keys(getTableColumns(products)).map((name) => {
    const column = sql.raw(`p."${name}"`);
    return LONG_COLUMNS.has(name) ? sql`iif(${PRODUCT_BYTES} > ${maxReadBytes(size)}, null, ${column}) as ${sql.raw(`"${name}"`)}` : column;
  });
  return org.rows<ProductRow & Weight>()`select ${sql.join(columns, sql`, `)}, 1 as page_items, ${PRODUCT_BYTES} as page_bytes
    from ${from} where p.organization_id = ${org.key} and ${where} order by ${order} limit ${size} offset ${(page - 1) * size}`;
}

/** Products by their ids. */
export function productsWithIds(org: OrgReader, ids: readonly number[]): Statement<ProductRow> {
  return org.rows<ProductRow>()`select p.* from json_each(${JSON.stringify(ids)}) j cross join products p on p.id = j.value
    where p.organization_id = ${org.key}`;
}

/** How many products match: counted over an index, or over the matches. A catalogue is small beside its orders. */
export function productCount(org: OrgReader, filter: ProductFilter): Statement<{ total: number }> {
  const { from, where } = matches(org, filter, SORT_INDEX.id);
  return org.rows<{ total: number }>()`select count(*) as total from ${from} where p.organization_id = ${org.key} and ${where}`;
}
