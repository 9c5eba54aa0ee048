import { PageLink } from "../../../console/parts/link";
import { capitalized } from "../../../console/parts/values";
import type { FoundRow } from "../erased-values";

/** What a row of a table is. */
const PLACES: Readonly<Record<string, string>> = {
  orders: "Order",
  order_items: "Item",
  order_notes: "Note",
  order_history: "History entry",
  fulfillments: "Fulfillment",
  refunds: "Refund",
  tickets: "Ticket",
  ticket_messages: "Message of a ticket",
  ticket_templates: "Template",
  expenses: "Expense",
  products: "Product",
  events: "Event",
  deliveries: "Delivery",
};

export const columnLabel = (name: string): string =>
  capitalized(name.replace("ship_", "shipping ").replace(/\d$/, " $&").replaceAll("_", " "));

const LINKS: Readonly<Record<string, string>> = { orders: "/orders", tickets: "/tickets", expenses: "/expenses" };

export function Place({ table, id }: FoundRow) {
  const list = LINKS[table];
  const place = PLACES[table] ?? capitalized(table.replaceAll("_", " "));
  // The number of a ticket is the only id that people know.
  const label = table === "tickets" ? `${place} #${id}` : place;
  return list === undefined ? <>{label}</> : <PageLink page={`${list}/${id}`}>{label}</PageLink>;
}
