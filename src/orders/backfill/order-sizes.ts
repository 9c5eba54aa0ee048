import type { OrganizationsDb } from "../../platform/db/database";
import { measureOrders } from "./order-sizes.sql.ts";
import { logError } from "../../platform/log";
import { runBackfill } from "../../platform/db/backfill";

const BATCH_SIZE = 500;

/** Measures the texts of orders that were written before their size was stored (migration 0010). If all are measured, it reads no orders. */
export async function backfillOrderSizes(databases: readonly OrganizationsDb[]): Promise<void> {
  await runBackfill(
    databases,
    async (db) => await measureOrders(db, BATCH_SIZE),
    (error) => logError("backfill.order_sizes", error),
  );
}
