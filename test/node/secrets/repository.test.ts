import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { isWellFormed, newSecret } from "../../../src/platform/crypto/credential-secret.ts";
import { program } from "../program.ts";
import { builtProject, builtWorker } from "../server/built-worker.ts";

/** A public sample for tests: the bytes 0 to 31. */
const SAMPLES = new Set(["whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="]);

/** The formats of secrets. */
const FORMATS: readonly { what: string; pattern: RegExp; isSecret?: (found: string) => boolean }[] = [
  { what: "an API key", pattern: /ak_live_\w{36}/g, isSecret: (found) => isWellFormed("api_key", found) },
  { what: "an API token", pattern: /sk_live_\w{36}/g, isSecret: (found) => isWellFormed("api_token", found) },
  { what: "a webhook's secret", pattern: /whsec_[A-Za-z0-9+/]{40,}=*/g, isSecret: (found) => !SAMPLES.has(found) },
  { what: "a private key", pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/g },
  { what: "a setting", pattern: /^(?:MASTER_SECRET\w*|OPERATOR_TOKEN|CLOUDFLARE_API_TOKEN) *= *["']?[^\s"'#]{8,}/gm },
  { what: "a cloud's key", pattern: /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{36}|npm_\w{36}|xox[bp]-[\w-]{20,})\b/g },
];

function secretsIn(text: string): string[] {
  return FORMATS.flatMap(({ what, pattern, isSecret }) =>
    [...text.matchAll(pattern)].flatMap(([found]) =>
      isSecret === undefined || isSecret(found) ? [`${what}: ${found.slice(0, 12)}…`] : [],
    ),
  );
}

/** The secrets of a `.dev.vars`, which have no recognizable format. */
function localSecrets(project: string): string[] {
  return [...readFileSync(join(project, ".dev.vars"), "utf8").matchAll(/^(?:MASTER_SECRET\w*|OPERATOR_TOKEN)=(\S+)/gm)].flatMap(
    ([, value]) => value ?? [],
  );
}

it("the search finds each form of a secret", () => {
  const text = [
    newSecret("api_key"),
    newSecret("api_token"),
    `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
    ["-----BEGIN", "PRIVATE KEY-----"].join(" "),
    ["\nMASTER_SECRET", "something-long-enough"].join("="),
    `AKIA${"A".repeat(16)}`,
  ].join(" ");
  expect(secretsIn(text).map((found) => found.replace(/:.*/s, ""))).toEqual(FORMATS.map(({ what }) => what));
});

// A downloaded archive has no commits.
const isMissing = program("git") === null || !existsSync(".git");

it.skipIf(isMissing)("the repository contains no secret, in no file and in no commit", { tags: "long", timeout: 60_000 }, () => {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", maxBuffer: 1 << 30 });
  const names = git("ls-files", "-z").split("\0").filter(Boolean);
  expect(names.length).toBeGreaterThan(100);
  for (const name of [".dev.vars", ".env"]) expect(names).not.toContain(name);
  // A deleted file that is not committed is ignored.
  for (const name of names.filter((one) => existsSync(one))) expect(secretsIn(readFileSync(name, "latin1")), name).toEqual([]);
  const history = git("log", "--all", "-p", "--no-color", "--unified=0");
  expect(secretsIn(history)).toEqual([]);
});

it("the platform stores only our log lines: its own would contain each request's URL with its search terms", () => {
  const text = readFileSync("wrangler.toml", "utf8");
  expect(text).toContain("[observability]\nenabled = true\nredact_query_string = true\n");
  expect(text).toContain("[observability.logs]\nenabled = true\ninvocation_logs = false\n");
});

it("the bundle contains no secret, and the Worker no path of this machine", async () => {
  const [{ modules }, project] = await Promise.all([builtWorker(), builtProject()]);
  const folder = dirname(modules[0]);
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
  expect(files.map(([name]) => name)).toContain("worker.js");
  const secrets = localSecrets(project);
  expect(secrets).toHaveLength(2);
  for (const [name, text] of files) {
    expect(secretsIn(text), name).toEqual([]);
    for (const secret of secrets) expect(text.includes(secret), name).toBe(false);
  }
  const [, worker = ""] = files.find(([name]) => name === "worker.js") ?? [];
  for (const path of [process.cwd(), project]) expect(worker).not.toContain(path);
});
