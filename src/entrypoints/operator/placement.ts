import { settingsOf } from "../../platform/env";
import { conflict, invalid } from "../../platform/api-error";
import { unavailable } from "../../platform/http/admission";
import { type DatabaseState, databaseStates } from "../../platform/db/database-state";
import { fillOf } from "../../platform/db/database-size";
import { isMigrationMissing } from "../../platform/db/outage";
import type { Region } from "../../platform/values/region";

/** What the operator requests for a new organization. Null: any. */
interface RequestedPlacement {
  database: number | null;
  region: Region | null;
}

/**
 * The database for a new organization: the newest one in the region that is not full. Throws 400 Bad Request for a database that does not
 * exist, 409 Conflict if there is no such database, and 503 Service Unavailable if it is not known because one is down.
 */
export async function chooseDatabase(env: Env, now: number, { database, region }: RequestedPlacement): Promise<number> {
  const states = await databaseStates(env, now);
  if (database !== null) {
    if (states[database] === undefined) throw invalid("database", "unknown_database", `Expected 0 to ${states.length - 1}.`);
    return database;
  }
  const inRegion = states.filter((state) => region === null || isIn(state, region));
  const plan = settingsOf(env).WORKERS_PLAN;
  // A database without a report is down, or new and still without tables. It is skipped if another one has room.
  const newest = inRegion.findLast(({ report }) => report !== null && fillOf(report.bytes, plan) === "ok");
  if (newest !== undefined) return newest.number;
  // A database without a report may have room, so this is no conflict. One without tables needs its migrations, as the log then says (apiErrorFor).
  const down = states.find(({ report }) => report === null);
  if (down !== undefined) throw isMigrationMissing(down.error) ? down.error : unavailable();
  const message =
    inRegion.length === 0
      ? `There is no database in ${region}. Create one with \`npm run deploy -- --databases ${states.length + 1} --location ${region}\`, or choose another region.`
      : `No database has room for new organizations. Create one with \`npm run deploy -- --databases ${states.length + 1}\`.`;
  throw conflict(inRegion.length === 0 ? "no_database_in_region" : "no_database_with_room", message);
}

/** D1 reports regions in capital letters. */
function isIn({ report }: DatabaseState, region: Region): boolean {
  return report?.region?.toLowerCase() === region;
}
