import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { parse } from "smol-toml";
import type { Unstable_RawConfig } from "wrangler";
import { writePrivateFile } from "../private-files.ts";

/** Secrets of the local Worker. */
export interface DevVars {
  MASTER_SECRET: string;
  OPERATOR_TOKEN: string;
}

const FILE = ".dev.vars";
/** The files that wrangler reads if `.dev.vars` does not exist. */
const ENV_FILES = [".env", ".env.local"];

/**
 * Reads `.dev.vars`. If there is none, creates one with random secrets that only its owner can read. Never changes an existing file, and
 * throws if it lacks a secret.
 */
export function ensureDevVars(path: string): DevVars {
  if (!existsSync(path)) writePrivateFile(path, newDevVars(), "wx");
  const vars = parseVars(readFileSync(path, "utf8"));
  return { MASTER_SECRET: secret(path, vars, "MASTER_SECRET"), OPERATOR_TOKEN: secret(path, vars, "OPERATOR_TOKEN") };
}

/**
 * Creates `.dev.vars` if no secrets are set in any of the places that wrangler reads: that file, an `.env` file or the environment.
 * Returns whether it was created. Never changes an existing file.
 */
export function writeMissingDevVars(root: string, environment: NodeJS.ProcessEnv = process.env): boolean {
  const files = ENV_FILES.map((name) => join(root, name)).filter((path) => existsSync(path));
  const hasSecrets =
    existsSync(join(root, FILE)) ||
    environment["MASTER_SECRET"] !== undefined ||
    files.some((path) => parseVars(readFileSync(path, "utf8")).has("MASTER_SECRET"));
  if (!hasSecrets) ensureDevVars(join(root, FILE));
  return !hasSecrets;
}

/** The variables of `.dev.vars` that `wrangler dev` does not pass to the Worker. With `[secrets]`, it passes only those in wrangler.toml. */
export function unlistedVars(root: string): Map<string, string> {
  const path = join(root, FILE);
  if (!existsSync(path)) return new Map();
  const { vars = {}, secrets } = parse(readFileSync(join(root, "wrangler.toml"), "utf8")) as Unstable_RawConfig;
  const listed = new Set([...Object.keys(vars), ...(secrets?.required ?? [])]);
  return new Map([...parseVars(readFileSync(path, "utf8"))].filter(([name, value]) => !listed.has(name) && value !== ""));
}

/** Whether `.dev.vars` exists and does not set ENVIRONMENT, which is then production. */
export function isEnvironmentMissing(root: string): boolean {
  const path = join(root, FILE);
  return existsSync(path) && !parseVars(readFileSync(path, "utf8")).has("ENVIRONMENT");
}

/** Warnings about `.dev.vars` for a developer who starts `wrangler dev` directly. `npm run dev` passes the missing variables itself. */
export function devVarsWarnings(root: string): string[] {
  const unlisted = [...unlistedVars(root).keys()];
  return [
    ...(isEnvironmentMissing(root)
      ? [".dev.vars does not set ENVIRONMENT, so the Worker runs with the settings of production. Add a line: ENVIRONMENT=development"]
      : []),
    ...(unlisted.length > 0
      ? [
          `\`wrangler dev\` does not pass ${unlisted.join(", ")} from .dev.vars to the Worker. Use \`npm run dev\`, or \`--var NAME:value\`.`,
        ]
      : []),
  ];
}

function newDevVars(): string {
  return [
    "# Settings of this machine. Never commit or deploy this file.",
    "ENVIRONMENT=development",
    `MASTER_SECRET=${randomBytes(36).toString("base64url")}`,
    `OPERATOR_TOKEN=${randomBytes(36).toString("base64url")}`,
    "ALLOW_INSECURE_WEBHOOK_TARGETS=true",
    "",
  ].join("\n");
}

function secret(path: string, vars: Map<string, string>, name: string): string {
  const value = vars.get(name) ?? "";
  if (value.length < 32)
    throw new Error(`${path}: ${name} must have at least 32 characters. Add it, or delete the file to create a new one.`);
  return value;
}

/** Parses `NAME=value` lines with optional quotes. Ignores comments and other lines. */
function parseVars(text: string): Map<string, string> {
  return new Map(Object.entries(parseEnv(text)).map(([name, value = ""]) => [name, value]));
}
