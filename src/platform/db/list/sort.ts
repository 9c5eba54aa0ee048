/** The field and the direction that a list is sorted by. */
export interface Sort<Field extends string> {
  field: Field;
  direction: "asc" | "desc";
}

/** A page number, from 1, and the page size. */
export interface PageNumber {
  page: number;
  size: number;
}

/** A numbered page of a sorted list. */
export interface NumberedPage<Field extends string> extends PageNumber {
  sort: Sort<Field>;
}

/** The rows of a list after a position; null for its first rows. */
export interface RowsAfter<Field extends string, Position> {
  sort: Sort<Field>;
  after: Position | null;
  limit: number;
}
