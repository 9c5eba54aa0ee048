import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join, relative } from "node:path";

/** A test that failed. */
export interface FailedTest {
  /** Path of its file in the repository. */
  file: string;
  /** Its own title, without those of the blocks around it. */
  title: string;
  /** Its file, its full name, and the beginning of its error. */
  text: string;
}

/** The result of one run of the tests. */
export type TestRun =
  | { outcome: "passed" }
  | { outcome: "failed"; tests: [FailedTest, ...FailedTest[]] }
  /** No test failed, but the run did not pass either: it timed out or broke before it could test anything. */
  | { outcome: "broken"; reason: string };

/** The parts of Vitest's JSON report that are read here. */
interface Report {
  success: boolean;
  testResults: { name: string; message: string; assertionResults: AssertionResult[] }[];
}

interface AssertionResult {
  title: string;
  fullName: string;
  status: string;
  failureMessages?: string[];
}

const REPORT = "dist/mutation-report.json";
const MAX_OUTPUT_LENGTH = 20_000;
const MAX_MESSAGE_LENGTH = 200;

/** Process groups that are running, so that an interrupted script leaves none behind. */
const running = new Set<number>();

/** Kills every running process that this script has started. */
export function killRunning(): void {
  for (const group of running) killGroup(group);
}

function killGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/**
 * Runs a command that ends in `vitest run` in the repository copy at `root`, and kills it after `timeoutMs`. Vitest stops at the
 * first failed test unless `bail` is false. `env` adds to the environment.
 */
export async function runVitest(
  root: string,
  command: readonly string[],
  timeoutMs: number,
  { bail = true, env: added = {} }: { bail?: boolean; env?: Readonly<Record<string, string>> } = {},
): Promise<TestRun> {
  const report = join(root, REPORT);
  rmSync(report, { force: true });
  // Only the default report, for people, has errors outside of tests.
  const options = ["--reporter=default", "--reporter=json", `--outputFile=${report}`, ...(bail ? ["--bail=1"] : [])];
  const [program = "", ...args] = [...command, ...options];
  // As npm does for its scripts: the installed version of Node comes first. workerd compares PWD with its working directory.
  const path = `${join(root, "node_modules/.bin")}${delimiter}${process.env["PATH"] ?? ""}`;
  const env = { ...process.env, ...added, PATH: path, PWD: root, NO_COLOR: "1" };
  // A separate process group, so that workerd and other processes of the tests end with it.
  const child = spawn(program, args, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const group = child.pid;
  if (group === undefined) return { outcome: "broken", reason: `${program} could not be started` };
  running.add(group);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT_LENGTH);
    });
  }
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(group);
    // Processes that may still have the other ends of the pipes open are not waited for.
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }, timeoutMs);
  await once(child, "close");
  clearTimeout(timer);
  killGroup(group);
  running.delete(group);
  if (timedOut) return { outcome: "broken", reason: `timed out after ${timeoutMs / 1000} s` };
  if (!existsSync(report)) return { outcome: "broken", reason: `no report from Vitest:\n${output}` };
  return readReport(root, JSON.parse(readFileSync(report, "utf8")) as Report, output);
}

function readReport(root: string, { success, testResults }: Report, output: string): TestRun {
  const [first, ...others] = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map((result) => failedTest(relative(root, name), result)),
  );
  if (first !== undefined) return { outcome: "failed", tests: [first, ...others] };
  if (success && testResults.length > 0) return { outcome: "passed" };
  const messages = testResults.map(({ message }) => message).filter((message) => message !== "");
  return { outcome: "broken", reason: messages.length > 0 ? messages.join("\n") : output };
}

function failedTest(file: string, { title, fullName, failureMessages }: AssertionResult): FailedTest {
  const [message = ""] = (failureMessages?.[0] ?? "").split("\n", 1);
  return { file, title, text: `${file}: ${fullName}: ${message.slice(0, MAX_MESSAGE_LENGTH)}` };
}
