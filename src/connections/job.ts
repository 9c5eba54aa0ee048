import { isInMaintenance, settingsOf } from "../env";
import { organizationDatabases, type OrganizationsDb } from "../platform/db/database";
import { logError } from "../platform/log";
import { purgeReports } from "./carriers/reports.sql.ts";
import { purgeMessages, takeDueMessages } from "./inbox/inbox.sql.ts";
import { enqueueInbox } from "./inbox/relay";
import { takeDueConnections } from "./reconcile/due.sql.ts";
import { reconcile } from "./reconcile/reconcile";
import { reencryptConnections } from "./reencrypt";

/** How long after a message is due its queue message may still arrive. */
const GRACE_MS = 30_000;
/** How long the consumer may take before a message is enqueued again. */
const LEASE_MS = 120_000;
const MAX_ENQUEUED = 200;
/** Connections that one run reconciles at the same time, and for how long. Another run takes a connection after the lease. */
const MAX_RECONCILED = 4;
const RECONCILE_MS = 15_000;
const RECONCILE_LEASE_MS = 10 * 60_000;
/** Messages and reports are kept 30 days (docs/spec/connections.md#inbox, docs/spec/carriers.md#reports). */
const RETENTION_MS = 30 * 86_400_000;
const MAX_PURGED = 500;

/** The job of connections, every minute: enqueues messages whose queue messages are lost, reconciles connections that are due, and deletes old
 * messages and reports. Errors are only logged. */
export async function runConnectionJob(env: Env, now: number): Promise<void> {
  const settings = settingsOf(env);
  for (const db of organizationDatabases(env)) {
    if (isInMaintenance(settings, db.number)) continue;
    await logErrors("connections.job.enqueue", db, async () => {
      const due = await takeDueMessages(db, { before: now - GRACE_MS, until: now + LEASE_MS, limit: MAX_ENQUEUED });
      await enqueueInbox(env, db.number, due);
    });
    await logErrors("connections.job.reconcile", db, async () => {
      const due = await takeDueConnections(db, { now, until: now + RECONCILE_LEASE_MS, limit: MAX_RECONCILED });
      const until = Date.now() + RECONCILE_MS;
      await Promise.all(due.map(async (connection) => await reconcile(env, connection, until)));
    });
    await logErrors("connections.job.purge", db, async () => {
      const old = { before: now - RETENTION_MS, limit: MAX_PURGED };
      await purgeMessages(db, old);
      await purgeReports(db, old);
    });
    await logErrors("connections.job.reencrypt", db, async () => await reencryptConnections(db, settings.masterSecrets));
  }
}

async function logErrors(event: string, db: OrganizationsDb, part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    logError(event, error, { database: db.number });
  }
}
