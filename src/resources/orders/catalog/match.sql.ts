import { type SQL, sql } from "drizzle-orm";
import { ignoringCase } from "../../../platform/db/columns";
import { foldCase } from "../../../platform/values/fold-case";
import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";
import { productCountOfSku, productIdOfSku } from "../../products/catalog";
import { toMatch } from "../items/table";

/** The position of an item among those that a product may complete: they are sorted by SKU, ignoring case, and id. */
export type MatchPosition = readonly [sku: string, id: number];

/** The items to look at. */
export interface Candidates {
  after: MatchPosition | null;
  /** Only items with this SKU, ignoring case. Null: those with any. */
  sku: string | null;
  limit: number;
}

/** How many items one request looks at for those that it can complete. */
export const MAX_SCANNED_ITEMS = 400;

/** The SKU of an item `i` without regard to case, by which the index sorts the items. Its collation is `nocase`. */
const SKU = ignoringCase("i", "sku");

/** An item `i` of an organization that a product may complete. */
const fromCandidates = (org: OrgReader): SQL => sql`order_items i indexed by order_items_to_match
  where i.organization_id = ${org.key} and ${toMatch("i")}`;

/**
 * SQL for the ids and SKUs of the next items that a product may complete, in their order. Part 0 is the rest of the SKU at which the request before
 * has ended, part 1 the SKUs after it: each is one range of the index. It reads at most twice MAX_SCANNED_ITEMS.
 */
function candidates(org: OrgReader, { after, sku }: Candidates): SQL {
  const limit = MAX_SCANNED_ITEMS;
  const part = (condition: SQL, order: SQL, number: number): SQL =>
    sql`select * from (select ${number} as part, i.id, i.sku, ${SKU} as folded from ${fromCandidates(org)} and ${condition} order by ${order} limit ${limit})`;
  const bySku = sql`${SKU}, i.id`;
  const ofSku = (text: string, id: number): SQL => part(sql`${SKU} = ${foldCase(text)} and i.id > ${id}`, sql`i.id`, 0);
  const afterSku = (folded: SQL): SQL => part(sql`${SKU} > ${folded}`, bySku, 1);
  const ofAnySku = after === null ? afterSku(sql`''`) : sql`${ofSku(...after)} union all ${afterSku(sql`${foldCase(after[0])}`)}`;
  const parts = sku === null ? ofAnySku : ofSku(sku, after?.[1] ?? 0);
  return sql`select part, id, sku, folded from (${parts}) order by part, folded collate nocase, id limit ${limit}`;
}

/**
 * The last of the items that a request looks at, and how many they are. The condition is always true, here and below: each statement must contain the
 * organization's key itself.
 */
export function lastCandidate(org: OrgReader, query: Candidates): Statement<{ id: number; sku: string; count: number }> {
  return org.rows<{ id: number; sku: string; count: number }>()`select c.id, c.sku, count(*) over () as count
    from (${candidates(org, query)}) c where ${org.key} is not null order by c.part desc, c.folded collate nocase desc, c.id desc limit 1`;
}

/** What an item takes from its product. Null: nothing. */
export interface Match {
  id: number;
  order_id: number;
  sku: string;
  cost: number | null;
  design_url: string | null;
  assigned_supplier: string | null;
  material: string | null;
}

/** Up to `limit` of these items that lack something that their product supplies, in their order. A cost in another currency than the order's is not supplied. */
function matches(org: OrgReader, query: Candidates): SQL {
  const lacking = (column: SQL, supplied: SQL): SQL => sql`case when coalesce(${column}, '') = '' then ${supplied} end`;
  return sql`select * from (select c.part, c.folded, i.id, i.order_id, i.sku,
      case when i.cost is null and p.cost_currency = o.currency then p.cost end as cost,
      ${lacking(sql`i.design_url`, sql`p.design_link`)} as design_url,
      ${lacking(sql`i.assigned_supplier`, sql`p.supplier`)} as assigned_supplier,
      ${lacking(sql`i.material`, sql`p.material`)} as material
    from (${candidates(org, query)}) c
    cross join order_items i on i.id = c.id
    cross join products p on p.id = ${productIdOfSku(org, sql`c.folded`)}
    cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    where i.organization_id = ${org.key})
    where coalesce(cost, design_url, assigned_supplier, material) is not null
    order by part, folded collate nocase, id limit ${query.limit}`;
}

/** Reads these matches. */
export function selectMatches(org: OrgReader, query: Candidates): Statement<Match> {
  return org.rows<Match>()`select m.id, m.order_id, m.sku, m.cost, m.design_url, m.assigned_supplier, m.material
    from (${matches(org, query)}) m where ${org.key} is not null order by m.part, m.folded collate nocase, m.id`;
}

/** SQL for rows with the ids of the orders of these matches. */
export function matchedOrders(org: OrgReader, query: Candidates): SQL {
  return sql`select distinct m.order_id as id from (${matches(org, query)}) m`;
}

export interface UnmatchedSku {
  sku: string;
  /** 0: no product has it. Above 1: several have it, so that it stands for none of them. */
  products: number;
  /** The newest item with the SKU. */
  item_id: number;
  item_name: string;
  order_id: number;
}

export const MAX_SCANNED_SKUS = 500;

/** SQL for the first SKU after another one, both folded. */
const nextSku = (org: OrgReader, after: SQL): SQL =>
  sql`(select ${SKU} from ${fromCandidates(org)} and ${SKU} > ${after} order by ${SKU} limit 1)`;

/** SQL with a table `skus`: the next folded SKUs of items that a product may complete, each once. It reads one item for each. */
const withSkus = (org: OrgReader, after: string): SQL => sql`with recursive skus(sku, n) as (
  select ${nextSku(org, sql`${foldCase(after)}`)}, 1
  union all select ${nextSku(org, sql`k.sku`)}, k.n + 1 from skus k where k.sku is not null and k.n < ${MAX_SCANNED_SKUS})`;

/** Up to `limit` SKUs after another one that stand for no product, among the next MAX_SCANNED_SKUS. */
export function unmatchedSkus(org: OrgReader, after: string, limit: number): Statement<UnmatchedSku> {
  return org.rows<UnmatchedSku>()`${withSkus(org, after)}
    select i.sku, k.products, i.id as item_id, i.name as item_name, i.order_id
    from (select sku, ${productCountOfSku(org, sql`skus.sku`)} as products from skus where sku is not null) k
    cross join order_items i on i.id = (select max(i.id) from ${fromCandidates(org)} and ${SKU} = k.sku)
    where i.organization_id = ${org.key} and k.products <> 1 order by k.sku collate nocase limit ${limit}`;
}

/** The last of these SKUs, and how many they are. */
export function lastScannedSku(org: OrgReader, after: string): Statement<{ sku: string; count: number }> {
  return org.rows<{ sku: string; count: number }>()`${withSkus(org, after)} select k.sku, k.n as count from skus k
    where ${org.key} is not null and k.sku is not null order by k.n desc limit 1`;
}
