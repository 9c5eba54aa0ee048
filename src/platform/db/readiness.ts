import { settingsOf } from "../env";
import { logWarning } from "../log";
import { fillOf } from "./database-size";
import { forEachDatabase, readWithRetry } from "./database-state";
import { LAST_MIGRATION } from "./last-migration";
import { isMigrationMissing } from "./outage";

/** What is wrong with a database. Only `database_almost_full` does not keep the service from being ready. */
export interface DatabaseProblem {
  code: "database_down" | "schema_behind" | "database_full" | "database_almost_full";
  message: string;
  database: number;
}

/** What is wrong with the databases. Never throws. */
export async function databaseProblems(env: Env): Promise<DatabaseProblem[]> {
  const plan = settingsOf(env).WORKERS_PLAN;
  const states = await forEachDatabase(env, readState);
  return states.flatMap(({ number: database, report: state }): DatabaseProblem[] => {
    if (state === null) return [{ code: "database_down", message: `Database ${database} does not respond.`, database }];
    const fill = state.bytes === null ? "ok" : fillOf(state.bytes, plan);
    const problems: DatabaseProblem[] = [];
    if (!state.isMigrated) {
      problems.push({ code: "schema_behind", message: `Database ${database} lacks the migration ${LAST_MIGRATION}.`, database });
    }
    if (fill === "full") problems.push({ code: "database_full", message: `Database ${database} is full.`, database });
    if (fill === "almost_full") {
      problems.push({ code: "database_almost_full", message: `Database ${database} is at least 70% full.`, database });
    }
    return problems;
  });
}

/** Whether a database has the last migration of this release, and its size; the size is null if it has no table of migrations. */
async function readState(d1: D1Database): Promise<{ isMigrated: boolean; bytes: number | null }> {
  try {
    const applied = d1.prepare("select 1 from d1_migrations where name = ?").bind(LAST_MIGRATION);
    const { results, meta } = await readWithRetry(async () => await applied.run());
    return { isMigrated: results.length > 0, bytes: meta.size_after };
  } catch (error) {
    if (isMigrationMissing(error)) return { isMigrated: false, bytes: null };
    throw error;
  }
}

/** Logs what is wrong with the databases. The check itself logs one that is down. */
export async function warnOfDatabases(env: Env): Promise<void> {
  for (const { code, database } of await databaseProblems(env)) {
    if (code === "schema_behind") logWarning("database.schema_behind", { database });
    if (code === "database_full") logWarning("database.full", { database });
    if (code === "database_almost_full") logWarning("database.almost_full", { database });
  }
}
