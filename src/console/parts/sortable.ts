import type { Column } from "./table";
import { hereWith } from "./pager";

/** A column that may sort, and which way first. */
export type Sortable<Field extends string> = Omit<Column, "sort"> & { by?: Field; first?: "asc" | "desc" };

/** Columns whose headings sort: the other way where the list is sorted by them already. `here` is the page's address. */
export function sortable<Field extends string>(
  columns: readonly Sortable<Field>[],
  sort: { field: Field; direction: "asc" | "desc" },
  here: string,
): Column[] {
  return columns.map(({ by, first = "asc", ...column }) => {
    if (by === undefined) return column;
    const direction = sort.field === by ? sort.direction : null;
    const next = direction === null ? first : direction === "asc" ? "desc" : "asc";
    return { ...column, sort: { href: hereWith(here, { sort: `${by}:${next}`, page: null }), direction } };
  });
}
