/**
 * Finds regular expressions that take more than linear time, with which one long text could block an isolate for seconds. Checks every
 * literal in src, cli and packages.
 */
import { globSync, readFileSync } from "node:fs";
import { type AnyNode, parse } from "acorn";
import { transformSync } from "esbuild";
import { analyse } from "scslre";

/**
 * Files that build expressions from route paths, whose parameters are `[^/]+`, and from what identifies a person
 * (test/worker/personal-data/person.test.ts). These are linear.
 */
const EXEMPT_FILES: ReadonlySet<string> = new Set([
  "src/platform/http/mount.ts",
  "src/entrypoints/console/router.ts",
  "src/tenants/personal-data/identifier-pattern.ts",
]);

const violations: string[] = [];
const checked = new Set<string>();

/** Records the violations in a node of a file and in all its descendants. */
function visit(file: string, node: AnyNode): void {
  if (node.type === "Literal" && node.regex !== undefined && node.regex !== null)
    checkExpression(file, node.regex.pattern, node.regex.flags);
  const isMade =
    (node.type === "NewExpression" || node.type === "CallExpression") && node.callee.type === "Identifier" && node.callee.name === "RegExp";
  if (isMade && !EXEMPT_FILES.has(file)) violations.push(`${file}: RegExp() cannot be checked; use a literal.`);
  for (const child of Object.values(node).flat()) if (isNode(child)) visit(file, child);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function checkExpression(file: string, source: string, flags: string): void {
  checked.add(`/${source}/${flags}`);
  const { reports } = analyse({ source, flags });
  for (const { type, exponential } of reports) {
    violations.push(`${file}: /${source}/${flags} takes ${exponential ? "exponential" : "quadratic"} time (${type}).`);
  }
}

for (const file of globSync("{src,cli,packages}/**/*.{ts,tsx}", { exclude: ["**/node_modules/**"] })) {
  const { code } = transformSync(readFileSync(file, "utf8"), {
    loader: file.endsWith(".tsx") ? "tsx" : "ts",
    target: "esnext",
    jsx: "automatic",
  });
  visit(file, parse(code, { ecmaVersion: "latest", sourceType: "module" }));
}

for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;
else console.log(`${checked.size} regular expressions, all of linear time.`);
