import { type SQL, sql } from "drizzle-orm";
import {
  itemWords,
  orderWords,
  type SearchableItem,
  type SearchableOrder,
  SEARCHED_ITEM_COLUMNS,
  SEARCHED_ORDER_COLUMNS,
} from "../../resources/orders/ingest/search-words";
import type { OrganizationsDb } from "../../platform/db/database";
import { jsonChunks } from "../../platform/db/sql-values";
import { type Assertion, Statement, WriteStatement } from "../../platform/db/statement";
import { SEARCHED_PRODUCT_COLUMNS, type SearchableProduct, wordsOf } from "../../resources/products/product-terms";

/** The full-text indexes, which cannot be copied: their words are computed again from the rows. */

type OrderTexts = SearchableOrder & { id: number };
type ItemTexts = SearchableItem & { id: number; order_id: number };
interface Tracking {
  order_id: number;
  tracking_number: string | null;
}
type ProductTexts = SearchableProduct & { id: number };

const list = (columns: readonly string[]): SQL => sql.raw(columns.join(", "));

interface Range {
  after: number;
  last: number;
}

/** Bytes of the texts that are indexed at once. Each word takes up to about twenty characters of index text, which may be several times as long. */
const MAX_PART_BYTES = 500_000;
const MAX_PART_ROWS = 200;

export function nextOrders(organizationId: number, { after, last }: Range): Statement<{ id: number }> {
  return new Statement(sql`
    select id from (select id, sum(text_bytes) over (order by id) as total, row_number() over (order by id) as n from (
      select id, text_bytes from orders where organization_id = ${organizationId} and id > ${after} and id <= ${last}
        order by id limit ${MAX_PART_ROWS}))
    where total <= ${MAX_PART_BYTES} or n = 1 order by id`);
}

export function nextProducts(organizationId: number, { after, last }: Range): Statement<{ id: number }> {
  return new Statement(sql`select id from products
    where organization_id = ${organizationId} and id > ${after} and id <= ${last} order by id limit ${MAX_PART_ROWS}`);
}

export interface OrderIds {
  orderIds: readonly number[];
  goneItemIds: readonly number[];
}

/** Indexes these orders, with all their items. Orders and items that do not exist leave the index. Does nothing if the assertion fails. */
export async function indexOrders(
  db: OrganizationsDb,
  organizationId: number,
  { orderIds, goneItemIds }: OrderIds,
  assertion: Assertion,
): Promise<void> {
  const ids = JSON.stringify(orderIds);
  const inIds = (column: SQL) => sql`organization_id = ${organizationId} and ${column} in (select value from json_each(${ids}))`;
  const { orders, items, tracking } = await db.run({
    orders: new Statement<OrderTexts>(sql`select id, ${list(SEARCHED_ORDER_COLUMNS)} from orders where ${inIds(sql`id`)}`),
    items: new Statement<ItemTexts>(
      sql`select id, order_id, ${list(SEARCHED_ITEM_COLUMNS)} from order_items where ${inIds(sql`order_id`)} order by id`,
    ),
    tracking: new Statement<Tracking>(sql`select order_id, tracking_number from fulfillments where ${inIds(sql`order_id`)}`),
  });
  const itemsOf = Map.groupBy(items, ({ order_id }) => order_id);
  const trackingOf = Map.groupBy(tracking, ({ order_id }) => order_id);
  const orderRows = orders.map((order) => {
    const parts = { items: itemsOf.get(order.id) ?? [], fulfillments: trackingOf.get(order.id) ?? [] };
    return { id: order.id, words: orderWords(organizationId, order, parts) };
  });
  const itemRows = orders.flatMap((order) =>
    (itemsOf.get(order.id) ?? []).map((item) => ({ id: item.id, words: itemWords(organizationId, order, item) })),
  );
  const found = new Set(orders.map(({ id }) => id));
  await db.run([
    assertion,
    ...removeWords(
      sql`order_search`,
      orderIds.filter((id) => !found.has(id)),
    ),
    ...removeWords(sql`item_search`, goneItemIds),
    ...replaceWords(sql`order_search`, orderRows),
    ...replaceWords(sql`item_search`, itemRows),
  ]);
}

/** Indexes these products. Archived products and those that do not exist leave the index. Does nothing if the assertion fails. */
export async function indexProducts(
  db: OrganizationsDb,
  organizationId: number,
  ids: readonly number[],
  assertion: Assertion,
): Promise<void> {
  const products = await db.run(
    new Statement<ProductTexts>(sql`select id, ${list(SEARCHED_PRODUCT_COLUMNS)} from products
      where organization_id = ${organizationId} and archived_at is null and id in (select value from json_each(${JSON.stringify(ids)}))`),
  );
  const found = new Set(products.map(({ id }) => id));
  await db.run([
    assertion,
    ...removeWords(
      sql`product_search`,
      ids.filter((id) => !found.has(id)),
    ),
    ...replaceWords(
      sql`product_search`,
      products.map((product) => ({ id: product.id, words: wordsOf(organizationId, product) })),
    ),
  ]);
}

function replaceWords(index: SQL, rows: readonly { id: number; words: string }[]): WriteStatement[] {
  return jsonChunks(rows, ({ id, words }) => [id, words]).map(
    (chunk) => new WriteStatement(sql`insert or replace into ${index} (rowid, words) select value->>0, value->>1 from json_each(${chunk})`),
  );
}

export function removeWords(index: SQL, ids: readonly number[]): WriteStatement[] {
  if (ids.length === 0) return [];
  return [new WriteStatement(sql`delete from ${index} where rowid in (select value from json_each(${JSON.stringify(ids)}))`)];
}
