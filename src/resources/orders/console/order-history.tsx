import type { HistoryRow } from "../history/records.sql.ts";
import type { RefundRow } from "../refunds/refunds.sql.ts";
import type { ItemRow, OrderRow } from "../rows.sql.ts";
import { moneyText } from "../../../platform/values/money-text";
import { Moment } from "../../../console/parts/values";
import { refundLabel } from "./refund/refunds";
import { fieldLabels } from "./field-labels";
import { BLOCKERS } from "../../stores/blockers";
import { blockersText } from "../readiness/readiness";
import { parseStored } from "../../../platform/reading/json";

/** A history entry of a supplier order or a proof has its state, a space and its id or version. */
const firstWord = (value: string | null): string | null => (value === null ? null : (value.split(" ", 1)[0] ?? null));

function statusLabel(status: string | null): string {
  return (status ?? "").replaceAll("_", " ");
}

/** The order whose history is shown. */
interface HistoryContext {
  order: Pick<OrderRow, "currency">;
  items: readonly ItemRow[];
  refunds: readonly RefundRow[];
}

/** What was refunded, and for which lines. */
function describeRefund(refundId: string | null, { order, items, refunds }: HistoryContext): string {
  const refund = refunds.find(({ id }) => id === refundId);
  if (refund === undefined) return "Refunded";
  const label = refundLabel(refund, items);
  return `Refunded ${moneyText(refund.amount, order.currency)}${label === "" ? "" : `: ${label}`}`;
}

/** Describes an entry of the history, without a full stop. */
function describeEntry(entry: HistoryRow, context: HistoryContext): string {
  const { items } = context;
  const { change, from_value, to_value, changed_fields, order_item_id } = entry;
  const item = items.find(({ id }) => id === order_item_id)?.name ?? "An item";
  const transition = from_value === null ? `is ${statusLabel(to_value)}` : `from ${statusLabel(from_value)} to ${statusLabel(to_value)}`;
  const fields = fieldLabels(changed_fields === null ? [] : parseStored<string[]>(changed_fields));
  switch (change) {
    case "created":
      return "Created";
    case "updated":
      return order_item_id === null ? `Changed: ${fields}` : `${item}, changed: ${fields}`;
    case "status":
      return `Status ${transition}`;
    case "item_status":
      return `${item}, status ${transition}`;
    case "roll_up":
      return `Status updated from the items, ${transition}`;
    case "fulfillment":
      if (from_value === null) return `Fulfillment added, ${statusLabel(to_value)}`;
      return from_value === to_value ? `Fulfillment changed: ${fields}` : `Fulfillment ${transition}`;
    case "fulfillment_late":
      return `Fulfillment: an outdated report (${statusLabel(to_value)}) was ignored`;
    case "design":
      return `${item}, version ${to_value} of the design`;
    case "supplier_order":
      return `Supplier order of ${item}: ${statusLabel(firstWord(to_value))}`;
    case "proof":
      return `Proof of ${item}: ${statusLabel(firstWord(to_value))}`;
    case "override":
      return `${item} was not ready: ${blockersText(BLOCKERS.filter((blocker) => (to_value ?? "").split(", ").includes(blocker)))}`;
    case "refund":
      return describeRefund(to_value, context);
    default:
      return change.replaceAll("_", " ");
  }
}

function tone({ change, to_value }: HistoryRow): string | undefined {
  if (to_value === "Complete" || to_value === "Delivered" || to_value === "delivered") return "good";
  return change === "fulfillment_late" || to_value === "Cancelled" || to_value === "lost" ? "bad" : undefined;
}

export function HistoryEntry({ entry, ...context }: HistoryContext & { entry: HistoryRow }) {
  return (
    <li class={tone(entry)}>
      <span class="line">{describeEntry(entry, context)}</span>
      {entry.reason === null ? null : <span class="line words">{`“${entry.reason}”`}</span>}
      <span class="line soft">
        {entry.actor_name}, <Moment at={entry.at} time />
      </span>
    </li>
  );
}
