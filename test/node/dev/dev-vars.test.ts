import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ensureDevVars } from "../../../cli/dev/dev-vars.ts";

const freshPath = () => join(mkdtempSync(join(tmpdir(), "dev-vars-")), ".dev.vars");

it("writes random secrets for the owner alone, and keeps them", () => {
  const path = freshPath();
  const made = ensureDevVars(path);
  expect(made.MASTER_SECRET).toMatch(/^[\w-]{48}$/);
  expect(made.OPERATOR_TOKEN).toMatch(/^[\w-]{48}$/);
  expect(made.OPERATOR_TOKEN).not.toBe(made.MASTER_SECRET);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(/^ALLOW_INSECURE_WEBHOOK_TARGETS=true$/m);
  expect(ensureDevVars(path)).toEqual(made);
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(ensureDevVars(freshPath())).not.toEqual(made);
});

it("reads what somebody wrote by hand", () => {
  const path = freshPath();
  writeFileSync(path, `# mine\r\nMASTER_SECRET = "${"m".repeat(32)}"\r\nexport OPERATOR_TOKEN='${"o".repeat(32)}' # long\r\n`);
  expect(ensureDevVars(path)).toEqual({ MASTER_SECRET: "m".repeat(32), OPERATOR_TOKEN: "o".repeat(32) });
});

it("leaves a file alone that lacks a secret, and says which", () => {
  const path = freshPath();
  writeFileSync(path, `MASTER_SECRET=${"m".repeat(32)}\nOPERATOR_TOKEN=short\n`);
  expect(() => ensureDevVars(path)).toThrow(/OPERATOR_TOKEN needs at least 32 characters/);
  expect(readFileSync(path, "utf8")).toContain("OPERATOR_TOKEN=short");
});
