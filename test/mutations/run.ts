/**
 * The mutation check: plants one known fault at a time in a copy of the repository and runs the tests that must find it.
 *
 *   npm test -- mutations               all of them
 *   npm test -- mutations --only=name   some of them, by name, separated by commas
 *   npm test -- mutations --properties  those that name a property: it must find the fault with each of 50 seeds
 *   npm test -- mutations --whole       where the named tests, other than properties, find nothing: the whole of `npm test`, then of `npm run test:long`
 *
 * Exits with 1 unless each fault is found, all but two of them by tests of `npm test`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { copyRepository } from "./copy.ts";
import { type Mutation, MUTATIONS, problemsOf } from "./list.ts";
import { type FailedTest, killRunning, runVitest } from "./vitest-run.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const LONG_SUFFIX = ".long.test.ts";

/** The number of faults that may be found only by `npm run test:long`. */
const MAX_KILLED_BY_LONG_ALONE = 2;

/** The number of seeds with which a property must find its fault. */
const PROPERTY_RUNS = 50;

const MINUTE_MS = 60_000;
const RUN_TIMEOUT_MS = 10 * MINUTE_MS;
const BASELINE_TIMEOUT_MS = 30 * MINUTE_MS;
const SUITE_TIMEOUT_MS = 60 * MINUTE_MS;

const VITEST = ["node_modules/.bin/vitest", "run"] as const;

/** The result of one mutation. */
interface Result {
  mutation: Mutation;
  status: "killed" | "survived" | "inconclusive";
  /** The command that failed; null if none did. */
  killedBy: Script | null;
  /** The first test that failed, or the reason for an inconclusive result. */
  detail: string;
  seconds: number;
}

type Script = "npm test" | "npm run test:long";

/** A way to run tests: a command that ends in `vitest run`, and the beginnings of the paths of the files that it is to run. */
interface TestCommand {
  script: Script;
  command: readonly string[];
  files: readonly string[];
  timeoutMs: number;
}

/** The commands that run the named tests, each as the npm script that they belong to would. */
function commandsFor(tests: readonly string[], timeoutMs: number): TestCommand[] {
  const long = tests.filter((test) => test.endsWith(LONG_SUFFIX));
  const short = tests.filter((test) => !test.endsWith(LONG_SUFFIX));
  return [
    ...(short.length > 0 ? [{ script: "npm test" as const, command: VITEST, files: short, timeoutMs }] : []),
    ...(long.length > 0 ? [{ script: "npm run test:long" as const, command: [...VITEST, "--mode", "long"], files: long, timeoutMs }] : []),
  ];
}

const WHOLE_SUITES: readonly TestCommand[] = [
  { script: "npm test", command: ["npm", "test", "--"], files: [], timeoutMs: SUITE_TIMEOUT_MS },
  { script: "npm run test:long", command: ["npm", "run", "test:long", "--"], files: [], timeoutMs: SUITE_TIMEOUT_MS },
];

/** A title as an argument of `-t`. */
const asPattern = (title: string): string => `${title.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}$`;

/**
 * Runs a command. Returns the failed test, or null if all passed. A test that fails by chance proves nothing, so it must fail again when
 * it runs alone. Throws if the result is inconclusive.
 */
async function failedTest(root: string, { script, command, files, timeoutMs }: TestCommand): Promise<FailedTest | null> {
  const doubts: string[] = [];
  // The first failure is enough, unless a chance failure precedes the relevant one.
  for (const bail of [true, false]) {
    const run = await runVitest(root, [...command, ...files], timeoutMs, { bail });
    if (run.outcome === "passed") return null;
    if (run.outcome === "broken") throw new Error(`${script}: ${run.reason}`);
    for (const test of run.tests) {
      const again = await runVitest(root, [...command, test.file, "-t", asPattern(test.title)], timeoutMs);
      if (again.outcome === "failed") return test;
      doubts.push(test.text);
    }
  }
  throw new Error(`${script}: these tests failed, but not again when they were run by themselves:\n${doubts.join("\n")}`);
}

/** Checks the property that must find a fault with each of its seeds. */
async function resultOfProperty(root: string, property: string, tests: readonly string[]): Promise<Omit<Result, "mutation" | "seconds">> {
  const command = [...VITEST, ...tests, "-t", asPattern(property)];
  const run = await runVitest(root, command, SUITE_TIMEOUT_MS, { bail: false, env: { PROPERTY_RUNS: String(PROPERTY_RUNS) } });
  if (run.outcome === "broken") return { status: "inconclusive", killedBy: null, detail: run.reason };
  const failed = run.outcome === "failed" ? run.tests.map(({ text }) => text).find((text) => text.includes("found in ")) : undefined;
  if (failed === undefined) return { status: "survived", killedBy: null, detail: `found in 0 of ${PROPERTY_RUNS} runs` };
  const isProved = failed.includes(`found in ${PROPERTY_RUNS} of ${PROPERTY_RUNS} runs`);
  return { status: isProved ? "killed" : "survived", killedBy: isProved ? "npm test" : null, detail: failed };
}

/** Checks the property of a mutation. If it names none, runs the commands in turn until one fails. */
async function resultOf(mutation: Mutation, root: string, whole: boolean): Promise<Omit<Result, "mutation" | "seconds">> {
  if (mutation.property !== undefined) return await resultOfProperty(root, mutation.property, mutation.tests);
  let doubt: string | null = null;
  for (const command of [...commandsFor(mutation.tests, RUN_TIMEOUT_MS), ...(whole ? WHOLE_SUITES : [])]) {
    try {
      const failed = await failedTest(root, command);
      if (failed !== null) return { status: "killed", killedBy: command.script, detail: failed.text };
    } catch (error) {
      doubt ??= error instanceof Error ? error.message : String(error);
    }
  }
  return { status: doubt === null ? "survived" : "inconclusive", killedBy: null, detail: doubt ?? "" };
}

/** Applies one mutation, runs its tests, and restores the file. */
async function check(mutation: Mutation, root: string, whole: boolean): Promise<Result> {
  const startedAt = performance.now();
  const path = join(root, mutation.file);
  const original = readFileSync(path, "utf8");
  // The replacement is a function, so that `$` in it stays unchanged.
  writeFileSync(
    path,
    original.replace(mutation.search, () => mutation.replace),
  );
  try {
    return { mutation, ...(await resultOf(mutation, root, whole)), seconds: Math.round((performance.now() - startedAt) / 1000) };
  } finally {
    writeFileSync(path, original);
  }
}

/** Runs all named tests on the unchanged source. Throws unless they pass, because otherwise a failure would prove nothing. */
async function requirePassing(mutations: readonly Mutation[], root: string): Promise<void> {
  const named = [...new Set(mutations.flatMap(({ tests }) => tests))];
  for (const { command, files, timeoutMs } of commandsFor(named, BASELINE_TIMEOUT_MS)) {
    const run = await runVitest(root, [...command, ...files], timeoutMs, { bail: false });
    if (run.outcome === "failed") {
      throw new Error(`These tests fail without any mutation:\n${run.tests.map(({ text }) => text).join("\n")}`);
    }
    if (run.outcome === "broken") throw new Error(`The tests do not run without any mutation: ${run.reason}`);
  }
}

function reportOf(results: readonly Result[]): string {
  const rows = [
    ["mutation", "file", "result", "killed by", "s"],
    ...results.map(({ mutation, status, killedBy, seconds }) => [mutation.name, mutation.file, status, killedBy ?? "", String(seconds)]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function selectMutations(only: string | undefined, withProperty: boolean): readonly Mutation[] {
  if (only === undefined) return MUTATIONS.filter(({ property }) => !withProperty || property !== undefined);
  const names = only.split(",");
  const unknown = names.filter((name) => !MUTATIONS.some((mutation) => mutation.name === name));
  if (unknown.length > 0) throw new Error(`No mutation is named ${unknown.join(", ")}.`);
  return MUTATIONS.filter(({ name }) => names.includes(name));
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      properties: { type: "boolean", default: false },
      whole: { type: "boolean", default: false },
    },
  });
  const mutations = selectMutations(values.only, values.properties);
  const problems = problemsOf(ROOT);
  if (problems.length > 0) throw new Error(`The list of mutations no longer fits the repository:\n${problems.join("\n")}`);

  const copy = copyRepository(ROOT);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      killRunning();
      copy.remove();
      process.exit(1);
    });
  }
  try {
    console.log("Running the named tests without any mutation.");
    await requirePassing(mutations, copy.root);
    const results: Result[] = [];
    for (const [index, mutation] of mutations.entries()) {
      const result = await check(mutation, copy.root, values.whole);
      results.push(result);
      console.log(`${index + 1}/${mutations.length} ${mutation.name}: ${result.status} (${result.seconds} s)`);
      console.log(`    ${mutation.fault}`);
      if (result.detail !== "") console.log(`    ${result.detail}`);
    }
    const killed = results.filter(({ status }) => status === "killed");
    const byNpmTest = killed.filter(({ killedBy }) => killedBy === "npm test");
    console.log(`\n${reportOf(results)}\n`);
    console.log(`Killed: ${killed.length} of ${results.length}, by tests of npm test: ${byNpmTest.length}.`);
    return killed.length === results.length && results.length - byNpmTest.length <= MAX_KILLED_BY_LONG_ALONE ? 0 : 1;
  } finally {
    copy.remove();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
