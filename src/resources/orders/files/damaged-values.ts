import { isDayNumber } from "./dates.ts";
import type { Format, FragileColumns, Issue, ReadCell, Row } from "./format.ts";
import { hasLostZeros } from "./postal-codes.ts";

/** The most zeros that a spreadsheet removes from an id whose length is known. One that is much shorter is another kind of id. */
const MAX_LOST_ZEROS = 3;
/** A spreadsheet keeps 15 digits of a number: those after them become zeros. At least four of them are hardly those of a real number. */
const LOST_DIGITS = /^\d{15}0{4,}$/;

/** How a spreadsheet has changed a code or a number, for messages. Null if it has not. */
export function damageOf(text: string): string | null {
  // Without a sign or a point it may be a real code, such as 2E5.
  if (/^-?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/i.test(text) && /[.,+-]/.test(text)) return "only its first digits are left (scientific notation)";
  if (LOST_DIGITS.test(text)) return "its last digits became zeros";
  // Only spreadsheets write a month like this: 4-Mar was 3-4 or MAR4.
  if (/^\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)$/.test(text)) return "it was turned into a date";
  if (/^#(?:#+|NAME\?|VALUE!|REF!|N\/A|NUM!|DIV\/0!|NULL!)$/.test(text)) return "it is an error of a formula, or did not fit in its column";
  return null;
}

/** The same of a tracking number, which may be written in groups, or as a text or a formula of a spreadsheet. */
export const damageOfTrackingNumber = (number: string): string | null =>
  damageOf(number.replaceAll(/[\s\p{Cf}"]/gu, "").replace(/^['=]+/, ""));

/** How an id was changed. Ids are whole numbers or texts, so a number with `.0` was read as a decimal. `expectedDigits`: if ids always have so many. */
export function damageOfId(text: string, expectedDigits?: number): string | null {
  if (/^\d+\.0+$/.test(text)) return "it was turned into a decimal";
  const lost = expectedDigits === undefined || !/^\d+$/.test(text) ? 0 : expectedDigits - text.length;
  if (lost > 0 && lost <= MAX_LOST_ZEROS) return "it has lost zeros at its beginning";
  return damageOf(text);
}

/** How the value of a row was changed. Null if it was not. */
type FindDamage = (row: Row, text: string) => string | null;

/** For each column that a spreadsheet can damage, how to find out. */
function checksOf({ ids, digits = {}, codes, postalCodes, dates = [] }: FragileColumns, value: ReadCell): Map<string, FindDamage> {
  return new Map<string, FindDamage>([
    ...ids.map((column): [string, FindDamage] => [column, (_row, text) => damageOfId(text, digits[column])]),
    ...codes.map((column): [string, FindDamage] => [column, (_row, text) => damageOf(text)]),
    ...Object.entries(postalCodes).map(([column, country]): [string, FindDamage] => [
      column,
      (row, text) => damageOf(text) ?? (hasLostZeros(text, value(row, country)) ? "it has lost zeros at its beginning" : null),
    ]),
    ...dates.map((column): [string, FindDamage] => [column, (_row, text) => (isDayNumber(text) ? "it was turned into a number" : null)]),
  ]);
}

/** The values of an order without those that a spreadsheet has damaged. */
export interface IntactCells {
  value: ReadCell;
  /** One for each damaged value that is left out. */
  warnings: Issue[];
  /** Why the order can't be identified, or null. */
  error: Issue | null;
}

const ADVICE = "Import the file as it was downloaded, or format the column as text in the spreadsheet.";

/**
 * Leaves out the values that a spreadsheet has damaged, with a warning. A damaged id is an error, because it may be the id of another order. In
 * our own export, every damaged value is an error, because an empty cell clears the field.
 */
export function intactCells({ fragile, updates }: Pick<Format, "fragile" | "updates">, rows: readonly Row[], value: ReadCell): IntactCells {
  const isOwnExport = updates === true;
  // Shopify and people put an apostrophe before a code, so that a spreadsheet leaves it as it is. Our own export has others (formula-guard.ts).
  const read = (row: Row, column: string) => (isOwnExport ? value(row, column) : value(row, column).replace(/^'/, ""));
  const checks = checksOf(fragile, value);
  const damaged = new Map<Row, Set<string>>();
  const warnings: Issue[] = [];
  for (const row of rows) {
    for (const [column, find] of checks) {
      const text = read(row, column);
      const damage = text === "" ? null : find(row, text);
      if (damage === null) continue;
      const message = `Line ${row.line}: a spreadsheet has changed ${column} "${text}": ${damage}.`;
      if (isOwnExport || fragile.ids.includes(column)) {
        return { value, warnings: [], error: { reason: "id_damaged", message: `${message} ${ADVICE}` } };
      }
      damaged.set(row, (damaged.get(row) ?? new Set()).add(column));
      warnings.push({ reason: "value_damaged", message: `${message} It is left out.` });
    }
  }
  const cell = (row: Row, column: string): string => {
    if (damaged.get(row)?.has(column) === true) return "";
    return checks.has(column) ? read(row, column) : value(row, column);
  };
  return { value: Object.assign(cell, { has: value.has, names: value.names }), warnings, error: null };
}
