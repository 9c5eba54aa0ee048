import type { Child } from "hono/jsx";
import { usePageRequest } from "../page-request";
import { countText } from "./values";

/** Which field a list is sorted by, and which way. */
interface Sort {
  field: string;
  direction: "asc" | "desc";
}

/** A column by its heading (empty where its cells are what can be done), and whether its cells are figures. */
export interface Column<Field extends string = string> {
  name: string;
  figures?: boolean;
  /** The field that its heading sorts by, and which way first: ascending where nothing is said. */
  by?: Field;
  first?: Sort["direction"];
}

const SORTED = { asc: "ascending", desc: "descending" } as const;

/** A heading that sorts leads to the list sorted by it; the other way round where it is so already. */
function Heading({ column: { name, figures, by, first = "asc" }, sort }: { column: Column; sort: Sort | undefined }) {
  const { here } = usePageRequest();
  const direction = by !== undefined && sort?.field === by ? sort.direction : null;
  const next = direction === null ? first : direction === "asc" ? "desc" : "asc";
  const shown = name === "" ? <span class="hidden">Actions</span> : name;
  return (
    <th scope="col" class={figures === true ? "figures" : undefined} aria-sort={direction === null ? undefined : SORTED[direction]}>
      {by === undefined ? shown : <a href={hereWith(here, { sort: `${by}:${next}`, page: null })}>{shown}</a>}
    </th>
  );
}

interface TableProps {
  caption: string;
  columns: readonly (string | Column)[];
  /** For columns that sort: how the list is sorted now. */
  sort?: Sort;
  /** Rows of cells, one for each column. The first cell names its row; the first link in a row is where it leads. */
  rows: readonly (readonly Child[])[];
  empty: Child;
}

/** A table whose rows a phone shows as cards. `caption` says what it holds, to those who don't see it. */
export function Table({ caption, columns, sort, rows, empty }: TableProps) {
  if (rows.length === 0) return <div class="empty">{empty}</div>;
  const described = columns.map((column) => (typeof column === "string" ? { name: column } : column));
  return (
    <div class="table">
      <table data-keys="rows">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {described.map((column) => (
              <Heading column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {described.map(({ name, figures }, index) => (
                <td data-name={name} class={index === 0 ? "main" : figures === true ? "figures" : undefined}>
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

/** The page's own address with other parameters; null leaves one out. */
export function hereWith(here: string, changes: Readonly<Record<string, string | null>>): string {
  const url = new URL(here, "https://console.local");
  url.searchParams.delete("done");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.pathname + url.search;
}

/** The pages of a numbered list: where one is, and the ways on. Of an empty list there are none. */
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

/** The way on in a list that is read from a cursor, and back to its beginning. */
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
