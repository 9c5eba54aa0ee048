import { isInMaintenance, settingsOf } from "../../platform/env";
import { jobBudget, rotateByMinute } from "../../platform/budget";
import { organizationDatabases, type OrganizationsDb } from "../../platform/db/database";
import { logError } from "../../platform/log";
import { purgeMessages, takeDueMessages } from "./inbox/inbox.sql.ts";
import { enqueueInbox } from "./inbox/relay";
import { takeDueConnection } from "./reconcile/due.sql.ts";
import { reconcile } from "./reconcile/reconcile";
import { reencryptConnections } from "./reencrypt";

/** How long after a message is due its queue message may still arrive. */
const GRACE_MS = 30_000;
/** How long the consumer may take before a message is enqueued again. */
const LEASE_MS = 120_000;
const MAX_ENQUEUED = 200;
/** Connections that one run reconciles at the same time. Another run takes a connection after the lease. */
const MAX_RECONCILED = 4;
const RECONCILE_LEASE_MS = 10 * 60_000;
/** Messages are kept 30 days (docs/spec/connections.md#inbox). */
const RETENTION_MS = 30 * 86_400_000;
const MAX_PURGED = 500;

/**
 * The job of inboxes, every minute: enqueues messages whose queue messages are lost, deletes old messages, and re-encrypts the secrets of connections
 * after a change of the master secret. Errors are only logged.
 */
export async function runInboxJob(env: Env, now: number, budget = jobBudget(env)): Promise<void> {
  const counted = budget.countCalls(env);
  for (const db of databasesInUse(counted, now)) {
    if (budget.isSpent) return;
    await logErrors("connections.job.enqueue", db, async () => {
      const due = await takeDueMessages(db, { before: now - GRACE_MS, until: now + LEASE_MS, limit: MAX_ENQUEUED });
      await enqueueInbox(counted, db.number, due);
    });
  }
  for (const db of databasesInUse(counted, now)) {
    if (budget.isSpent) return;
    await logErrors("connections.job.purge", db, async () => {
      await purgeMessages(db, { before: now - RETENTION_MS, limit: MAX_PURGED });
    });
    await logErrors("connections.job.reencrypt", db, async () => await reencryptConnections(db, settingsOf(env).masterSecrets));
  }
}

/** Reconciles connections that are due, some at the same time, until the budget is spent or none is left. Errors are only logged. */
export async function reconcileDue(env: Env, now: number, budget = jobBudget(env)): Promise<void> {
  const counted = budget.countCalls(env);
  const maxConcurrent = budget.maxConcurrent(MAX_RECONCILED);
  /** What is in progress, and of which organization. */
  const running = new Map<Promise<void>, number>();
  for (const db of databasesInUse(counted, now)) {
    await logErrors("connections.job.reconcile", db, async () => {
      // A connection is taken only when its reconciliation can begin: otherwise it would wait for the end of its lease if the budget is spent.
      while (!budget.isSpent) {
        const due = await takeDueConnection(db, { now, until: now + RECONCILE_LEASE_MS, busy: [...running.values()] });
        if (due === undefined) return;
        const work = reconcile(counted, due, budget, now).finally(() => running.delete(work));
        running.set(work, due.organization_id);
        if (running.size >= maxConcurrent) await Promise.race(running.keys());
      }
    });
  }
  await Promise.all(running.keys());
}

function databasesInUse(env: Env, now: number): OrganizationsDb[] {
  const settings = settingsOf(env);
  return rotateByMinute(
    organizationDatabases(env).filter(({ number }) => !isInMaintenance(settings, number)),
    now,
  );
}

async function logErrors(event: string, db: OrganizationsDb, part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    logError(event, error, { database: db.number });
  }
}
