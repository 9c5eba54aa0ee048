import type { Outcome } from "../../src/resources/orders/files/bulk-results.ts";
import { isUpdate, type Order, type OrderUpdate } from "../../src/resources/orders/files/format.ts";
import { formatUnits } from "../../src/resources/orders/files/money.ts";

const OUTCOMES = ["created", "updated", "unchanged", "skipped", "failed"] as const satisfies readonly Outcome[];
const DRY_RUN_LABELS: Readonly<Record<Outcome, string>> = {
  created: "would be created",
  updated: "would be updated",
  unchanged: "would be unchanged",
  skipped: "would be skipped",
  failed: "would fail",
};

/** The width of the label column of a summary. */
export const LABEL_WIDTH = 13;

/** Counts the orders and rows of one import, and formats the summary. */
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

  /** Adds an order that was parsed. `units` is its total in 1/10,000. Totals of updates are not summed up: their orders exist already. */
  addOrder(order: Order | OrderUpdate, units: number): void {
    this.#items += order.items.length;
    if (isUpdate(order)) return;
    const key = `${order.status}, ${order.currency ?? "the store's currency"}`;
    const sum = this.#sums.get(key) ?? { orders: 0, units: 0n };
    this.#sums.set(key, { orders: sum.orders + 1, units: sum.units + BigInt(units) });
  }

  addRows(read: number): void {
    this.#read += read;
  }

  /** Adds the outcome of an order. The summary shows the first `message` of each reason. */
  addOutcome(outcome: Outcome, reason: string, message: string): void {
    this.orders[outcome] += 1;
    if (outcome !== "failed") return;
    countOne(this.#failures, reason);
    if (!this.#messages.has(reason)) this.#messages.set(reason, message);
  }

  addSkippedRow(reason: string): void {
    countOne(this.#skippedRows, reason);
  }

  addWarning(reason: string): void {
    countOne(this.#warnings, reason);
  }

  /** Formats the summary. `seconds` is the duration of the run, and `peakBytes` its largest resident memory. */
  format(run: { seconds: number; peakBytes: number }): string {
    const labelOf = (outcome: Outcome) => (this.#dryRun ? DRY_RUN_LABELS[outcome] : outcome);
    const posted = OUTCOMES.reduce((sum, outcome) => sum + this.orders[outcome], 0);
    const lines: [string, string][] = [
      ["orders", OUTCOMES.map((outcome) => `${number(this.orders[outcome])} ${labelOf(outcome)}`).join(", ")],
      ...listed(`  ${labelOf("failed")}`, this.#failures).map(([name, text]): [string, string] => {
        const message = this.#messages.get(text.slice(text.indexOf(" ") + 1)) ?? "";
        return [name, message === "" ? text : `${text}: ${message}`];
      }),
      ["items", number(this.#items)],
      ["rows", `${number(this.#read)} read, ${number(sumOf(this.#skippedRows))} ${labelOf("skipped")}`],
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
