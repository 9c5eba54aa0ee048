import { isInMaintenance, settingsOf } from "../env";
import { organizationDatabases, type OrganizationsDb } from "../platform/db/database";
import { logError } from "../platform/log";
import { purgeMessages, takeDueMessages } from "./inbox/inbox.sql.ts";
import { enqueueInbox } from "./inbox/relay";
import { reencryptConnections } from "./reencrypt";

/** How long after a message is due its queue message may still arrive. */
const GRACE_MS = 30_000;
/** How long the consumer may take before a message is enqueued again. */
const LEASE_MS = 120_000;
const MAX_ENQUEUED = 200;
/** Messages are kept 30 days (docs/spec/connections.md#inbox). */
const RETENTION_MS = 30 * 86_400_000;
const MAX_PURGED = 500;

/** The job of connections, every minute: enqueues messages whose queue messages are lost, and deletes old ones. Errors are only logged. */
export async function runConnectionJob(env: Env, now: number): Promise<void> {
  const settings = settingsOf(env);
  for (const db of organizationDatabases(env)) {
    if (isInMaintenance(settings, db.number)) continue;
    await logErrors("connections.job.enqueue", db, async () => {
      const due = await takeDueMessages(db, { before: now - GRACE_MS, until: now + LEASE_MS, limit: MAX_ENQUEUED });
      await enqueueInbox(env, db.number, due);
    });
    await logErrors("connections.job.purge", db, async () => {
      await purgeMessages(db, { before: now - RETENTION_MS, limit: MAX_PURGED });
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
