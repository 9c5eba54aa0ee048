import type { ShownOrder } from "../rows.sql.ts";

/** The name of an order for people: its number, else its external id, else our id. */
export function orderName({ number, external_id, id }: Pick<ShownOrder, "number" | "external_id" | "id">): string {
  return number ?? external_id ?? `#${id}`;
}
