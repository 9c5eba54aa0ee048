import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { moment, organizationId } from "../../platform/db/columns";
import { orderItems } from "../orders/items/table";
import { orders } from "../orders/table";
import { FILE_ROLES } from "./file-limits";
import { ACTOR_KINDS } from "../../platform/values/actor-kinds";

/** Who created a row, and when. */
const createdBy = () => ({
  actor_kind: text({ enum: ACTOR_KINDS }).notNull(),
  actor_id: integer(),
  actor_name: text().notNull(),
  created_at: moment().notNull(),
});

/** Designs, proofs, and attachments of orders. Their bytes are objects of the bucket FILES (docs/spec/files.md). */
export const files = sqliteTable(
  "files",
  {
    /** `fil_…`; sorts by creation. */
    id: text().primaryKey(),
    organization_id: organizationId(),
    /** Of its bytes in the bucket. Never in a response. */
    object_key: text().notNull(),
    /** Of its preview in the bucket, a WebP. Null: it has none. */
    preview_key: text(),
    name: text().notNull(),
    /** What it is for. A design is in rows of item_designs, a proof in rows of proofs, and an attachment has an `order_id`. */
    role: text({ enum: FILE_ROLES }).notNull(),
    /** Decided by its bytes. */
    content_type: text().notNull(),
    bytes: integer().notNull(),
    /** Lower-case hex. */
    sha256: text().notNull(),
    /** In pixels. Null: unknown. */
    width: integer(),
    height: integer(),
    order_id: integer(),
    ...createdBy(),
  },
  (t) => [
    uniqueIndex("files_organization").on(t.organization_id, t.id),
    uniqueIndex("files_object").on(t.object_key),
    uniqueIndex("files_preview").on(t.preview_key),
    index("files_order").on(t.organization_id, t.order_id, t.id),
    index("files_role").on(t.organization_id, t.role, t.id),
    foreignKey({ columns: [t.organization_id, t.order_id], foreignColumns: [orders.organization_id, orders.id] }),
  ],
);

/** The versions of the design of an item, from 1. A file may be the design of several items. */
export const itemDesigns = sqliteTable(
  "item_designs",
  {
    organization_id: organizationId(),
    order_item_id: integer().notNull(),
    version: integer().notNull(),
    file_id: text().notNull(),
    ...createdBy(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.order_item_id, t.version] }),
    index("item_designs_file").on(t.organization_id, t.file_id),
    foreignKey({ columns: [t.organization_id, t.order_item_id], foreignColumns: [orderItems.organization_id, orderItems.id] }),
    foreignKey({ columns: [t.organization_id, t.file_id], foreignColumns: [files.organization_id, files.id] }),
  ],
);

/** How many files an organization has, and of how many bytes. Triggers keep it up to date. */
export const fileTotals = sqliteTable("file_totals", {
  organization_id: organizationId().primaryKey(),
  files: integer().notNull(),
  bytes: integer().notNull(),
});
