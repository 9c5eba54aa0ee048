import type { Tone } from "../../../console/status-tone";
import type { ConnectionRow } from "../connections.sql.ts";
import type { InboxEntry } from "../inbox/inbox.sql.ts";
import { sendingStatus } from "../v2/present";

export const STATUS_LABELS: Readonly<Record<InboxEntry["status"], string>> = {
  pending: "Waiting",
  processed: "Processed",
  ignored: "Ignored",
  failed: "Failed",
};

/** How a connection is, in one word. */
export function connectionHealth(row: ConnectionRow): {
  tone: Tone;
  label: string;
} {
  const { status, last_error, last_event_at, last_reconciled_at } = row;
  if (status === "paused") return { tone: "idle", label: "Paused" };
  if (last_error !== null) return { tone: "bad", label: "API error" };
  const sending = sendingStatus(row);
  if (sending === "disabled" || sending === "failing") return { tone: "bad", label: "Sending fails" };
  if (last_event_at === null && last_reconciled_at === null) return { tone: "busy", label: "Nothing received yet" };
  return { tone: "good", label: "Connected" };
}

/** The orders that a shop had and that were not delivered. */
export const missingOrders = ({ gaps_found, gaps_filled }: ConnectionRow): string => `${gaps_found} found, ${gaps_filled} stored`;
