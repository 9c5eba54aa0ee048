/** What a list is sorted by, and which way. */
export interface Sort<Field extends string> {
  field: Field;
  direction: "asc" | "desc";
}

/** Which page of a list, from 1. */
export interface PageNumber {
  page: number;
  size: number;
}

/** A numbered page of a sorted list. */
export interface NumberedPage<Field extends string> extends PageNumber {
  sort: Sort<Field>;
}

/** The rows of a list behind a position; null: its first rows. */
export interface RowsAfter<Field extends string, Position> {
  sort: Sort<Field>;
  after: Position | null;
  limit: number;
}
