import { sql } from "drizzle-orm";
import { foreignKey, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAndUpdated, moment, organizationId } from "../../platform/db/columns";
import { files } from "../files/table";
import { orderItems } from "../orders/items/table";
import { PROOF_STATES } from "./states";

/** The versions of what buyers are asked to approve (docs/spec/proofs.md). */
export const proofs = sqliteTable(
  "proofs",
  {
    /** `prf_…`; sorts by creation. */
    id: text().primaryKey(),
    organization_id: organizationId(),
    order_id: integer().notNull(),
    order_item_id: integer().notNull(),
    /** Counts the proofs of the item from 1. */
    version: integer().notNull(),
    file_id: text().notNull(),
    state: text({ enum: PROOF_STATES }).notNull(),
    /** What the buyer wants to be changed, or wrote with the approval. */
    comment: text(),
    sent_at: moment(),
    decided_at: moment(),
    actor_kind: text({ enum: ["credential", "user", "system"] }).notNull(),
    actor_id: integer(),
    actor_name: text().notNull(),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("proofs_organization").on(t.organization_id, t.id),
    uniqueIndex("proofs_version").on(t.organization_id, t.order_item_id, t.version),
    /** An item has one current proof. All earlier ones are superseded. */
    uniqueIndex("proofs_current")
      .on(t.organization_id, t.order_item_id)
      .where(sql`${t.state} <> 'superseded'`),
    index("proofs_order").on(t.organization_id, t.order_id, t.id),
    index("proofs_state").on(t.organization_id, t.state, t.id),
    index("proofs_file").on(t.organization_id, t.file_id),
    foreignKey({ columns: [t.organization_id, t.order_item_id], foreignColumns: [orderItems.organization_id, orderItems.id] }),
    foreignKey({ columns: [t.organization_id, t.file_id], foreignColumns: [files.organization_id, files.id] }),
  ],
);
