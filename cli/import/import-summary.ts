import type { Outcome } from "../../src/orders/files/bulk-results.ts";
import type { Order } from "../../src/orders/files/format.ts";
import { formatUnits } from "../../src/orders/files/money.ts";

const OUTCOMES = ["created", "updated", "unchanged", "skipped", "failed"] as const satisfies readonly Outcome[];
const WOULD: Readonly<Record<Outcome, string>> = {
  created: "would be created",
  updated: "would be updated",
  unchanged: "would be unchanged",
  skipped: "would be skipped",
  failed: "would fail",
};

/** The width of the column of names in a summary. */
export const LABEL_WIDTH = 12;

/** Counts of one import, and its summary in words. */
export class ImportSummary {
  readonly orders: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  readonly #failures = new Map<string, number>();
  readonly #messages = new Map<string, string>();
  readonly #skippedRows = new Map<string, number>();
  readonly #warnings = new Map<string, number>();
  readonly #sums = new Map<string, { orders: number; units: bigint }>();
  readonly #dryRun: boolean;
  #read = 0;
  #items = 0;

  constructor(dryRun: boolean) {
    this.#dryRun = dryRun;
  }

  /** An order that was read and understood; `units` is its total in 1/10,000. */
  sent(order: Order, units: number): void {
    this.#items += order.items.length;
    const key = `${order.status}, ${order.currency}`;
    const sum = this.#sums.get(key) ?? { orders: 0, units: 0n };
    this.#sums.set(key, { orders: sum.orders + 1, units: sum.units + BigInt(units) });
  }

  rows(read: number): void {
    this.#read += read;
  }

  /** `message` says in words what the reason is; of each reason the first one is shown. */
  outcome(outcome: Outcome, reason: string, message: string): void {
    this.orders[outcome] += 1;
    if (outcome !== "failed") return;
    countOne(this.#failures, reason);
    if (!this.#messages.has(reason)) this.#messages.set(reason, message);
  }

  skippedRow(reason: string): void {
    countOne(this.#skippedRows, reason);
  }

  warning(reason: string): void {
    countOne(this.#warnings, reason);
  }

  /** The summary, one fact a line. `seconds` is the run's whole length, `peakBytes` its largest resident memory. */
  summary(run: { seconds: number; peakBytes: number }): string {
    const wordOf = (outcome: Outcome) => (this.#dryRun ? WOULD[outcome] : outcome);
    const posted = OUTCOMES.reduce((sum, outcome) => sum + this.orders[outcome], 0);
    const lines: [string, string][] = [
      ["orders", OUTCOMES.map((outcome) => `${number(this.orders[outcome])} ${wordOf(outcome)}`).join(", ")],
      ...listed(`  ${wordOf("failed")}`, this.#failures).map(([name, text]): [string, string] => {
        const message = this.#messages.get(text.slice(text.indexOf(" ") + 1)) ?? "";
        return [name, message === "" ? text : `${text}: ${message}`];
      }),
      ["items", number(this.#items)],
      ["rows", `${number(this.#read)} read, ${number(sumOf(this.#skippedRows))} ${wordOf("skipped")}`],
      ...listed(`  ${this.#dryRun ? "would skip" : "skipped"}`, this.#skippedRows),
      ...listed("warnings", this.#warnings),
      ...[...this.#sums]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([key, sum]): [string, string] => ["total", `${formatUnits(sum.units)} (${key}: ${number(sum.orders)} orders)`]),
      ["time", `${run.seconds.toFixed(1)} s, ${number(Math.round(posted / Math.max(run.seconds, 0.001)))} orders/s`],
      ["peak memory", `${Math.round(run.peakBytes / 1024 / 1024)} MB`],
    ];
    const head = this.#dryRun ? "Dry run: nothing was written.\n" : "";
    return head + lines.map(([name, text]) => `${name.padEnd(LABEL_WIDTH)} ${text}`).join("\n");
  }
}

function listed(name: string, counts: Map<string, number>): [string, string][] {
  return [...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([reason, times]) => [name, `${number(times)} ${reason}`]);
}

function countOne(counts: Map<string, number>, reason: string): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

function sumOf(counts: Map<string, number>): number {
  return [...counts.values()].reduce((sum, next) => sum + next, 0);
}

function number(value: number): string {
  return value.toLocaleString("en");
}
