import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** Secrets of the local Worker. */
export interface DevVars {
  MASTER_SECRET: string;
  OPERATOR_TOKEN: string;
}

/**
 * Reads `.dev.vars`; where there is none, writes one with random secrets that only its owner can read. Throws where an
 * existing one lacks a secret: it is somebody's, so it is not changed.
 */
export function ensureDevVars(path: string): DevVars {
  if (!existsSync(path)) writeFileSync(path, freshVars(), { mode: 0o600, flag: "wx" });
  const vars = parseVars(readFileSync(path, "utf8"));
  return { MASTER_SECRET: secret(path, vars, "MASTER_SECRET"), OPERATOR_TOKEN: secret(path, vars, "OPERATOR_TOKEN") };
}

function freshVars(): string {
  return [
    "# Written by `npm run dev` for this machine alone. Never commit or deploy it.",
    `MASTER_SECRET=${randomBytes(36).toString("base64url")}`,
    `OPERATOR_TOKEN=${randomBytes(36).toString("base64url")}`,
    "ALLOW_INSECURE_WEBHOOK_TARGETS=true",
    "",
  ].join("\n");
}

function secret(path: string, vars: Map<string, string>, name: string): string {
  const value = vars.get(name) ?? "";
  if (value.length < 32)
    throw new Error(`${path}: ${name} needs at least 32 characters. Add it, or delete the file to have a new one written.`);
  return value;
}

/** `NAME=value` lines, the value perhaps quoted; comments and the rest are passed over. */
function parseVars(text: string): Map<string, string> {
  return new Map(Object.entries(parseEnv(text)).map(([name, value = ""]) => [name, value]));
}
