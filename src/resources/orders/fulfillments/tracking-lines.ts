import { toStorableText } from "../../../platform/values/storable-text";
import { damageOfTrackingNumber } from "../files/damaged-values";
import { MAX_TRACKING_NUMBER_LENGTH } from "../order-limits";

/** A line that could be read, such as `#1042, 1Z999`. */
export interface TrackingLine {
  line: number;
  order: string;
  tracking_number: string;
}

/** A line that is not the number of an order and a tracking number, or whose tracking number a spreadsheet has changed. */
export interface LineProblem {
  line: number;
  problem: "format" | "too_long" | "damaged";
}

/** The most lines whose problems are listed: a text can have hundreds of thousands. */
export const MAX_LINE_PROBLEMS = 100;

/**
 * Parses lines such as `#1042, 1Z999`. The separator is a comma, a semicolon or a tab. Quotes, empty lines and empty cells at the end of a line
 * mean nothing. Any other line that is no number of an order and a tracking number is a problem, of which the first ones are returned.
 */
export function parseTrackingLines(text: string): { lines: TrackingLine[]; problems: LineProblem[] } {
  const lines: TrackingLine[] = [];
  const problems: LineProblem[] = [];
  const report = (line: number, problem: LineProblem["problem"]) => {
    if (problems.length < MAX_LINE_PROBLEMS) problems.push({ line, problem });
  };
  for (const [index, content] of toStorableText(text)
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = index + 1;
    const [order = "", tracking_number = "", ...others] = content.split(/[,;\t]/).map((part) => part.replaceAll('"', "").trim());
    const isEmpty = others.every((other) => other === "");
    if (order === "" && tracking_number === "" && isEmpty) continue;
    if (order === "" || tracking_number === "" || !isEmpty) report(line, "format");
    else if (tracking_number.length > MAX_TRACKING_NUMBER_LENGTH) report(line, "too_long");
    else if (damageOfTrackingNumber(tracking_number) !== null) report(line, "damaged");
    else lines.push({ line, order, tracking_number });
  }
  return { lines, problems };
}
