import { purgeSignIns } from "./accounts.sql.ts";
import type { ControlDb } from "../../platform/db/control-db";
import { logError } from "../../platform/log";
import { FAILURES_LIFETIME_MS } from "./password-sign-in";

/** So long the sessions and links that have ended are kept, for whoever looks into what happened. */
const RETENTION_MS = 30 * 24 * 3_600_000;

/** Removes what nobody can sign in with any more. An error is logged. */
export async function purgeEndedSignIns(control: ControlDb): Promise<void> {
  try {
    await purgeSignIns(control, { ended: control.now - RETENTION_MS, failed: control.now - FAILURES_LIFETIME_MS });
  } catch (error) {
    logError("control.purge", error);
  }
}
