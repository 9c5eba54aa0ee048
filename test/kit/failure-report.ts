import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** The list of the failed files of the last run, one per line, which .ci/run repeats once. */
const FAILED_FILES = resolve("node_modules/.cache/tests/failed-files");

const firstLine = (errors: readonly { message: string }[]): string => errors[0]?.message.split("\n", 1)[0] ?? "failed";

function linesOf(module: TestModule, file: string): string[] {
  const tests = [...module.children.allTests("failed")].map(
    (test) => `${file}: ${test.fullName}: ${firstLine(test.result().errors ?? [])}`,
  );
  const suites = [module, ...module.children.allSuites()].flatMap((suite) =>
    suite.errors().length === 0 ? [] : [`${file}: ${"fullName" in suite ? suite.fullName : "the file"}: ${firstLine(suite.errors())}`],
  );
  return [...suites, ...tests];
}

/** Prints each failure in one line at the end of a run, so that a truncated output has them. */
export class FailureReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    rmSync(FAILED_FILES, { force: true });
    const failed = modules
      .filter((module) => module.state() === "failed")
      .map((module) => ({ module, file: relative(process.cwd(), module.moduleId) }));
    const lines = [
      ...failed.flatMap(({ module, file }) => linesOf(module, file)),
      ...(unhandled.length > 0 ? [`Outside a test: ${firstLine(unhandled)}`] : []),
    ];
    if (lines.length === 0) return;
    // An error outside a test has no file to repeat.
    if (unhandled.length === 0) {
      mkdirSync(dirname(FAILED_FILES), { recursive: true });
      writeFileSync(FAILED_FILES, [...new Set(failed.map(({ file }) => file))].join("\n"));
    }
    process.on("exit", () => process.stderr.write(`\nFailed:\n${lines.map((line) => `  ${line}\n`).join("")}`));
  }
}
