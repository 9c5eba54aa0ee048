import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inTemporaryFolder } from "./temporary-folder.ts";
import { complaint, type Wrangler } from "./wrangler.ts";

/** The secrets without which the Worker serves nobody; the others are optional (docs/runbook.md#settings). */
export const REQUIRED_SECRETS = ["MASTER_SECRET", "OPERATOR_TOKEN"] as const;
type SecretName = (typeof REQUIRED_SECRETS)[number];

/** A secret that is to be set. */
export interface NewSecret {
  name: SecretName;
  value: string;
  /** Made here, so that nobody knows it yet; else it came from the environment variable of that name. */
  isMade: boolean;
}

/** Which required secrets the Worker has not; all of them where there is no Worker yet. Throws where that can't be told. */
export async function missingSecrets(wrangler: Wrangler): Promise<SecretName[]> {
  const said = await wrangler.ask("secret", "list", "--format", "json");
  if (said.code !== 0 && saysThatNoWorkerExists(complaint(said))) return [...REQUIRED_SECRETS];
  if (said.code !== 0) throw new Error(`The Worker's secrets could not be listed.\n${complaint(said)}`);
  const there = new Set((JSON.parse(said.stdout) as { name: string }[]).map(({ name }) => name));
  return REQUIRED_SECRETS.filter((name) => !there.has(name));
}

/** Whether wrangler complains that the Worker was not found. */
function saysThatNoWorkerExists(text: string): boolean {
  return text.split("\n").some((line) => line.includes('Worker "') && line.includes('" not found'));
}

/** Values for these: the environment's, else 48 random characters. Throws where the environment's is too short. */
export function newSecrets(names: readonly SecretName[]): NewSecret[] {
  return names.map((name) => {
    const given = process.env[name] ?? "";
    if (given === "") return { name, value: randomBytes(36).toString("base64url"), isMade: true };
    if (given.length < 32) throw new Error(`The environment variable ${name} must have at least 32 characters.`);
    return { name, value: given, isMade: false };
  });
}

/** Hands the secrets to `use` as the path of a JSON file, which is removed afterwards. JSON, since wrangler puts variables into the other format. */
export async function inSecretsFile<T>(secrets: NewSecret[], use: (path: string) => Promise<T>): Promise<T> {
  return await inTemporaryFolder(async (folder) => {
    const path = join(folder, "secrets.json");
    writeFileSync(path, JSON.stringify(Object.fromEntries(secrets.map(({ name, value }) => [name, value]))), { mode: 0o600 });
    return await use(path);
  });
}
