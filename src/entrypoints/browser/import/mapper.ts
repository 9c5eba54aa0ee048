import { type ColumnMap, guessColumns, InvalidColumnMap, readColumnMap, templateRows } from "../../../resources/orders/files/column-map.ts";
import { csvLine } from "../../../resources/orders/files/csv.ts";
import { NAMED_KINDS } from "../../../resources/orders/files/named-columns.ts";
import { REQUIRED_FIELDS, SPREADSHEET_COLUMNS, SPREADSHEET_FIELDS } from "../../../resources/orders/files/spreadsheet-columns.ts";
import { element, notice, table } from "./element.ts";
import type { ColumnSample } from "./order-file.ts";

/** The values of a column that are shown. */
const MAX_VALUES = 3;
const DATES = ["day first", "month first"] as const;

function select(label: string, options: readonly (readonly [value: string, text: string])[], chosen: string): HTMLSelectElement {
  return element(
    "select",
    { "aria-label": label },
    ...options.map(([value, text]) => element("option", { value, selected: value === chosen ? "" : null }, text)),
  );
}

/** The choices for a column: the columns of the template, with what their names do not say, which is behind the semicolon of their purpose. */
const USES: readonly (readonly [value: string, text: string])[] = [
  ["", "Do not import"],
  ...SPREADSHEET_FIELDS.map((field) => {
    const [, note] = SPREADSHEET_COLUMNS[field].purpose.split("; ");
    return [field, note === undefined ? field : `${field} (${note})`] as const;
  }),
];

/** The choices for a column. A name that was chosen for its values before is kept, as in the use `Property: Engraving` of a column `Gravur`. */
function usesOf(name: string, chosen: string): (readonly [value: string, text: string])[] {
  const kinds = Object.entries(NAMED_KINDS).map(([kind, { purpose }]) => {
    const use = chosen.startsWith(`${kind}: `) ? chosen : `${kind}: ${name}`;
    return [use, `${use} (${purpose})`] as const;
  });
  return [...USES, ...kinds];
}

/** The first different values of a column. */
function valuesOf({ rows }: ColumnSample, index: number): string {
  const values = new Set(rows.map(({ values: cells }) => (cells[index] ?? "").trim()).filter((value) => value !== ""));
  return [...values].slice(0, MAX_VALUES).join(", ");
}

/** The columns of a file with what each is used for, guessed at first. Calls `onUse` with the choice, if it can be used. */
export function columnMapper(sample: ColumnSample, saved: ColumnMap | null, onUse: (map: ColumnMap) => void): HTMLElement[] {
  const guessed = saved?.columns ?? guessColumns(sample.names, sample.rows);
  const fieldOf = new Map(Object.entries(guessed).map(([field, name]) => [name, field]));
  const namedColumns = sample.names.flatMap((name, index) => (name === "" ? [] : [{ name, index }]));
  const choices = namedColumns.map(({ name, index }) => {
    const chosen = fieldOf.get(name) ?? "";
    return { name, index, use: select(`Use of ${name}`, usesOf(name, chosen), chosen) };
  });
  const dates = select(
    "Dates such as 3/4/2026",
    [["", "There are none"], ...DATES.map((text) => [text, text] as const)],
    saved?.dates ?? "",
  );
  const problem = element("div", {});
  const button = element("button", { type: "button", class: "primary" }, "Use these columns");
  button.addEventListener("click", () => {
    const chosen = choices.filter(({ use }) => use.value !== "");
    const duplicate = chosen.find(({ use }, at) => chosen.findIndex((other) => other.use.value === use.value) !== at);
    try {
      if (duplicate !== undefined) throw new InvalidColumnMap(`Two columns are used as “${duplicate.use.value}”. Choose one.`);
      const columns = Object.fromEntries(chosen.map(({ name, use }) => [use.value, name]));
      problem.replaceChildren();
      onUse(readColumnMap({ columns, ...(dates.value !== "" && { dates: dates.value }) }));
    } catch (error) {
      if (!(error instanceof InvalidColumnMap)) throw error;
      problem.replaceChildren(notice("bad", error.message));
    }
  });
  for (const each of [...choices.map(({ use }) => use), dates]) each.addEventListener("change", () => problem.replaceChildren());
  const rows = choices.map(({ name, index, use }) => [name, valuesOf(sample, index), use]);
  const required = REQUIRED_FIELDS.join(" and ");
  return [
    element("h2", {}, "Your own spreadsheet"),
    element("p", {}, `Say what each column is. ${required} are required. Rows with the same Order reference become one order.`),
    table("Columns of the file", { columns: ["Column", "First values", "Use"], rows }),
    element("p", { class: "field" }, element("span", {}, "Dates such as 3/4/2026 "), dates),
    problem,
    element("div", { class: "actions next" }, button),
  ];
}

/** A link to the template, whose columns need no choice. */
export function templateLink(): HTMLElement {
  // The byte order mark makes spreadsheets read the file as UTF-8.
  const text = new Blob(["\uFEFF", ...templateRows().map((row) => `${csvLine(row)}\r\n`)], { type: "text/csv" });
  const link = element("a", { href: URL.createObjectURL(text), download: "orders-template.csv" }, "Download a template");
  return element("p", { class: "hint" }, link, " for your own spreadsheet, or choose your spreadsheet and say which column is which.");
}
