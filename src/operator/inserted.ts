import { Refusal } from "../platform/refusal";

/** An insert answers its row; none means that something unique was taken. */
export function inserted<T>(row: T | null): T {
  if (row === null) throw new Refusal("conflict");
  return row;
}
