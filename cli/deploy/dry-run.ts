import { configurationFor, databaseName } from "../databases/configuration.ts";
import { accountNameIfLoggedIn } from "./account.ts";
import { appliedMigrations, migrationNames, planDatabases } from "./databases.ts";
import { missingQueues } from "./queues.ts";
import { dryRunMessage, type Plan } from "./report.ts";
import { missingSecrets, REQUIRED_SECRETS } from "./secrets.ts";
import type { Target } from "./target.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";
import { wranglerIn } from "./wrangler.ts";

/** Builds, and prints what a deployment would do. Only reads from the account, if there is one. Returns the exit code. */
export async function dryRun(root: string, target: Target, asked: number | null, print: (text: string) => void): Promise<number> {
  const plan = await planDeployment(root, target, asked);
  const wrangler = wranglerIn(root, configurationFor(root, plan.databases.length));
  const code = await withTemporaryFolder((folder) => wrangler.runInTerminal(["deploy", "--dry-run", "--outdir", folder]));
  if (code === 0) print(dryRunMessage(target, plan));
  return code;
}

async function planDeployment(root: string, target: Target, asked: number | null): Promise<Plan> {
  const wrangler = wranglerIn(root);
  const account = await accountNameIfLoggedIn(wrangler, target);
  const all = migrationNames(root);
  if (account === null) {
    const names = Array.from({ length: asked ?? 1 }, (_, number) => databaseName(target.database, number));
    const databases = names.map((name) => ({ name, exists: false, pending: all }));
    return { account, databases, queues: target.queues, secrets: REQUIRED_SECRETS };
  }
  const [planned, queues, secrets] = await Promise.all([
    planDatabases(wrangler, target, asked),
    missingQueues(wrangler, target),
    missingSecrets(wrangler),
  ]);
  const configured = wranglerIn(root, configurationFor(root, planned.length));
  const databases: Plan["databases"] = [];
  for (const database of planned) {
    const applied = await appliedMigrations(configured, database);
    const pending = all.filter((name) => !applied.has(name));
    databases.push({ name: database.name, exists: database.exists, pending });
  }
  return { account, databases, queues, secrets };
}
