import { text } from "drizzle-orm/sqlite-core";
import { controlTable } from "../db/columns";

/** In the directory: the last runs of the jobs of each cron. A run of a cron writes one row once, however many jobs it has. */
export const cronRuns = controlTable("cron_runs", {
  cron: text().primaryKey(),
  /** JSON: the last run of each job by its name (job-runs.sql.ts). */
  jobs: text().notNull(),
});
