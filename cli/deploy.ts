/**
 * Deploys to your Cloudflare account: `npm run deploy -- [options]`. Creates missing resources and secrets, migrates the databases, and deploys
 * the code. Existing resources and secrets are left unchanged, so it can be run repeatedly.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Plan, PLANS } from "../src/platform/db/database-size.ts";
import { configurationFor, type Installation } from "./databases/configuration.ts";
import { readDatabases } from "./databases/option.ts";
import { accountName } from "./deploy/account.ts";
import { createDatabases, migrateDatabases, planDatabases } from "./deploy/databases.ts";
import { checkDeployment } from "./deploy/check-deployment.ts";
import { dryRun } from "./deploy/dry-run.ts";
import { createBucket, plannedBucket } from "./deploy/files.ts";
import { readName } from "./deploy/installation.ts";
import { jurisdictionFor, readJurisdiction } from "./deploy/jurisdiction.ts";
import { createQueues, missingQueues } from "./deploy/queues.ts";
import { deployedMessage, firstRequests, secretsMessage } from "./deploy/report.ts";
import { withSecretsFile, missingSecrets, newSecrets, secretNames, type NewSecret } from "./deploy/secrets.ts";
import { installationSettings } from "./deploy/settings.ts";
import { readTarget, type Target } from "./deploy/target.ts";
import { withTemporaryFolder } from "./deploy/temporary-folder.ts";
import { type Wrangler, wranglerIn } from "./deploy/wrangler.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** Build services store the output, so secrets must not be printed. Workers Builds and GitHub Actions set CI. */
const isLogStored = !["", "false", "0"].includes(process.env["CI"] ?? "");

const print = (text: string): void => {
  if (text !== "") process.stdout.write(`${text}\n`);
};

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
async function deployWith(wrangler: Wrangler, { worker }: Target, secrets: NewSecret[]): Promise<string | null> {
  if (secrets.length === 0) return await deployCode(wrangler, []);
  try {
    const url = await withSecretsFile(secrets, (path) => deployCode(wrangler, ["--secrets-file", path]));
    print(secretsMessage(secrets, isLogStored, true));
    return url;
  } catch (error) {
    // The version may exist although a later step failed, such as the queue consumers. Its secrets are then known only here.
    const existing = await secretNames(wrangler, worker).catch(() => null);
    const set = secrets.filter(({ name }) => existing?.has(name) ?? true);
    if (set.length > 0) print(secretsMessage(set, isLogStored, existing !== null));
    throw error;
  }
}

const OPTIONS = {
  databases: { type: "string" },
  files: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
  jurisdiction: { type: "string" },
  location: { type: "string" },
  name: { type: "string" },
  plan: { type: "string", default: "paid" },
  url: { type: "string" },
  "no-doctor": { type: "boolean", default: false },
} as const;

const HELP = `npm run deploy -- [options]

Deploys to your Cloudflare account. Run it again to continue, or to deploy a new release.

  --dry-run           builds and prints the plan, and changes nothing
  --databases N       how many databases the service has, by default as many as are deployed
  --files             adds a bucket of R2 for files; later deployments keep it
  --name NAME         deploys an installation of its own, beside that of wrangler.toml: its resources have this name
  --location HINT     where new databases are created, for example weur
  --jurisdiction NAME keeps data in a jurisdiction, for example eu; only for the first deployment of an installation
  --plan free         deploys without limits of CPU and subrequests, which the Workers Free plan rejects
  --url URL           the address to check after the deployment, by default that of workers.dev or of the first route
  --no-doctor         does not check the deployment with \`npm run doctor\`
  --help              prints this text
`;

/** Reads the value of `--plan`. Throws if it is invalid. */
function readPlan(text: string): Plan {
  const plan = PLANS.find((known) => known === text);
  if (plan === undefined) throw new Error(`--plan must be free or paid, not "${text}".`);
  return plan;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const asked = values.databases === undefined ? null : readDatabases(values.databases);
  const installation: Installation = { name: values.name === undefined ? null : readName(values.name), plan: readPlan(values.plan) };
  const askedJurisdiction = values.jurisdiction === undefined ? null : readJurisdiction(values.jurisdiction);
  const target = readTarget(ROOT, installation);
  if (values["dry-run"])
    return await dryRun(ROOT, target, { databases: asked, jurisdiction: askedJurisdiction, installation, files: values.files }, print);
  const account = wranglerIn(ROOT);
  print(`Deploying to the account "${await accountName(account, target)}".`);
  const [databases, queues, existing] = await Promise.all([
    planDatabases(account, target, asked),
    missingQueues(account, target),
    secretNames(account, target.worker),
  ]);
  const jurisdiction = jurisdictionFor(databases, existing, askedJurisdiction);
  const unset = missingSecrets(existing);
  const bucket = plannedBucket(target, existing, values.files);
  const secrets = [...newSecrets(unset), ...installationSettings(existing, { jurisdiction, plan: installation.plan, bucket })];
  const files = bucket === null ? null : { jurisdiction };
  const wrangler = wranglerIn(ROOT, configurationFor(ROOT, databases.length, { ...installation, files }));
  // With the account's own configuration, because a bucket that does not exist yet is in the other one.
  if (values.files && bucket !== null) await createBucket(account, bucket, { jurisdiction, tell: print });
  await createDatabases(wrangler, databases, { location: values.location, jurisdiction: jurisdiction ?? undefined }, print);
  await createQueues(wrangler, queues, print);
  // All databases first, because every migration is compatible with the code that is deployed now.
  await migrateDatabases(wrangler, databases, print);
  const deployed = await deployWith(wrangler, target, secrets);
  const url = values.url ?? deployed;
  print(deployedMessage(url));
  const token = secrets.find(({ name }) => name === "OPERATOR_TOKEN")?.value ?? process.env["OPERATOR_TOKEN"];
  const code = values["no-doctor"] ? 0 : await checkDeployment({ url, token }, print);
  if (unset.includes("OPERATOR_TOKEN")) print(firstRequests(url));
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
