/** What a list is sorted by, and which way. */
export interface Sort<Field extends string> {
  field: Field;
  direction: "asc" | "desc";
}
