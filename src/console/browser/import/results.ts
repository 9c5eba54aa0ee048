import type { Outcome, OrderResult } from "../../../orders/files/bulk-results.ts";
import { RejectReport } from "../../../orders/files/reject-report.ts";
import { counted, element, notice, table } from "./element.ts";
import type { FileOrder, OrderFile } from "./order-file.ts";
import { badge, linesOf } from "./preview.ts";

/** Results that are shown; a file holds all that failed. */
const SHOWN = 100;

/** An order of the file and what became of it, or would. */
export interface Result extends OrderResult {
  order: FileOrder;
}

const LABELS: Readonly<Record<Outcome, { tone: "good" | "bad" | "idle"; done: string; would: string }>> = {
  failed: { tone: "bad", done: "failed", would: "would fail" },
  created: { tone: "good", done: "created", would: "would be created" },
  updated: { tone: "good", done: "updated", would: "would be updated" },
  unchanged: { tone: "idle", done: "unchanged", would: "would be unchanged" },
  skipped: { tone: "idle", done: "left as it is", would: "would be left as it is" },
};
const OUTCOMES = Object.keys(LABELS) as Outcome[];

/** How many results have an outcome. */
export function countOf(results: readonly Result[], ...outcomes: readonly Outcome[]): number {
  return results.filter(({ outcome }) => outcomes.includes(outcome)).length;
}

/** What became of all orders, in one sentence. */
export function sentence(results: readonly Result[], dryRun: boolean): string {
  const parts = OUTCOMES.map((outcome) => ({ outcome, count: countOf(results, outcome) })).filter(({ count }) => count > 0);
  return `${parts.map(({ outcome, count }) => `${counted(count, "order")} ${dryRun ? LABELS[outcome].would : LABELS[outcome].done}`).join(", ")}.`;
}

/** What became of each order, the failed ones first, and a file of their rows. */
export function resultParts(file: OrderFile, results: readonly Result[], dryRun: boolean): HTMLElement[] {
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const sorted = [...failed, ...results.filter(({ outcome }) => outcome !== "failed")];
  const rows = sorted.slice(0, SHOWN).map(({ order, outcome, message }) => {
    const { tone, done, would } = LABELS[outcome];
    return [order.name === "" ? "(no order number)" : order.name, linesOf(order), badge(tone, dryRun ? would : done), message];
  });
  const columns = ["Order", "Lines of the file", "Result", "Reason"];
  return [
    notice(failed.length > 0 ? "bad" : "good", sentence(results, dryRun)),
    ...(failed.length > 0 ? [failedFile(file, failed)] : []),
    table(dryRun ? "What would become of each order" : "What became of each order", columns, rows),
    ...(sorted.length > SHOWN
      ? [element("p", { class: "soft" }, `The first ${SHOWN} of ${counted(sorted.length, "order")} are shown.`)]
      : []),
  ];
}

/** A link to the rows of the orders that failed, with the reasons: corrected, it can be imported as it is. */
function failedFile(file: OrderFile, failed: readonly Result[]): HTMLElement {
  const report = new RejectReport(file.header);
  const lines = failed.map(({ order, reason, message }) => report.lines(order.rows, { outcome: "failed", reason, message }));
  // The mark has a spreadsheet read it as UTF-8.
  const text = new Blob(["\uFEFF", report.head, ...lines], { type: "text/csv" });
  const name = `${file.name.replace(/\.csv$/i, "")}.failed.csv`;
  const link = element("a", { class: "button", href: URL.createObjectURL(text), download: name }, "Download the rows that failed");
  return element("p", { class: "actions" }, link, element("span", { class: "soft" }, "Correct them in that file and import it as it is."));
}
