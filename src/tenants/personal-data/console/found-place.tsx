import { PageLink } from "../../../console/parts/link";
import { capitalized } from "../../../console/parts/values";
import { countText } from "../../../console/count-text";
import type { FoundRow } from "../erased-values";

/** What one row of a table is, and what several are. */
const PLACES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  orders: ["Order", "orders"],
  order_items: ["Item", "items"],
  order_notes: ["Note", "notes"],
  order_history: ["History entry", "history entries"],
  fulfillments: ["Fulfillment", "fulfillments"],
  files: ["File", "files"],
  refunds: ["Refund", "refunds"],
  tickets: ["Ticket", "tickets"],
  ticket_messages: ["Message of a ticket", "messages of tickets"],
  ticket_templates: ["Template", "templates"],
  saved_views: ["View", "views"],
  expenses: ["Expense", "expenses"],
  supplier_orders: ["Supplier order", "supplier orders"],
  supplier_order_lines: ["Line of a supplier order", "lines of supplier orders"],
  events: ["Event", "events"],
  webhook_endpoints: ["Webhook endpoint", "webhook endpoints"],
  attempts: ["Delivery attempt", "delivery attempts"],
  connection_inbox: ["Delivery of a connection", "deliveries of connections"],
  write_markers: ["Stored result", "stored results"],
  audit_log: ["Audit log entry", "audit log entries"],
};

/** What rows of a table are. */
function placeName(table: string, count: number): string {
  const [one, many] = PLACES[table] ?? [capitalized(table.replaceAll("_", " ")), table.replaceAll("_", " ")];
  return count === 1 ? one : many;
}

/** A column as a label: `ship_address1` is "Shipping address 1". */
const columnLabel = (name: string): string => capitalized(name.replace("ship_", "shipping ").replace(/\d$/, " $&").replaceAll("_", " "));

const LINKS: Readonly<Record<string, string>> = { orders: "/orders", tickets: "/tickets", expenses: "/expenses" };

export function Place({ table, id }: FoundRow) {
  const list = LINKS[table];
  const name = placeName(table, 1);
  return list === undefined ? <>{name}</> : <PageLink page={`${list}/${id}`}>{name}</PageLink>;
}

/** The most characters of a value that are shown. The export has all of it. */
const MAX_SHOWN_LENGTH = 120;

/** What a row has of the person, a line for each field. */
export function FoundData({ data }: { data: FoundRow["data"] }) {
  return (
    <>
      {Object.entries(data).map(([name, text]) => (
        <span class="line">
          <span class="soft">{columnLabel(name)}</span> {text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text}
        </span>
      ))}
    </>
  );
}

/** How much was found, by what it is in. */
export function FoundSummary({ rows, isComplete }: { rows: readonly FoundRow[]; isComplete: boolean }) {
  if (rows.length === 0) return null;
  const byTable = Map.groupBy(rows, ({ table }) => table);
  const counts = [...byTable].map(([table, { length }]) => `${countText(length)} ${placeName(table, length).toLowerCase()}`);
  return <p class="soft">{`${isComplete ? "" : "So far: "}${counts.join(", ")}.`}</p>;
}
