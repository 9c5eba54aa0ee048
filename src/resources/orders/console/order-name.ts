import type { ShownOrder } from "../rows.sql.ts";

type NameColumns = Pick<ShownOrder, "number" | "external_id" | "id">;

/** The name of an order for people: its number, else its external id, else our id. */
export function orderName({ number, external_id, id }: NameColumns): string {
  return number ?? external_id ?? `#${id}`;
}

/** The name of an order with that of its customer, among which one is chosen. */
export function orderLabel(order: NameColumns & Pick<ShownOrder, "customer_name">): string {
  return [orderName(order), order.customer_name].filter(Boolean).join(", ");
}
