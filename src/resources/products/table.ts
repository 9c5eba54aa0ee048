import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  createdAndUpdated,
  foldedColumn,
  ignoringCase,
  inTextOrder,
  moment,
  money,
  organizationId,
  sortKeyColumn,
  stringList,
} from "../../platform/db/columns";
import { organizations } from "../../accounts/table";

/** The catalog. A SKU is not unique (docs/spec/products.md#repeated-sku). */
export const products = sqliteTable(
  "products",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId().references(() => organizations.id),
    sku: text(),
    spu: text(),
    title: text().notNull(),
    description: text(),
    price: money().notNull().default(0),
    design_link: text(),
    /** The unit cost. Never on Public V1. Null if it is unknown, and `cost_currency` too. */
    cost: money(),
    cost_currency: text(),
    supplier: text(),
    material: text(),
    tags: stringList(),
    images: stringList(),
    videos: stringList(),
    stores: stringList(),
    platforms: stringList(),
    labels: stringList(),
    sizes: stringList(),
    /** JSON of pairs (platform/values/metadata.ts). Null if there are none. */
    metadata: text(),
    archived_at: moment(),
    title_sort_key: sortKeyColumn(),
    sku_sort_key: sortKeyColumn(),
    sku_folded: foldedColumn(),
    spu_folded: foldedColumn(),
    version: integer().notNull().default(1),
    ...createdAndUpdated(),
  },
  // Lists and counts leave out archived products, so each sort has a partial index without them.
  (t) => {
    const live = sql`${t.archived_at} is null`;
    return [
      uniqueIndex("products_organization").on(t.organization_id, t.id),
      index("products_live").on(t.organization_id).where(live),
      index("products_sku").on(t.organization_id, ignoringCase(null, "sku")).where(live),
      index("products_sku_order").on(t.organization_id, inTextOrder(t.sku_sort_key, t.sku)).where(live),
      index("products_spu")
        .on(t.organization_id, ignoringCase(null, "spu"))
        .where(sql`${t.archived_at} is null and ${t.spu} is not null`),
      index("products_updated").on(t.organization_id, t.updated_at).where(live),
      index("products_created").on(t.organization_id, t.created_at).where(live),
      index("products_title").on(t.organization_id, inTextOrder(t.title_sort_key, t.title)).where(live),
      index("products_price").on(t.organization_id, t.price).where(live),
      check("products_metadata_json", sql`json_valid(${t.metadata})`),
    ];
  },
);

/**
 * The folded stores, platforms and tags of the products that are not archived. They are written in the batch that writes the product.
 * Lists filter by them, and a store's statistics count its products here.
 */
export const productTerms = sqliteTable(
  "product_terms",
  {
    organization_id: organizationId(),
    kind: text({ enum: ["store", "platform", "tag"] }).notNull(),
    term: text().notNull(),
    product_id: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.kind, t.term, t.product_id] }),
    foreignKey({ columns: [t.organization_id, t.product_id], foreignColumns: [products.organization_id, products.id] }),
  ],
);
