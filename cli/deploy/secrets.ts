import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { writePrivateFile } from "../private-files.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";
import { outputOf, type Wrangler } from "./wrangler.ts";

/** The secrets that the Worker requires. The others are optional (docs/runbook.md#settings). */
export const REQUIRED_SECRETS = ["MASTER_SECRET", "OPERATOR_TOKEN"] as const;
type SecretName = (typeof REQUIRED_SECRETS)[number];

/** Settings of the installation that `npm run deploy` keeps with the Worker, because `wrangler deploy` does not change secrets. */
type InstallationSetting = "JURISDICTION" | "WORKERS_PLAN" | "FILES_BUCKET";

/** A secret to set. */
export interface NewSecret {
  name: SecretName | InstallationSetting;
  value: string;
  /** Whether it was generated here, and must be shown. If not, it came from the environment variable of that name. */
  isGenerated: boolean;
}

/** The names of a Worker's secrets: none if there is no Worker yet. Throws if they cannot be listed. */
export async function secretNames(wrangler: Wrangler, worker: string): Promise<Set<string>> {
  const result = await wrangler.run("secret", "list", "--name", worker, "--format", "json");
  if (result.code !== 0 && isWorkerNotFound(outputOf(result))) return new Set();
  if (result.code !== 0) throw new Error(`The Worker's secrets could not be listed.\n${outputOf(result)}`);
  return new Set((JSON.parse(result.stdout) as { name: string }[]).map(({ name }) => name));
}

/** The required secrets that are missing among these. */
export function missingSecrets(existing: ReadonlySet<string>): SecretName[] {
  return REQUIRED_SECRETS.filter((name) => !existing.has(name));
}

/** Whether wrangler's output says that the Worker was not found. */
function isWorkerNotFound(text: string): boolean {
  return text.split("\n").some((line) => line.includes('Worker "') && line.includes('" not found'));
}

/** Takes each value from the environment, or generates 48 random characters. Throws if a value of the environment is too short. */
export function newSecrets(names: readonly SecretName[]): NewSecret[] {
  return names.map((name) => {
    const given = process.env[name] ?? "";
    if (given === "") return { name, value: randomBytes(36).toString("base64url"), isGenerated: true };
    if (given.length < 32) throw new Error(`The environment variable ${name} must have at least 32 characters.`);
    return { name, value: given, isGenerated: false };
  });
}

/** Writes the secrets to a JSON file that exists only while `use` runs. Not in .env format, in which wrangler expands variables. */
export async function withSecretsFile<T>(secrets: NewSecret[], use: (path: string) => Promise<T>): Promise<T> {
  return await withTemporaryFolder(async (folder) => {
    const path = join(folder, "secrets.json");
    writePrivateFile(path, JSON.stringify(Object.fromEntries(secrets.map(({ name, value }) => [name, value]))));
    return await use(path);
  });
}
