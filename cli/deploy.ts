/**
 * Deploys to one's own Cloudflare account: `npm run deploy [-- --dry-run]`. Makes what is missing, sets secrets that are
 * not there, migrates the database, then sends the code. Run again, it makes and sets nothing that is there already.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { accountOf } from "./deploy/account.ts";
import { deployed, firstCalls, plan, secretsNote } from "./deploy/report.ts";
import { createResources, missingResources } from "./deploy/resources.ts";
import { inSecretsFile, missingSecrets, newSecrets, type NewSecret, REQUIRED_SECRETS } from "./deploy/secrets.ts";
import { readTarget, type Target } from "./deploy/target.ts";
import { inTemporaryFolder } from "./deploy/temporary-folder.ts";
import { type Wrangler, wranglerIn } from "./deploy/wrangler.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** Builders keep what is written; Workers Builds and GitHub's say so with CI. */
const isLogged = !["", "false", "0"].includes(process.env["CI"] ?? "");

const tell = (text: string): void => {
  if (text !== "") process.stdout.write(`${text}\n`);
};

async function dryRun(wrangler: Wrangler, target: Target): Promise<number> {
  const code = await inTemporaryFolder((folder) => wrangler.show(["deploy", "--dry-run", "--outdir", folder]));
  const migrations = readdirSync(join(ROOT, "migrations")).filter((name) => name.endsWith(".sql"));
  if (code === 0) tell(plan(target, REQUIRED_SECRETS, migrations.toSorted()));
  return code;
}

/** Deploys the code; the address that it answers at, null where wrangler named none. Throws where wrangler failed. */
async function deployCode(wrangler: Wrangler, secretsFile: string[]): Promise<string | null> {
  return await inTemporaryFolder(async (folder) => {
    const output = join(folder, "deployed.ndjson");
    const code = await wrangler.show(["deploy", ...secretsFile], { WRANGLER_OUTPUT_FILE_PATH: output });
    if (code !== 0) throw new Error("`wrangler deploy` failed; see its output above. Run `npm run deploy` again to continue.");
    const entries = readFileSync(output, "utf8").trim().split("\n");
    const targets = entries
      .map((line) => JSON.parse(line) as { type: string; targets?: string[] })
      .find(({ type }) => type === "deploy")?.targets;
    return targets?.find((target) => /^https?:/.test(target)) ?? null;
  });
}

/** Deploys code and secrets as one version, so that the Worker never serves without them; then shows the secrets, also where it half failed. */
async function deployWith(wrangler: Wrangler, secrets: NewSecret[]): Promise<string | null> {
  if (secrets.length === 0) return await deployCode(wrangler, []);
  try {
    const url = await inSecretsFile(secrets, (path) => deployCode(wrangler, ["--secrets-file", path]));
    tell(secretsNote(secrets, isLogged, true));
    return url;
  } catch (error) {
    // The version may be there although a later step failed (the queues' consumers, the address). Then nobody else knows its secrets.
    const missing = await missingSecrets(wrangler).catch(() => null);
    const set = secrets.filter(({ name }) => !missing?.includes(name));
    if (set.length > 0) tell(secretsNote(set, isLogged, missing !== null));
    throw error;
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
  const target = readTarget(ROOT);
  const wrangler = wranglerIn(ROOT);
  if (values["dry-run"]) return await dryRun(wrangler, target);
  tell(`Deploying to the account "${await accountOf(wrangler, target)}".`);
  const [missing, unset] = await Promise.all([missingResources(wrangler, target), missingSecrets(wrangler)]);
  const secrets = newSecrets(unset);
  await createResources(wrangler, missing, tell);
  // First the database, then the code: every migration is one that the code in force can live with.
  await wrangler.demand("d1", "migrations", "apply", "DB", "--remote");
  tell(`Migrated the database ${target.database}.`);
  const url = await deployWith(wrangler, secrets);
  tell(deployed(url));
  if (unset.includes("OPERATOR_TOKEN")) tell(firstCalls(url));
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
