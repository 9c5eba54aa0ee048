/** `slow` and `unknown` do not mean that something is wrong. */
type Verdict = "ok" | "slow" | "unknown" | "NOT OK";

/** One line of the table. */
export interface Finding {
  check: string;
  measured: string;
  expected: string;
  verdict: Verdict;
  /** What to do, if it is not ok. */
  advice?: string;
}

/** Ends an examination whose next steps make no sense after what was found. */
export class Stop extends Error {}

/** What an examination has found so far. */
export class Report {
  readonly findings: Finding[] = [];

  add(finding: Finding): void {
    this.findings.push(finding);
  }

  /** Adds a finding that is ok or not. */
  expect(isOk: boolean, { advice, ...finding }: Omit<Finding, "verdict">): void {
    if (isOk) this.add({ ...finding, verdict: "ok" });
    else this.add({ ...finding, verdict: "NOT OK", ...(advice !== undefined && { advice }) });
  }

  /** Adds something that is not ok, and ends the examination. */
  stop(finding: Omit<Finding, "verdict">): never {
    this.expect(false, finding);
    throw new Stop(finding.check);
  }

  get isOk(): boolean {
    return this.findings.every(({ verdict }) => verdict !== "NOT OK");
  }

  /** The table, and what to do. */
  toString(): string {
    const rows = [
      ["check", "measured", "expected", ""],
      ...this.findings.map(({ check, measured, expected, verdict }) => [check, measured, expected, verdict]),
    ];
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
    const advice = this.findings.flatMap(({ check, advice: what }) => (what === undefined ? [] : [`${check}: ${what}`]));
    return [...lines, ...(advice.length === 0 ? [] : ["", "What to do:", "", ...advice.map((text) => `  ${text}`)])].join("\n");
  }
}
