import type { Child } from "hono/jsx";

/** A column: its heading (empty where its cells are what can be done), and whether its cells are figures. `main` names the row on a phone, where each row is a card. */
export interface Column {
  name: string;
  figures?: boolean;
  main?: boolean;
  /** Where the heading leads, and how the table is sorted by this column now; null where it is not. */
  sort?: { href: string; direction: "asc" | "desc" | null };
}

const SORTED = { asc: "ascending", desc: "descending" } as const;

function Heading({ name, figures, sort }: Column) {
  return (
    <th scope="col" class={figures === true ? "figures" : undefined} aria-sort={sort?.direction ? SORTED[sort.direction] : undefined}>
      {name === "" ? <span class="hidden">Actions</span> : sort === undefined ? name : <a href={sort.href}>{name}</a>}
    </th>
  );
}

/** A row's cells, one for each column. The first link in it is where it leads. */
export interface Row {
  cells: readonly Child[];
}

interface TableProps {
  caption: string;
  columns: readonly Column[];
  rows: readonly Row[];
  empty: Child;
}

/** A table that a phone shows as cards. `caption` says what it holds, to those who don't see it. */
export function Table({ caption, columns, rows, empty }: TableProps) {
  if (rows.length === 0) return <div class="empty">{empty}</div>;
  return (
    <div class="table">
      <table data-keys="rows">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading {...column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells }) => (
            <tr>
              {cells.map((cell, index) => {
                const { name = "", figures, main } = columns[index] ?? {};
                const classes = [figures === true ? "figures" : "", main === true ? "main" : ""].filter((text) => text !== "").join(" ");
                return (
                  <td data-name={name} class={classes === "" ? undefined : classes}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
