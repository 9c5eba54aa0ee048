import { type SQL, sql } from "drizzle-orm";

export type Direction = "asc" | "desc";

export interface Sort<Field extends string> {
  field: Field;
  direction: Direction;
}

export const opposite = (direction: Direction): Direction => (direction === "asc" ? "desc" : "asc");

export interface PageNumber {
  page: number;
  size: number;
}

export interface NumberedPage<Field extends string> extends PageNumber {
  sort: Sort<Field>;
}

export interface RowsAfter<Field extends string, Position> {
  sort: Sort<Field>;
  after: Position | null;
  limit: number;
}

/** The SQL that each field of a list is sorted by. */
export type SortColumns<Field extends string> = Readonly<Record<Field, SQL>> & { readonly id: SQL };

/** SQL for the ORDER BY of a sort, with the id as its tie-breaker. */
export function orderOf<Field extends string>({ field, direction }: Sort<NoInfer<Field>>, columns: SortColumns<Field>): SQL {
  const way = sql.raw(direction);
  return field === "id" ? sql`${columns.id} ${way}` : sql`${columns[field]} ${way}, ${columns.id} ${way}`;
}
