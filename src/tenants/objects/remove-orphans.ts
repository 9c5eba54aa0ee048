import type { Budget } from "../../platform/budget";
import { controlDb, organizationDatabases } from "../../platform/db/database";
import { isInMaintenance, settingsOf } from "../../platform/env";
import { logLine } from "../../platform/log";
import { removeObjects } from "../../platform/object-store";
import { fileCount, knownKeys, restoreInProgress } from "./objects.sql.ts";

/**
 * An object is stored before its row, and removed after it. If the process dies in between, an object without a row is left over. This job looks through
 * the bucket for them, in slices by the first three hex digits of the keys, which are random. A run has some slices, and the time says which: in 26 hours,
 * all slices have had their turn.
 */
const SLICE_DIGITS = 3;
const SLICES = 16 ** SLICE_DIGITS;
const SLICES_PER_RUN = 8;
/** How often the cron runs it. */
const RUN_MS = 180_000;

/** A younger object may be one whose row is still to be committed. */
const MIN_AGE_MS = 86_400_000;

const PAGE_SIZE = 500;

/** The keys that no database has a row for. */
async function withoutRows(env: Env, keys: readonly string[]): Promise<string[]> {
  let unknown = keys;
  // A move may have taken a row from a database that was not asked yet to one that was. Nothing moves twice in that time.
  for (let round = 0; round < 2 && unknown.length > 0; round += 1) {
    for (const db of organizationDatabases(env)) {
      const known = new Set((await db.run(knownKeys(unknown))).map(({ key }) => key));
      unknown = unknown.filter((key) => !known.has(key));
      if (unknown.length === 0) return [];
    }
  }
  return [...unknown];
}

/** Whether the databases may lack rows of objects that are needed: they are being restored, or have been emptied. */
async function mayLackRows(env: Env, now: number): Promise<boolean> {
  const databases = organizationDatabases(env);
  if (databases.some(({ number }) => isInMaintenance(settingsOf(env), number))) return true;
  if ((await controlDb(env, { now }).run(restoreInProgress())).length > 0) return true;
  const counts = await Promise.all(databases.map(async (db) => await db.run(fileCount())));
  return counts.flat().every(({ count }) => count === 0);
}

/** Removes the objects without a row whose keys begin with a prefix. Returns how many. */
export async function removeOrphansIn(env: Env, prefix: string, { now, budget }: { now: number; budget: Budget }): Promise<number> {
  const { FILES: bucket } = env;
  if (bucket === undefined) return 0;
  let [cursor, removed]: [string | undefined, number] = [undefined, 0];
  while (!budget.isSpent) {
    budget.count();
    const page: R2Objects = await bucket.list({ prefix, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) });
    const old = page.objects.filter(({ uploaded }) => uploaded.getTime() <= now - MIN_AGE_MS).map(({ key }) => key);
    const orphans = await withoutRows(env, old);
    await removeObjects(env, orphans);
    removed += orphans.length;
    if (!page.truncated) break;
    ({ cursor } = page);
  }
  return removed;
}

/** Removes objects without a row, for the cron. Throws if a database does not respond: what is not known to be unused stays. */
export async function removeOrphans(env: Env, now: number, budget: Budget): Promise<void> {
  if (env.FILES === undefined) return;
  const counted = budget.countCalls(env);
  if (await mayLackRows(counted, now)) return;
  const first = Math.floor(now / RUN_MS) * SLICES_PER_RUN;
  for (let slice = first; slice < first + SLICES_PER_RUN && !budget.isSpent; slice += 1) {
    const prefix = (slice % SLICES).toString(16).padStart(SLICE_DIGITS, "0");
    const removed = await removeOrphansIn(counted, prefix, { now, budget });
    if (removed > 0) logLine({ event: "files.orphans_removed", count: removed });
  }
}
