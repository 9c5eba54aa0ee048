import { relative } from "node:path";
import type { Reporter, TestCase } from "vitest/node";
import "./property-run.ts";

/** Prints the number of cases of each property at the end of a run. */
export class PropertyReport implements Reporter {
  readonly #lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const runs = test.meta().properties ?? [];
    if (runs.length === 0) return;
    const [tried, required, ms] = (["tried", "required", "ms"] as const).map((name) => runs.reduce((sum, run) => sum + run[name], 0));
    this.#lines.push(
      `${String(tried).padStart(6)} of ${String(required).padEnd(6)} ${String(Math.round(ms ?? 0)).padStart(6)} ms  ${relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`,
    );
  }

  onTestRunEnd(): void {
    if (this.#lines.length === 0) return;
    const lines = this.#lines.toSorted((one, other) => one.slice(27).localeCompare(other.slice(27)));
    process.stdout.write(`\n Cases tried per property:\n${lines.join("\n")}\n`);
  }
}
