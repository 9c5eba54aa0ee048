import { type SQL, sql } from "drizzle-orm";
import { check, foreignKey, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  createdAndUpdated,
  flag,
  foldedColumn,
  ignoringCase,
  moment,
  money,
  organizationId,
  sortKeyColumn,
} from "../../../platform/db/columns";
import { recordOf } from "../../../platform/values/record";
import { orders } from "../table";
import { ITEM_TEXTS } from "../text-columns";
import { NOT_TO_SEND } from "./item-status";

/**
 * SQL conditions: an item lacks a field, whatever its status is. They are conditions of indexes, which do not name the status, because a
 * change of the status would then write each of them. SQLite chooses partial indexes by this text.
 */
export const LACKS = {
  sku: sql.raw("coalesce(sku,'') = '' and coalesce(custom_sku,'') = ''"),
  design: sql.raw("coalesce(design_url,'') = ''"),
  cost: sql.raw("cost is null and supplier_quantity < quantity"),
};

/**
 * SQL for a generated 0/1 column: 1 if the item is goods, live (not Cancelled, not Refunded) and lacks a field
 * (docs/spec/lists-and-filters.md#missing-data).
 */
const liveWithout = (lacks: SQL): SQL => sql`(is_goods = 1 and status not in ('Cancelled','Refunded') and ${lacks})`;

/**
 * SQL condition: goods of an open order have a SKU and lack a field that a product may supply. `item` is the alias of the row, or null in
 * the definition of an index. Contains no parameters and no status, as `LACKS`.
 */
function mayBeCompleted(item: string | null): string {
  const column = (name: string): string => (item === null ? name : `${item}.${name}`);
  const lacks = ["design_url", "assigned_supplier", "material"].map((name) => `coalesce(${column(name)},'') = ''`);
  return `${column("order_closed")} = 0 and ${column("is_goods")} = 1 and ${column("sku")} <> '' and (${column("cost")} is null or ${lacks.join(" or ")})`;
}

/** SQL condition: a product may supply a field of the live item `item`. */
export function toMatch(item: string): SQL {
  return sql.raw(`${mayBeCompleted(item)} and ${item}.status not in ('Cancelled','Refunded')`);
}

/**
 * SQL condition: goods of an open order may have to be sent to a supplier, because they were in no fulfillment and never shipped, or because not all
 * units were shipped. `item` is the alias of the row, or null in the definition of an index. Contains no parameters. Each change of a status also
 * sets `progress`, so that the status costs no further write. SQLite would turn `x + y < quantity` round, and then not find the index.
 */
export function mayBeSent(item: string | null): string {
  const column = (name: string): string => (item === null ? name : `${item}.${name}`);
  const statuses = NOT_TO_SEND.map((status) => `'${status}'`).join(", ");
  const hasRest = `${column("status")} not in (${statuses}) and ${column("quantity")} > ${column("shipped_quantity")} + ${column("cancelled_quantity")}`;
  return `${column("order_closed")} = 0 and ${column("is_goods")} = 1 and (${column("progress")} < 2 or ${hasRest})`;
}

/**
 * Order items. `store_id` and `order_date` are copies of the order's values, because item lists sort and filter by them. Every write of
 * the order updates them.
 */
export const orderItems = sqliteTable(
  "order_items",
  {
    id: integer().primaryKey(),
    organization_id: organizationId(),
    order_id: integer().notNull(),
    store_id: integer().notNull(),
    order_date: moment().notNull(),
    external_id: text(),
    name: text().notNull(),
    quantity: integer().notNull(),
    price: money().notNull(),
    /** The tax of the line, for all units together. Null: its source does not know it. */
    tax: money(),
    /** Never in a response about an item. Analytics returns sums. */
    cost: money(),
    /** A standard status in its canonical spelling, or any other text. Comparisons ignore case (docs/spec/items.md#item-statuses). */
    status: text().notNull(),
    /** How far the item has ever come: 0 not sent to a supplier, 1 sent, 2 shipped (orders/items/progress.sql.ts). */
    progress: integer().notNull().default(0),
    ...recordOf(ITEM_TEXTS, () => text()),
    is_gift: flag(),
    /** Whether it is goods, as its source or a person says. Null: its name decides. */
    requires_shipping: flag(),
    /** Whether it is goods by both (orders/items/goods.ts). */
    is_goods: flag().notNull().default(1),
    /** How many units are in fulfillments that were shipped and are neither lost, returned nor cancelled. */
    shipped_quantity: integer().notNull().default(0),
    /** How many units were refunded and are not shipped any more, or not again (docs/spec/tracking.md#what-is-left). */
    cancelled_quantity: integer().notNull().default(0),
    /** How many units were refunded here, including the `cancelled_quantity`. */
    refunded_quantity: integer().notNull().default(0),
    /** How many units suppliers make at a known cost, and what these cost together (docs/spec/amounts-and-figures.md#cost-of-an-item). */
    supplier_quantity: integer().notNull().default(0),
    supplier_cost: money().notNull().default(0),
    /**
     * 1: it was removed from its order, here or by its source, so the subtotal does not contain its price, whatever its status becomes
     * (docs/spec/items.md#remove-an-item). A source that sends it again takes it back.
     */
    is_removed: flag().notNull().default(0),
    /** Why the item is on hold by itself. Null: it is not (docs/spec/holds.md#holds). */
    hold_reason: text(),
    /** When its hold ends. Null: it has no end. */
    hold_until: moment(),
    missing_sku: flag().notNull().generatedAlwaysAs(liveWithout(LACKS.sku)),
    missing_design: flag().notNull().generatedAlwaysAs(liveWithout(LACKS.design)),
    missing_cost: flag().notNull().generatedAlwaysAs(liveWithout(LACKS.cost)),
    name_sort_key: sortKeyColumn(),
    sku_sort_key: sortKeyColumn(),
    status_sort_key: sortKeyColumn(),
    status_folded: foldedColumn(),
    sku_folded: foldedColumn(),
    assigned_supplier_folded: foldedColumn(),
    sub_supplier_folded: foldedColumn(),
    /** 1 if the order is Complete or Cancelled. A trigger on the order keeps it up to date. */
    order_closed: flag().notNull(),
    /** Changes in an update that counts its items together (set-statuses.sql.ts). The triggers do not count such an update. */
    count_parity: flag().notNull().default(0),
    version: integer().notNull().default(1),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("order_items_organization").on(t.organization_id, t.id),
    index("order_items_order").on(t.organization_id, t.order_id),
    index("order_items_date").on(t.organization_id, t.order_date),
    index("order_items_status_date").on(t.organization_id, ignoringCase(null, "status"), t.order_date),
    index("order_items_store_date").on(t.organization_id, t.store_id, t.order_date),
    index("order_items_created").on(t.organization_id, t.created_at),
    index("order_items_updated").on(t.organization_id, t.updated_at),
    index("order_items_supplier")
      .on(t.organization_id, ignoringCase(null, "assigned_supplier"), t.order_date)
      .where(sql`${t.assigned_supplier} is not null`),
    index("order_items_sub_supplier")
      .on(t.organization_id, ignoringCase(null, "sub_supplier"), t.order_date)
      .where(sql`${t.sub_supplier} is not null`),
    index("order_items_missing_sku").on(t.organization_id, t.order_date).where(LACKS.sku),
    index("order_items_missing_design").on(t.organization_id, t.order_date).where(LACKS.design),
    index("order_items_missing_cost").on(t.organization_id, t.order_date).where(LACKS.cost),
    index("order_items_to_send")
      .on(t.organization_id, t.order_date)
      .where(sql.raw(mayBeSent(null))),
    index("order_items_held")
      .on(t.organization_id, t.order_id)
      .where(sql`${t.hold_reason} is not null`),
    index("order_items_needs_sku")
      .on(t.organization_id, t.order_date)
      .where(sql`${t.missing_sku} = 1 and ${t.order_closed} = 0 and ${t.status} not in ('Shipped','Delivered')`),
    index("order_items_needs_design")
      .on(t.organization_id, t.store_id, t.order_date)
      .where(sql`${t.missing_design} = 1 and ${t.order_closed} = 0 and ${t.status} not in ('Shipped','Delivered')`),
    // The items that a product of the catalog may complete, by SKU (src/resources/orders/catalog/match.sql.ts).
    index("order_items_to_match")
      .on(t.organization_id, ignoringCase(null, "sku"))
      .where(sql.raw(mayBeCompleted(null))),
    foreignKey({ columns: [t.organization_id, t.order_id], foreignColumns: [orders.organization_id, orders.id] }),
    check("order_items_quantity_positive", sql`${t.quantity} > 0`),
    check("order_items_properties_json", sql`json_valid(${t.properties})`),
    check("order_items_metadata_json", sql`json_valid(${t.metadata})`),
  ],
);
