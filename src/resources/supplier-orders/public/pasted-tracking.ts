import { foldCase } from "../../../platform/values/fold-case";
import { InvalidFormError } from "../../../public/public-page";
import type { Sentence, TextKey } from "../../../public/texts/catalog";
import { type LineProblem, MAX_LINE_PROBLEMS, parseTrackingLines, type TrackingLine } from "../../orders/fulfillments/tracking-lines";
import type { Shipment } from "../shipment";
import { readSnapshot } from "../snapshot";
import { leftOfLine, type Work, type WorkLine } from "../work";

const PROBLEM_TEXTS = { format: "line_format", too_long: "line_long", damaged: "row_damaged" } as const satisfies Record<
  LineProblem["problem"],
  TextKey
>;

/** Lines of one form. */
const MAX_PASTED_LINES = 200;

const plainNumber = (text: string): string => foldCase(text.trim()).replace(/^#/, "");

/** The number of the buyer's order that a line belongs to. */
const numberOf = (line: WorkLine): string => readSnapshot(line.snapshot).order_number ?? String(line.order_id);

const linesLeft = (works: readonly Work[]): WorkLine[] => works.flatMap(({ lines }) => lines).filter((line) => leftOfLine(line) > 0);

/** The numbers of the buyers' orders of which something is left to ship. */
export const waitingNumbers = (works: readonly Work[]): string[] => [...new Set(linesLeft(works).map(numberOf))];

/**
 * The shipments of pasted lines, one for each order of the supplier that a line is about. Throws InvalidFormError with a sentence for every line
 * that can't be read, names no open order or several, or contradicts an earlier one. Nothing is written then. `column`: what the tracking numbers
 * are called.
 */
export function shipmentsOf(works: readonly Work[], text: string, column: string): Shipment[] {
  const { lines, problems } = parseTrackingLines(text);
  if (lines.length === 0 && problems.length === 0) throw new InvalidFormError([{ key: "paste_empty" }]);
  if (lines.length > MAX_PASTED_LINES) throw new InvalidFormError([{ key: "paste_many", values: { count: MAX_PASTED_LINES } }]);
  const left = linesLeft(works);
  const byNumber = Map.groupBy(left, (line) => plainNumber(numberOf(line)));
  const example = left[0] === undefined ? "1042" : numberOf(left[0]);
  const known = new Map<string, TrackingLine>();
  const lineProblems: { line: number; sentence: Sentence }[] = problems.map(({ line, problem }) => ({
    line,
    sentence: { key: PROBLEM_TEXTS[problem], values: { line, row: line, column } },
  }));
  const shipments: Shipment[] = [];
  for (const one of lines) {
    const { line, order, tracking_number } = one;
    const report = (key: Sentence["key"], values: Sentence["values"] = {}) =>
      void lineProblems.push({ line, sentence: { key, values: { line, order, ...values } } });
    const number = plainNumber(order);
    const matching = byNumber.get(number) ?? [];
    const earlier = known.get(number);
    const sendable = matching.filter(({ is_held }) => is_held === 0);
    if (matching.length === 0) report("line_unknown", { example });
    else if (new Set(matching.map(({ order_id }) => order_id)).size > 1) report("line_ambiguous");
    else if (sendable.length === 0) report("line_held");
    else if (earlier !== undefined && earlier.tracking_number !== tracking_number) report("line_differs", { earlier: earlier.line });
    else if (earlier === undefined) {
      known.set(number, one);
      for (const [supplier_order_id, own] of Map.groupBy(sendable, (each) => each.supplier_order_id)) {
        shipments.push({ supplier_order_id, lines: own.map(({ order_item_id }) => ({ order_item_id })), tracking_number });
      }
    }
  }
  if (lineProblems.length === 0) return shipments;
  const sorted = lineProblems.toSorted((a, b) => a.line - b.line).slice(0, MAX_LINE_PROBLEMS);
  throw new InvalidFormError(sorted.map(({ sentence }) => sentence));
}
