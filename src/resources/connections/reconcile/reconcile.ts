import { findOrganization } from "../../../accounts/control.sql.ts";
import { isInMaintenance, settingsOf } from "../../../platform/env";
import { organizationRows } from "../../webhooks/organization-rows";
import type { Budget } from "../../../platform/budget";
import { controlDb } from "../../../platform/db/database";
import { parseStored } from "../../../platform/reading/json";
import { logError } from "../../../platform/log";
import { isAheadOfClocks, trustedTime } from "../../../platform/values/outside-clock";
import { connectionById, type ConnectionRow, type ConnectionValues, recordHealth } from "../connections.sql.ts";
import { shopAdapterOf } from "../platforms/platforms";
import { shopAccess } from "../secrets";
import { callShop } from "../shop-client";
import { ShopError } from "../shop-error";
import type { DueConnection } from "./due.sql.ts";
import { type Pass, type PassPosition, readPage } from "./pass";
import { registerWebhooks, removeWebhooks } from "./registration";

const ACTOR = { kind: "system", id: null, name: "Reconciliation" } as const;

/** How often a connection is reconciled, and when after an error that a person has to correct. */
const INTERVAL_MS = 15 * 60_000;
const BROKEN_INTERVAL_MS = 6 * 3_600_000;
/** Each pass begins this long before the end of the previous one, because shops store changes a little late. */
const OVERLAP_MS = 10 * 60_000;
/** How long a webhook may take. Until then, its order is no gap. */
const GRACE_MS = 5 * 60_000;

/**
 * Continues the reconciliation of a connection, and then its backfill, until the budget is spent. Progress is stored after each page, so it
 * may be stopped at any time. The webhooks of a platform that registers them by its API are registered before, and removed from the shop of a
 * deleted connection. Errors of the shop are recorded in the connection's health. `jobTime`: the time at which the job found that it is due. Never
 * throws.
 */
export async function reconcile(
  env: Env,
  { id, organization_id }: DueConnection,
  budget: Pick<Budget, "isSpent" | "count">,
  jobTime = Date.now(),
): Promise<void> {
  try {
    const now = Date.now();
    // The job's clock may be ahead of ours. If the next time were computed from ours, the job would find the connection due again at once.
    const clock = Math.max(now, jobTime);
    const settings = settingsOf(env);
    const organization = await findOrganization(controlDb(env, { now }), organization_id);
    if (organization === null || organization.closed_for !== null || isInMaintenance(settings, organization.database)) return;
    const { own: org } = organizationRows(env, organization, { actor: ACTOR, now });
    const [connection] = await org.read(connectionById(org, id));
    if (connection === undefined) return;
    if (connection.deleted_at !== null) return await removeWebhooks(org, connection, { settings, budget });
    if (connection.status !== "active") return;
    const access = await shopAccess(settings.masterSecrets, connection);
    const save = async (values: ConnectionValues) => {
      Object.assign(connection, values);
      await org.commit({ writes: [recordHealth(org, id, values)], marker: {} });
    };
    if (access === null) return await save({ reconcile_at: null });
    const { masterSecrets } = settings;
    const shop = { settings, access, organizationId: organization_id, budget };
    const pass: Pass = {
      org,
      connection,
      adapter: shopAdapterOf(connection.platform),
      call: callShop(shop),
      access,
      masterSecrets,
    };
    try {
      const registrationError = await registerWebhooks(pass, shop, save);
      const isDone = (await readChanges(pass, save, budget)) && (await readBackfill(pass, save, budget));
      // What was read is stored first: it is all that comes without webhooks.
      if (registrationError !== null) throw registrationError;
      await save({ reconcile_at: isDone ? clock + INTERVAL_MS : clock, last_error: null, last_error_at: null });
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      const wait = error.retryAfterMs ?? (error.isTemporary ? INTERVAL_MS : BROKEN_INTERVAL_MS);
      await save({ last_error: error.message, last_error_at: now, reconcile_at: clock + wait });
    }
  } catch (error) {
    logError("connections.reconcile", error, { organization_id, connection_id: id });
  }
}

type Save = (values: ConnectionValues) => Promise<void>;

/** Reads all changes, however new they are. */
const NO_END = Number.MAX_SAFE_INTEGER;

/** Reads what has changed since the last reconciliation. Returns whether it is done. */
async function readChanges(pass: Pass, save: Save, budget: Pick<Budget, "isSpent">): Promise<boolean> {
  const { connection, org } = pass;
  let reached = trustedTime(connection.reconciled_to, org.now);
  const start = (reached ?? connection.created_at) - OVERLAP_MS;
  // Without webhooks, every change is read here and none is a gap.
  const receives = connection.last_event_at !== null;
  const before = receives ? org.now - GRACE_MS : NO_END;
  let position: PassPosition | null = positionIn(connection.reconcile_cursor, org.now) ?? { since: start, cursor: null };
  while (position !== null) {
    if (budget.isSpent) return false;
    const page = await readPage(pass, position, { before, budget });
    // 0 stands for "nothing yet".
    reached = Math.max(reached ?? 0, page.reachedTo ?? 0) || null;
    position = page.next;
    await save({
      reconcile_cursor: position === null ? null : JSON.stringify(position),
      reconciled_to: reached,
      ...(receives && { gaps_found: connection.gaps_found + page.gapsFound, gaps_filled: connection.gaps_filled + page.gapsFilled }),
      ...(position === null && { last_reconciled_at: org.now }),
    });
  }
  return true;
}

/** Reads the past orders that a backfill has requested. Returns whether it is done. */
async function readBackfill(pass: Pass, save: Save, budget: Pick<Budget, "isSpent">): Promise<boolean> {
  const { connection, org } = pass;
  if (connection.backfill_status !== "running" || connection.backfill_since === null) return true;
  let position: PassPosition | null = positionIn(connection.backfill_cursor, org.now) ?? { since: connection.backfill_since, cursor: null };
  while (position !== null) {
    if (budget.isSpent) return false;
    const page = await readPage(pass, position, { before: NO_END, budget });
    position = page.next;
    await save({
      backfill_cursor: position === null ? null : JSON.stringify(position),
      backfill_orders: connection.backfill_orders + page.gapsFilled,
      ...(position === null && { backfill_status: "completed" }),
    });
  }
  return true;
}

/** The position that was stored. Null: none, or one of the future, where nothing would ever be read. */
function positionIn(stored: ConnectionRow["reconcile_cursor"], now: number): PassPosition | null {
  const position = stored === null ? null : parseStored<PassPosition>(stored);
  return position === null || isAheadOfClocks(position.since, now) ? null : position;
}
