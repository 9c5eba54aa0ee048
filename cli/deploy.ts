/**
 * Deploys to your Cloudflare account: `npm run deploy [-- --dry-run]`. Creates missing resources and secrets, migrates the database, and
 * deploys the code. Existing resources and secrets are left unchanged, so it can be run repeatedly.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { accountName } from "./deploy/account.ts";
import { deployedMessage, firstRequests, dryRunMessage, secretsMessage } from "./deploy/report.ts";
import { createResources, missingResources } from "./deploy/resources.ts";
import { withSecretsFile, missingSecrets, newSecrets, type NewSecret, REQUIRED_SECRETS } from "./deploy/secrets.ts";
import { readTarget, type Target } from "./deploy/target.ts";
import { withTemporaryFolder } from "./deploy/temporary-folder.ts";
import { type Wrangler, wranglerIn } from "./deploy/wrangler.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** Build services store the output, so secrets must not be printed. Workers Builds and GitHub Actions set CI. */
const isLogStored = !["", "false", "0"].includes(process.env["CI"] ?? "");

const print = (text: string): void => {
  if (text !== "") process.stdout.write(`${text}\n`);
};

async function dryRun(wrangler: Wrangler, target: Target): Promise<number> {
  const code = await withTemporaryFolder((folder) => wrangler.runInTerminal(["deploy", "--dry-run", "--outdir", folder]));
  const migrations = readdirSync(join(ROOT, "migrations")).filter((name) => name.endsWith(".sql"));
  if (code === 0) print(dryRunMessage(target, REQUIRED_SECRETS, migrations.toSorted()));
  return code;
}

/** Deploys the code and returns its URL, or null if wrangler did not report one. Throws if wrangler fails. */
async function deployCode(wrangler: Wrangler, secretsFile: string[]): Promise<string | null> {
  return await withTemporaryFolder(async (folder) => {
    const output = join(folder, "deployed.ndjson");
    const code = await wrangler.runInTerminal(["deploy", ...secretsFile], { WRANGLER_OUTPUT_FILE_PATH: output });
    if (code !== 0) throw new Error("`wrangler deploy` failed; see its output above. Run `npm run deploy` again to continue.");
    const entries = readFileSync(output, "utf8").trim().split("\n");
    const targets = entries
      .map((line) => JSON.parse(line) as { type: string; targets?: string[] })
      .find(({ type }) => type === "deploy")?.targets;
    return targets?.find((target) => /^https?:/.test(target)) ?? null;
  });
}

/** Deploys code and secrets as one version, so that the Worker never runs without them. Prints new secrets, even if a later step failed. */
async function deployWith(wrangler: Wrangler, secrets: NewSecret[]): Promise<string | null> {
  if (secrets.length === 0) return await deployCode(wrangler, []);
  try {
    const url = await withSecretsFile(secrets, (path) => deployCode(wrangler, ["--secrets-file", path]));
    print(secretsMessage(secrets, isLogStored, true));
    return url;
  } catch (error) {
    // The version may exist although a later step failed, such as the queue consumers. Its secrets are then known only here.
    const missing = await missingSecrets(wrangler).catch(() => null);
    const set = secrets.filter(({ name }) => !missing?.includes(name));
    if (set.length > 0) print(secretsMessage(set, isLogStored, missing !== null));
    throw error;
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
  const target = readTarget(ROOT);
  const wrangler = wranglerIn(ROOT);
  if (values["dry-run"]) return await dryRun(wrangler, target);
  print(`Deploying to the account "${await accountName(wrangler, target)}".`);
  const [missing, unset] = await Promise.all([missingResources(wrangler, target), missingSecrets(wrangler)]);
  const secrets = newSecrets(unset);
  await createResources(wrangler, missing, print);
  // The database first, because every migration is compatible with the code that is deployed now.
  await wrangler.runOrThrow("d1", "migrations", "apply", "DB", "--remote");
  print(`Migrated the database ${target.database}.`);
  const url = await deployWith(wrangler, secrets);
  print(deployedMessage(url));
  if (unset.includes("OPERATOR_TOKEN")) print(firstRequests(url));
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
