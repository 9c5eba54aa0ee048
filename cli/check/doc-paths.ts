/**
 * Checks the references in documents and comments: paths, anchors and npm scripts must exist, and no document outside the repository may be
 * cited.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { BENCHMARKS } from "../../bench/benchmarks.ts";
import { SUITES } from "../test/suites.ts";
import { CHECKS } from "./checks.ts";
import { brokenReferences, type SourceText } from "./docs/references.ts";
import { brokenCalls, missingCalls, type Scripts } from "./docs/scripts.ts";

/** Migrations are excluded, because applied ones must not change. */
const PATTERNS = ["*.{md,toml}", "{docs,src,test,cli,bench,packages}/**/*.{md,ts,tsx,css}"];

/** More files that call npm scripts. */
const SCRIPT_PATTERNS = [...PATTERNS, "*.{json,yaml}", "vitest.config.ts", ".dev.vars*.example", ".ci/run", ".github/**/*.{md,yml}"];

/** The tests of this check have broken references on purpose. */
const EXCLUDED = ["**/node_modules/**", "test/node/check/{references,scripts}.test.ts"];

/** The changelog may also name scripts that a former release had. */
const SCRIPTS_EXCLUDED = [...EXCLUDED, "CHANGELOG.md"];

function readAll(patterns: readonly string[], exclude: readonly string[]): SourceText[] {
  return globSync(patterns, { exclude }).map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

/** The scripts of package.json with the names in their tables. */
function npmScripts(): Scripts {
  const tables: Record<string, object> = { test: SUITES, check: CHECKS, bench: BENCHMARKS };
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  return Object.fromEntries(
    Object.keys(scripts).map((name) => {
      const table = tables[name];
      return [name, table === undefined ? null : Object.keys(table)];
    }),
  );
}

const scripts = npmScripts();
const contributing = { path: "CONTRIBUTING.md", text: readFileSync("CONTRIBUTING.md", "utf8") };
const broken = [
  ...brokenReferences(readAll(PATTERNS, EXCLUDED), existsSync),
  ...brokenCalls(readAll(SCRIPT_PATTERNS, SCRIPTS_EXCLUDED), scripts),
  ...missingCalls(contributing, scripts),
];
for (const line of broken) console.error(line);
if (broken.length > 0) process.exitCode = 1;
