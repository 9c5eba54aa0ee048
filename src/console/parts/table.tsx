import type { Child } from "hono/jsx";
import { usePageRequest } from "../page-request";
import { countText } from "../count-text";
import { MESSAGE_PARAMETERS } from "../flash";

interface Sort {
  field: string;
  direction: "asc" | "desc";
}

/** A column of a table. `name` is its heading, or empty for a column of actions. `figures` is true if its cells are numbers. */
export interface Column<Field extends string = string> {
  name: string;
  figures?: boolean;
  /** True if a cell is in the first line of a phone's card, after the first one. */
  beside?: boolean;
  /** The field that its heading sorts by. `first` is the direction of the first click, by default ascending. */
  by?: Field;
  first?: Sort["direction"];
  /** Whether there is only this direction: the next click ends the sort. */
  isOneWay?: boolean;
}

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

/** A column's heading. If the column is sortable, it links to the list sorted by it, in the opposite direction if it already is. */
function Heading({ column: { name, figures, by, first = "asc", isOneWay = false }, sort }: { column: Column; sort: Sort | undefined }) {
  const { here } = usePageRequest();
  const direction = by !== undefined && sort?.field === by ? sort.direction : null;
  const opposite = direction === "asc" ? "desc" : "asc";
  const afterThis = isOneWay ? null : opposite;
  const next = direction === null ? first : afterThis;
  const label = name === "" ? <span class="hidden">Actions</span> : name;
  return (
    <th scope="col" class={figures === true ? "figures" : undefined} aria-sort={direction === null ? undefined : ARIA_SORT[direction]}>
      {by === undefined ? label : <a href={hereWith(here, { sort: next === null ? null : `${by}:${next}`, page: null })}>{label}</a>}
    </th>
  );
}

/** The checkboxes with which rows are selected. */
export interface RowSelection {
  /** The id of the form. Without one, the table is in it. */
  form?: string;
  name: string;
  /** The value and the label of each row, in the order of the rows, and whether it is selected. */
  rows: readonly { value: number | string; label: string; isChecked?: boolean; isDisabled?: boolean }[];
}

function SelectCell({ selection: { form, name, rows }, index }: { selection: RowSelection; index: number }) {
  const row = rows[index];
  return (
    <td class="pick">
      <input
        type="checkbox"
        form={form}
        name={name}
        value={row?.value}
        aria-label={row?.label}
        checked={row?.isChecked}
        disabled={row?.isDisabled}
      />
    </td>
  );
}

interface TableProps {
  caption: string;
  columns: readonly (string | Column)[];
  /** The current sort order, if the table has sortable columns. */
  sort?: Sort;
  /** Rows with one cell for each column. The first cell identifies the row. The keyboard opens the first link in a row. */
  rows: readonly (readonly Child[])[];
  selection?: RowSelection | undefined;
  /** Whether the table stays a table on a phone, because it is a paper to print. */
  isPaper?: boolean;
  /** A line above the headings, which each printed page of the table repeats. */
  repeated?: string | undefined;
  empty: Child;
}

/** The first cell is what the row is. On a phone, a figure in the last column is at the end of the card's first line. */
function cellClass(index: number, count: number, { figures, beside }: Column): string | undefined {
  if (index === 0) return "main";
  if (beside === true) return "beside";
  if (figures !== true) return undefined;
  return index === count - 1 ? "figures end" : "figures";
}

/** Whether a phone's card may have the name of the column before a cell, as its stylesheet decides. */
const hasName = (index: number, { beside }: Column): boolean => index > 0 && beside !== true;

/** A table whose rows are shown as cards on a phone. `caption` is for screen readers. */
export function Table({ caption, columns, sort, rows, selection, isPaper, repeated, empty }: TableProps) {
  if (rows.length === 0) return <div class="empty">{empty}</div>;
  const columnOptions = columns.map((column) => (typeof column === "string" ? { name: column } : column));
  return (
    <div class="table">
      <table data-keys="rows" class={isPaper === true ? "grid" : undefined}>
        <caption class="hidden">{caption}</caption>
        <thead>
          {repeated === undefined ? null : (
            <tr class={isPaper === true ? undefined : "on-paper"}>
              <th colspan={columns.length}>{repeated}</th>
            </tr>
          )}
          <tr>
            {selection === undefined ? null : (
              <th scope="col" class="pick">
                <span class="hidden">Selected</span>
              </th>
            )}
            {columnOptions.map((column) => (
              <Heading column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr>
              {selection === undefined ? null : <SelectCell selection={selection} index={at} />}
              {columnOptions.map((column, index) => (
                <td data-name={hasName(index, column) ? column.name : undefined} class={cellClass(index, columnOptions.length, column)}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the page's URL with changed parameters, and without the message of an action. Null removes a parameter. */
export function hereWith(here: string, changes: Readonly<Record<string, string | null>>): string {
  const url = new URL(here, "https://console.local");
  for (const name of MESSAGE_PARAMETERS) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.pathname + url.search;
}

/** The current range of a numbered list, with links to the previous and next page. An empty list has no pager. */
export function Pager({ page, size, total }: { page: number; size: number; total: number }) {
  const { here } = usePageRequest();
  if (total === 0) return null;
  const last = Math.max(1, Math.ceil(total / size));
  const from = (page - 1) * size + 1;
  const to = Math.min(page * size, total);
  const link = (at: number, rel: "prev" | "next", name: string) => (
    <a class="button" rel={rel} href={hereWith(here, { page: at === 1 ? null : String(at) })}>
      {name}
    </a>
  );
  return (
    <nav class="pager" aria-label="Pages">
      <span class="soft">
        {from > total ? `Nothing on page ${countText(page)}` : `${countText(from)} to ${countText(to)} of ${countText(total)}`}
      </span>
      <span class="actions">
        {page > 1 ? link(Math.min(page - 1, last), "prev", "Previous") : null}
        {page < last ? link(page + 1, "next", "Next") : null}
      </span>
    </nav>
  );
}

/** Links to the next and the first page of a list that is paginated by cursor. */
export function CursorPager({ next, isFirst }: { next: string | null; isFirst: boolean }) {
  const { here } = usePageRequest();
  if (next === null && isFirst) return null;
  return (
    <nav class="pager" aria-label="Pages">
      <span class="actions">
        {isFirst ? null : (
          <a class="button" href={hereWith(here, { after: null })}>
            First page
          </a>
        )}
        {next === null ? null : (
          <a class="button" rel="next" href={hereWith(here, { after: next })}>
            Next
          </a>
        )}
      </span>
    </nav>
  );
}
