import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { devVarsWarnings, ensureDevVars, unlistedVars, writeMissingDevVars } from "../../../cli/dev/dev-vars.ts";

const freshPath = () => join(mkdtempSync(join(tmpdir(), "dev-vars-")), ".dev.vars");

it("writes random secrets that only the owner can read, and keeps them", () => {
  const path = freshPath();
  const settings = ensureDevVars(path);
  expect(settings.MASTER_SECRET).toMatch(/^[\w-]{48}$/);
  expect(settings.OPERATOR_TOKEN).toMatch(/^[\w-]{48}$/);
  expect(settings.OPERATOR_TOKEN).not.toBe(settings.MASTER_SECRET);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(/^ALLOW_INSECURE_WEBHOOK_TARGETS=true$/m);
  expect(ensureDevVars(path)).toEqual(settings);
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(ensureDevVars(freshPath())).not.toEqual(settings);
});

const folderWith = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), "dev-vars-"));
  writeFileSync(join(folder, "wrangler.toml"), readFileSync("wrangler.toml"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

it("sets the local Worker's environment to development only if a developer has set no secrets", () => {
  const fresh = folderWith({});
  expect(writeMissingDevVars(fresh, {})).toBe(true);
  const written = readFileSync(join(fresh, ".dev.vars"), "utf8");
  expect(written).toMatch(/^ENVIRONMENT=development$/m);
  expect({ warnings: devVarsWarnings(fresh), written: writeMissingDevVars(fresh, {}) }).toEqual({ warnings: [], written: false });
  expect(readFileSync(join(fresh, ".dev.vars"), "utf8")).toBe(written);
  // The other sources of wrangler.
  expect(writeMissingDevVars(folderWith({ ".env": "MASTER_SECRET=of-the-developer\n" }), {})).toBe(false);
  expect(writeMissingDevVars(folderWith({}), { MASTER_SECRET: "of-the-developer" })).toBe(false);
  expect(writeMissingDevVars(folderWith({ ".env": "CLOUDFLARE_ACCOUNT_ID=0123\n" }), {})).toBe(true);
});

it("warns about a .dev.vars without ENVIRONMENT, and about its settings that `wrangler dev` does not pass on", () => {
  const folder = folderWith({ ".dev.vars": "MASTER_SECRET=m\nOPERATOR_TOKEN=o\nOIDC_ISSUER=https://id.example.com\nMAINTENANCE=\n" });
  // MAINTENANCE is empty, so there is nothing to pass on.
  expect([...unlistedVars(folder)]).toEqual([["OIDC_ISSUER", "https://id.example.com"]]);
  expect(devVarsWarnings(folder)).toEqual([
    expect.stringContaining("Add a line: ENVIRONMENT=development"),
    expect.stringContaining("does not pass OIDC_ISSUER from .dev.vars"),
  ]);
});

it("reads a file that was written by hand", () => {
  const path = freshPath();
  writeFileSync(path, `# mine\r\nMASTER_SECRET = "${"m".repeat(32)}"\r\nexport OPERATOR_TOKEN='${"o".repeat(32)}' # long\r\n`);
  expect(ensureDevVars(path)).toEqual({ MASTER_SECRET: "m".repeat(32), OPERATOR_TOKEN: "o".repeat(32) });
});

it("rejects a file with a secret that is too short, names the secret, and does not change the file", () => {
  const path = freshPath();
  const text = `MASTER_SECRET=${"m".repeat(32)}\nOPERATOR_TOKEN=short\n`;
  writeFileSync(path, text);
  expect(() => ensureDevVars(path)).toThrow(/OPERATOR_TOKEN must have at least 32 characters/);
  expect(readFileSync(path, "utf8")).toBe(text);
});
