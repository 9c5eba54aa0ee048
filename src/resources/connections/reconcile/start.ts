import type { Settings } from "../../../platform/env";
import { conflict } from "../../../platform/api-error";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { apiRequired, commitChange } from "../commands";
import { type ConnectionRow, recordHealth } from "../connections.sql.ts";
import { shopAdapterOf } from "../platforms/platforms";
import { readConnection } from "../queries";
import { shopAccess } from "../secrets";
import { callShop, readOrders } from "../shop-client";
import { ShopError } from "../shop-error";

/** Starts to read the orders that have changed since a time. Throws 404 Not Found, and 409 Conflict without access or while one runs. */
export async function startBackfill(org: OrgDb, id: string, since: number): Promise<ConnectionRow> {
  return await commitChange(org, id, (row) => {
    if (row.api_credentials === null) throw apiRequired();
    if (row.backfill_status === "running") throw conflict("backfill_running", "A backfill of this connection is running.");
    const values = { backfill_status: "running", backfill_since: since, backfill_cursor: null, backfill_orders: 0 } as const;
    return { verb: "updated", values: { ...values, reconcile_at: org.now }, details: { backfill_since: since } };
  });
}

/** The result of a test. `error` is null if the shop's API responded. */
export interface ConnectionTest {
  reached: boolean;
  error: string | null;
}

/** A test reads the orders that were changed in this time. */
const TEST_PERIOD_MS = 3_600_000;

/**
 * Reads the orders of the last hour from the shop, and stores none. The result is recorded in the connection's health. Throws 404 Not Found, and
 * 409 Conflict without access.
 */
export async function testConnection(org: OrgDb, id: string, settings: Settings): Promise<ConnectionTest> {
  const row = await readConnection(org, id);
  const access = await shopAccess(settings.masterSecrets, row);
  if (access === null) throw apiRequired();
  const [adapter, organizationId] = [shopAdapterOf(row.platform), org.organization.id];
  const call = callShop({ settings, access, organizationId });
  const position = { since: org.now - TEST_PERIOD_MS, cursor: null };
  const error = await errorOf(async () => {
    await readOrders(organizationId, async (keep) => await adapter.fetchChanged(call, access, position, keep));
  });
  const health = { last_error: error, last_error_at: error === null ? null : org.now };
  await org.commit({ writes: [recordHealth(org, id, health)], marker: { id } });
  return { reached: error === null, error };
}

/** The message of a call that failed; null if it succeeded. */
async function errorOf(call: () => Promise<void>): Promise<string | null> {
  try {
    await call();
    return null;
  } catch (error) {
    if (error instanceof ShopError) return error.message;
    throw error;
  }
}

/** The result of a test that has been recorded, for a repeated request. Throws 404 Not Found. */
export async function recordedTest(org: OrgReader, id: string): Promise<ConnectionTest> {
  const { last_error: error } = await readConnection(org, id);
  return { reached: error === null, error };
}
