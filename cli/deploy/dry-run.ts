import { configurationFor, databaseName, type Installation } from "../databases/configuration.ts";
import { accountNameIfLoggedIn } from "./account.ts";
import { appliedMigrations, migrationNames, planDatabases } from "./databases.ts";
import { plannedBucket } from "./files.ts";
import { missingQueues } from "./queues.ts";
import { dryRunMessage, type Plan } from "./report.ts";
import { type Jurisdiction, jurisdictionFor } from "./jurisdiction.ts";
import { missingSecrets, secretNames } from "./secrets.ts";
import { installationSettings } from "./settings.ts";
import type { Target } from "./target.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";
import { wranglerIn } from "./wrangler.ts";

/** What a deployment was asked for. */
export interface Wish {
  /** How many databases; null: as many as there are. */
  databases: number | null;
  /** Null: that of the databases. */
  jurisdiction: Jurisdiction | null;
  installation: Installation;
  /** Whether a bucket for files is to be added. */
  files: boolean;
}

/** Builds, and prints what a deployment would do. Only reads from the account, if there is one. Returns the exit code. */
export async function dryRun(root: string, target: Target, wish: Wish, print: (text: string) => void): Promise<number> {
  const plan = await planDeployment(root, target, wish);
  const files = plan.bucket === null ? null : { jurisdiction: wish.jurisdiction };
  const wrangler = wranglerIn(root, configurationFor(root, plan.databases.length, { ...wish.installation, files }));
  const code = await withTemporaryFolder((folder) => wrangler.runInTerminal(["deploy", "--dry-run", "--outdir", folder]));
  if (code === 0) print(dryRunMessage(target, plan));
  return code;
}

async function planDeployment(
  root: string,
  target: Target,
  { databases: asked, jurisdiction, installation: { plan, ...installation }, files }: Wish,
): Promise<Plan> {
  const wrangler = wranglerIn(root);
  const account = await accountNameIfLoggedIn(wrangler, target);
  const all = migrationNames(root);
  if (account === null) {
    const names = Array.from({ length: asked ?? 1 }, (_, number) => databaseName(target.database, number));
    const databases = names.map((name) => ({ name, exists: false, pending: all }));
    const bucket = plannedBucket(target, new Set(), files);
    const settings = installationSettings(new Set(), { jurisdiction, plan, bucket }).map(({ name }) => name);
    return { account, databases, queues: target.queues, bucket, secrets: [...missingSecrets(new Set()), ...settings] };
  }
  const [planned, queues, existing] = await Promise.all([
    planDatabases(wrangler, target, asked),
    missingQueues(wrangler, target),
    secretNames(wrangler, target.worker),
  ]);
  const bucket = plannedBucket(target, existing, files);
  const settings = installationSettings(existing, { jurisdiction: jurisdictionFor(planned, existing, jurisdiction), plan, bucket });
  const configured = wranglerIn(root, configurationFor(root, planned.length, { ...installation, plan }));
  const databases: Plan["databases"] = [];
  for (const database of planned) {
    const applied = await appliedMigrations(configured, database);
    const pending = all.filter((name) => !applied.has(name));
    databases.push({ name: database.name, exists: database.exists, pending });
  }
  return { account, databases, queues, bucket, secrets: [...missingSecrets(existing), ...settings.map(({ name }) => name)] };
}
