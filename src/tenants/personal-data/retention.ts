import { findOrganization } from "../../accounts/control.sql.ts";
import { differences } from "../../accounts/audit-log/audit-log.sql.ts";
import type { OrgControl } from "../../accounts/org-control";
import { isInMaintenance, settingsOf } from "../../platform/env";
import { type Budget, jobBudget } from "../../platform/budget";
import { conflict, conflictError } from "../../platform/api-error";
import { assertVersion } from "../../platform/values/assert-version";
import { contentVersion } from "../../platform/values/content-version";
import { retryOnConflict } from "../../platform/db/change";
import type { ControlDb } from "../../platform/db/control-db";
import { controlDb, organizationsDb } from "../../platform/db/database";
import { withPageMemory } from "../../platform/db/list/page-memory";
import type { OrgDb } from "../../platform/db/org-db";
import { logError } from "../../platform/log";
import { purgeOrganization } from "../../resources/webhooks/deliveries/purge.sql.ts";
import { deleteEmptyCounts } from "./empty-counts.sql.ts";
import { eraseFound } from "./erasure";
import { organizationRows } from "../../resources/webhooks/organization-rows";
import { Person } from "./person";
import {
  assertRetentionUnchanged,
  findRetention,
  findRetentionForUpdate,
  oldOrders,
  type OrderPosition,
  type RetentionDays,
  type RetentionRow,
  saveRetentionPosition,
  storeRetention,
  takeRetention,
} from "./retention.sql.ts";
import { findOrder } from "./walk";
import { parseStored } from "../../platform/reading/json";

const DAY_MS = 86_400_000;

const FOR_EVER: RetentionDays = { customer_days: null, event_days: null };

function daysOf(row: RetentionDays | null): RetentionDays {
  const { customer_days, event_days } = row ?? FOR_EVER;
  return { customer_days, event_days };
}

export async function readRetention(control: ControlDb, organizationId: number): Promise<RetentionDays> {
  return daysOf(await findRetention(control, organizationId));
}

/** The version that a form of the settings expects. */
export function retentionVersion({ customer_days, event_days }: RetentionDays): number {
  return contentVersion({ customer_days, event_days });
}

/** Changes how long data is kept. Throws 412 Precondition Failed if the settings have another version. */
export async function changeRetention(
  control: OrgControl,
  { name, expectedVersion }: { name: string; expectedVersion?: number | undefined },
  days: RetentionDays,
): Promise<void> {
  const { organizationId } = control;
  await retryOnConflict(
    async () => {
      const before = daysOf(await findRetentionForUpdate(control));
      assertVersion(retentionVersion(before), expectedVersion);
      const details = differences(before, days);
      if (Object.keys(details).length === 0) return;
      await control.commit({
        writes: [assertRetentionUnchanged(organizationId, before), storeRetention(organizationId, days)],
        entry: { action: "organization.updated", target_id: organizationId, target_name: name, details },
      });
    },
    () => conflictError("these settings"),
  );
}

/** Orders that one run of the job checks in an organization. */
const MAX_ORDERS = 500;
/** Orders that one run of the job erases in an organization. */
const MAX_ERASED = 100;
const MAX_PURGED = 500;

/**
 * Applies the retention settings of all organizations, for the cron: first those whose turn was the longest ago, until the budget is spent. `now`
 * is in ms since 1970. The error of an organization is only logged.
 */
export async function applyRetention(env: Env, now: number, budget = jobBudget(env)): Promise<void> {
  const counted = budget.countCalls(env);
  const control = controlDb(counted, { now });
  while (!budget.isSpent) {
    const row = await takeRetention(control);
    if (row === null) return;
    try {
      await applyTo(counted, control, row, budget);
    } catch (error) {
      logError("retention.apply", error, { organization_id: row.organization_id });
    }
  }
}

async function applyTo(env: Env, control: ControlDb, row: RetentionRow, budget: Budget): Promise<void> {
  const organization = await findOrganization(control, row.organization_id);
  if (organization === null || isInMaintenance(settingsOf(env), organization.database)) return;
  if (row.event_days !== null) {
    const before = control.now - row.event_days * DAY_MS;
    await purgeOrganization(organizationsDb(env, organization.database), { organizationId: organization.id, before, limit: MAX_PURGED });
  }
  if (row.customer_days === null) return;
  const actor = { kind: "system", id: null, name: "Retention" } as const;
  const { own } = organizationRows(env, organization, { actor, now: control.now });
  const [hashSecret] = settingsOf(env).masterSecrets;
  await eraseOldOrders(own, control, row, { before: control.now - row.customer_days * DAY_MS, hashSecret, budget });
}

/** Erases the customers of the next closed orders that were last changed before a time, and of what belongs to these orders. */
async function eraseOldOrders(
  org: OrgDb,
  control: ControlDb,
  row: RetentionRow,
  { before, hashSecret, budget }: { before: number; hashSecret: string; budget: Budget },
): Promise<void> {
  const start: OrderPosition = row.position === null ? [0, 0] : parseStored<OrderPosition>(row.position);
  const orders = await org.read(oldOrders(org, { after: start, before, limit: MAX_ORDERS }));
  let position = start;
  let erased = 0;
  try {
    for (const { id, updated_at, is_due } of orders) {
      if (erased === MAX_ERASED || budget.isSpent) break;
      if (is_due === 1) {
        await withPageMemory(org, async (db) => await retryOnConflict(async () => await eraseCustomer(db, id, hashSecret), busy));
        erased += 1;
      }
      position = [updated_at, id];
    }
    if (erased > 0) await deleteEmptyCounts(org);
  } finally {
    if (position !== start) await saveRetentionPosition(control, row, JSON.stringify(position));
  }
}

/** The order tells who the person is. */
const NOBODY = Person.of({});

async function eraseCustomer(org: OrgDb, id: number, hashSecret: string): Promise<void> {
  const order = await findOrder(org, id, NOBODY, { isOwner: true });
  if (order !== null) await eraseFound({ org, order, inTable: null }, hashSecret);
}

const busy = () => conflict("concurrent_change", "This order keeps changing.");
