import type { OrganizationRow } from "../../accounts/control.sql.ts";
import { DIRECTORY } from "../../platform/env";
import { databaseOf } from "../../platform/db/database";
import { type Actor, OrgDb, type Organization, type OrgReader } from "../../platform/db/org-db";
import { logError } from "../../platform/log";
import { fanOut } from "./deliveries/fan-out.sql.ts";
import { enqueueDeliveries } from "./relay";

/**
 * An organization's rows: those in its own database, and those about it in the directory, such as its audit log of control data. `control` is null if
 * its own database is the directory, where `own` has them all.
 */
export interface OrganizationRows<Db extends OrgReader = OrgDb> {
  own: Db;
  control: Db | null;
}

function tenantOf({ id, database, restored_at, currency, timezone, roll_up_status }: OrganizationRow): Organization {
  return { id, database, restoredAt: restored_at, currency, timezone, rollUpStatus: roll_up_status === 1 };
}

/** The rows of an organization for a job. What the job changes sends webhooks, as changes of requests do. */
export function organizationRows(env: Env, row: OrganizationRow, { actor, now }: { actor: Actor; now: number }): OrganizationRows {
  const organization = tenantOf(row);
  const dbOf = (database: number) =>
    new OrgDb(
      { d1: databaseOf(env, { database }), organization, actor, now },
      {
        // A job has no idempotency key, so no marker is written.
        admission: async () => ({ operationId: null }),
        fanOut,
        // A lost message is enqueued again by the delivery job.
        onCommit: (due) => {
          if (due.length > 0) {
            enqueueDeliveries({ queues: env, database }, due).catch((error: unknown) => logError("webhooks.enqueue", error));
          }
        },
      },
    );
  return { own: dbOf(row.database), control: row.database === DIRECTORY ? null : dbOf(DIRECTORY) };
}
