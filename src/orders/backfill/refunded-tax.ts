import type { OrganizationsDb } from "../../platform/db/database";
import { storeRefundedTaxes, uncomputedRefunds } from "./refunded-tax.sql.ts";
import { refundedTax } from "../refunded-tax";
import { logError } from "../../platform/log";
import { runBackfill } from "../../platform/db/backfill";

/** Orders of one batch. Each order writes about ten rows of roll-ups. */
const BATCH_SIZE = 500;

/**
 * Computes the tax in the refunds of orders that were written before it was stored (migration 0009). If all are done, it reads no orders.
 */
export async function backfillRefundedTaxes(databases: readonly OrganizationsDb[]): Promise<void> {
  await runBackfill(databases, backfillBatch, (error) => logError("backfill.refunded_tax", error));
}

/** Runs one batch. Returns whether there may be more. */
async function backfillBatch(db: OrganizationsDb): Promise<boolean> {
  const refunds = await uncomputedRefunds(db, BATCH_SIZE);
  if (refunds.length === 0) return false;
  const computed = refunds.map((refund) => ({ ...refund, refunded_tax: refundedTax(refund) }));
  await storeRefundedTaxes(db, computed);
  return refunds.length === BATCH_SIZE;
}
