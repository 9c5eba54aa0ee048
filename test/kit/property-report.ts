import { relative } from "node:path";
import type { Reporter, TestCase } from "vitest/node";
import "./property-run.ts";

/** Prints the number of cases of each property at the end of a run. */
export class PropertyReport implements Reporter {
  readonly #lines: { name: string; text: string }[] = [];

  onTestCaseResult(test: TestCase): void {
    const runs = test.meta().properties ?? [];
    if (runs.length === 0) return;
    const [tried, required, ms] = (["tried", "required", "ms"] as const).map((name) => runs.reduce((sum, run) => sum + run[name], 0));
    const name = `${relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`;
    this.#lines.push({
      name,
      text: `${String(tried).padStart(6)} of ${String(required).padEnd(6)} ${String(Math.round(ms ?? 0)).padStart(6)} ms  ${name}`,
    });
  }

  onTestRunEnd(): void {
    if (this.#lines.length === 0) return;
    const lines = this.#lines.toSorted((one, other) => one.name.localeCompare(other.name)).map(({ text }) => text);
    process.stdout.write(`\n Cases tried per property:\n${lines.join("\n")}\n`);
  }
}
