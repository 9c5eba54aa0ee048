import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { parse } from "smol-toml";
import type { Unstable_RawConfig } from "wrangler";

/** Secrets of the local Worker. */
export interface DevVars {
  MASTER_SECRET: string;
  OPERATOR_TOKEN: string;
}

const FILE = ".dev.vars";
/** The files that wrangler reads in the place of `.dev.vars` if that does not exist. */
const ENV_FILES = [".env", ".env.local"];

/**
 * Reads `.dev.vars`; where there is none, writes one with random secrets that only its owner can read. Throws where an
 * existing one lacks a secret: it is somebody's, so it is not changed.
 */
export function ensureDevVars(path: string): DevVars {
  if (!existsSync(path)) writeFileSync(path, freshVars(), { mode: 0o600, flag: "wx" });
  const vars = parseVars(readFileSync(path, "utf8"));
  return { MASTER_SECRET: secret(path, vars, "MASTER_SECRET"), OPERATOR_TOKEN: secret(path, vars, "OPERATOR_TOKEN") };
}

/**
 * Writes `.dev.vars` if the developer gives no secrets in any of the ways that wrangler reads: that file, an `.env` file or the
 * environment. Returns whether it was written. Changes no existing file.
 */
export function writeMissingDevVars(root: string, environment: NodeJS.ProcessEnv = process.env): boolean {
  const files = ENV_FILES.map((name) => join(root, name)).filter((path) => existsSync(path));
  const isGiven =
    existsSync(join(root, FILE)) ||
    environment["MASTER_SECRET"] !== undefined ||
    files.some((path) => parseVars(readFileSync(path, "utf8")).has("MASTER_SECRET"));
  if (!isGiven) ensureDevVars(join(root, FILE));
  return !isGiven;
}

/** What `.dev.vars` sets that `wrangler dev` does not pass to the Worker: with `[secrets]`, it passes only what wrangler.toml names. */
export function unlistedVars(root: string): Map<string, string> {
  const path = join(root, FILE);
  if (!existsSync(path)) return new Map();
  const { vars = {}, secrets } = parse(readFileSync(join(root, "wrangler.toml"), "utf8")) as Unstable_RawConfig;
  const listed = new Set([...Object.keys(vars), ...(secrets?.required ?? [])]);
  return new Map([...parseVars(readFileSync(path, "utf8"))].filter(([name, value]) => !listed.has(name) && value !== ""));
}

/** Whether `.dev.vars` exists and leaves ENVIRONMENT at production. */
export function isEnvironmentMissing(root: string): boolean {
  const path = join(root, FILE);
  return existsSync(path) && !parseVars(readFileSync(path, "utf8")).has("ENVIRONMENT");
}

/** What a developer who starts `wrangler dev` directly should know about their `.dev.vars`. `npm run dev` passes these by itself. */
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

function freshVars(): string {
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

/** `NAME=value` lines, the value perhaps quoted; comments and the rest are passed over. */
function parseVars(text: string): Map<string, string> {
  return new Map(Object.entries(parseEnv(text)).map(([name, value = ""]) => [name, value]));
}
