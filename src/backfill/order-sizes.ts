import { organizationDatabases } from "../db/database";
import { Meter } from "../db/meter";
import { measureOrders } from "../db/order-size-backfill";
import { settingsOf } from "../env";
import { logFault } from "../log";

const BATCH_SIZE = 500;
const MAX_BATCHES = 40;

/**
 * Measures the texts of orders that were written before their size was stored (migration 0010), some batches with each run of the cron.
 * Each batch commits by itself, so the next run goes on where one has died. When all are measured it reads nothing. It pauses during
 * maintenance.
 */
export async function backfillOrderSizes(env: Env): Promise<void> {
  try {
    if (settingsOf(env).MAINTENANCE) return;
    for (const database of organizationDatabases(env)) {
      for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
        if (!(await measureOrders(database, new Meter(), BATCH_SIZE))) break;
      }
    }
  } catch (error) {
    logFault("backfill.order_sizes", error);
  }
}
