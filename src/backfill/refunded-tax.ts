import { organizationDatabases } from "../db/database";
import { Meter } from "../db/meter";
import { storeRefundedTaxes, uncomputedRefunds } from "../db/refunded-tax-backfill";
import { refundedTax } from "../domain/orders/refunded-tax";
import { settingsOf } from "../env";
import { logFault } from "../log";

/** Orders of one batch; each costs about ten rows of roll-ups. */
const BATCH_SIZE = 500;
const MAX_BATCHES = 20;

/**
 * Computes the tax in the refunds of orders that were written before it was stored (migration 0009), some batches with each run of
 * the cron. Each batch commits by itself, so a run that dies is continued by the next one. When all are done it reads nothing. It pauses
 * during maintenance.
 */
export async function backfillRefundedTaxes(env: Env): Promise<void> {
  try {
    if (settingsOf(env).MAINTENANCE) return;
    for (const database of organizationDatabases(env)) await backfillDatabase(database);
  } catch (error) {
    logFault("backfill.refunded_tax", error);
  }
}

async function backfillDatabase(d1: D1Database): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    if (!(await backfillBatch(d1))) return;
  }
}

/** One batch; answers whether there may be more. */
async function backfillBatch(d1: D1Database): Promise<boolean> {
  const refunds = await uncomputedRefunds(d1, new Meter(), BATCH_SIZE);
  if (refunds.length === 0) return false;
  const computed = refunds.map((refund) => ({ ...refund, refunded_tax: refundedTax(refund) }));
  await storeRefundedTaxes(d1, new Meter(), computed);
  return refunds.length === BATCH_SIZE;
}
