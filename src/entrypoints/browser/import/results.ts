import type { Tone } from "../../../console/status-tone.ts";
import type { Outcome, OrderResult } from "../../../resources/orders/files/bulk-results.ts";
import { RejectReport } from "../../../resources/orders/files/reject-report.ts";
import { pluralize } from "../../../console/count-text.ts";
import { element, notice, table } from "./element.ts";
import type { FileOrder, OrderFile } from "./order-file.ts";
import { badge, linesOf } from "./preview.ts";

const MAX_SHOWN = 100;

/** An order of the file with its result, or its expected result in a dry run. */
export interface Result extends OrderResult {
  order: FileOrder;
}

const LABELS: Readonly<Record<Outcome, { tone: Tone; actual: string; expected: string }>> = {
  failed: { tone: "bad", actual: "failed", expected: "would fail" },
  created: { tone: "good", actual: "created", expected: "would be created" },
  updated: { tone: "good", actual: "updated", expected: "would be updated" },
  unchanged: { tone: "idle", actual: "unchanged", expected: "would be unchanged" },
  skipped: { tone: "idle", actual: "skipped", expected: "would be skipped" },
};
const OUTCOMES = Object.keys(LABELS) as Outcome[];

export function countOf(results: readonly Result[], ...outcomes: readonly Outcome[]): number {
  return results.filter(({ outcome }) => outcomes.includes(outcome)).length;
}

/** Summarizes the results of all orders in one sentence. */
export function sentence(results: readonly Result[], { dryRun }: { dryRun: boolean }): string {
  const parts = OUTCOMES.map((outcome) => ({ outcome, count: countOf(results, outcome) })).filter(({ count }) => count > 0);
  return `${parts.map(({ outcome, count }) => `${pluralize(count, "order")} ${dryRun ? LABELS[outcome].expected : LABELS[outcome].actual}`).join(", ")}.`;
}

/** Renders the results, the failed orders first, with a link to a file of the failed rows. */
export function resultParts(file: OrderFile, results: readonly Result[], { dryRun }: { dryRun: boolean }): HTMLElement[] {
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const sorted = [...failed, ...results.filter(({ outcome }) => outcome !== "failed")];
  const rows = sorted.slice(0, MAX_SHOWN).map(({ order, outcome, message }) => {
    const { tone, actual, expected } = LABELS[outcome];
    return [order.name === "" ? "(no order number)" : order.name, linesOf(order), badge(tone, dryRun ? expected : actual), message];
  });
  const columns = ["Order", "Lines in the file", "Result", "Reason"];
  return [
    notice(failed.length > 0 ? "bad" : "good", sentence(results, { dryRun })),
    ...(failed.length > 0 ? [failedRowsLink(file, failed)] : []),
    table(dryRun ? "Expected result of each order" : "Result of each order", { columns, rows }),
    ...(sorted.length > MAX_SHOWN
      ? [element("p", { class: "soft" }, `The first ${MAX_SHOWN} of ${pluralize(sorted.length, "order")} are shown.`)]
      : []),
  ];
}

/** A link to a CSV file with the rows of the failed orders and the reasons. The file can be imported after it has been corrected. */
function failedRowsLink(file: OrderFile, failed: readonly Result[]): HTMLElement {
  const report = new RejectReport(file.header);
  const lines = failed.map(({ order, reason, message }) => report.lines(order.rows, { outcome: "failed", reason, message }));
  // The byte order mark makes spreadsheets read the file as UTF-8.
  const text = new Blob(["\uFEFF", report.head, ...lines], { type: "text/csv" });
  const name = `${file.name.replace(/\.csv$/i, "")}.failed.csv`;
  const link = element("a", { class: "button", href: URL.createObjectURL(text), download: name }, "Download failed rows");
  return element("p", { class: "actions" }, link, element("span", { class: "soft" }, "Correct the rows in this file, then import it."));
}
