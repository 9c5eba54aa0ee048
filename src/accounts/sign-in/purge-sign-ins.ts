import { purgeSignIns } from "./accounts.sql.ts";
import { controlDatabase } from "../../platform/db/database";
import { Meter } from "../../platform/db/meter";
import { settingsOf } from "../../env";
import { logFault } from "../../platform/log";
import { FORGET_MS } from "./password-sign-in";

/** So long the sessions and links that have ended are kept, for whoever looks into what happened. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Removes what nobody can sign in with any more. `now` in ms since 1970. In maintenance it rests. */
export async function purgeEndedSignIns(env: Env, now: number): Promise<void> {
  try {
    if (!settingsOf(env).MAINTENANCE) await purgeSignIns(controlDatabase(env), new Meter(), now - KEPT_MS, now - FORGET_MS);
  } catch (error) {
    logFault("control.purge", error);
  }
}
