import { purgeSignIns } from "./accounts.sql.ts";
import type { ControlDb } from "../../platform/db/control-db";
import { logError } from "../../platform/log";
import { FAILURES_LIFETIME_MS } from "./counted-attempt";

/** How long expired sessions and links are kept, for investigations. */
const RETENTION_MS = 30 * 24 * 3_600_000;

/** Deletes old sessions, links and sign-in failures. Errors are only logged. */
export async function purgeEndedSignIns(control: ControlDb): Promise<void> {
  try {
    await purgeSignIns(control, { expiredBefore: control.now - RETENTION_MS, failedBefore: control.now - FAILURES_LIFETIME_MS });
  } catch (error) {
    logError("control.purge", error);
  }
}
