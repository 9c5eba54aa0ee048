/** What a status means at a glance; its name says it too, so that nobody needs the colour. */
const TONES: Readonly<Record<string, "good" | "bad" | "busy" | "idle">> = {
  New: "busy",
  "Pending Cost": "busy",
  "In Production": "busy",
  Shipped: "good",
  Complete: "good",
  Delivered: "good",
  Cancelled: "idle",
  Refunded: "idle",
  Error: "bad",
  "On Hold": "bad",
  active: "good",
  succeeded: "good",
  delivered: "good",
  resolved: "good",
  failed: "bad",
  disabled_failing: "bad",
  failure: "bad",
  gone: "bad",
  urgent: "bad",
  high: "bad",
  open: "busy",
  pending: "busy",
  held: "busy",
  revoked: "idle",
  expired: "idle",
  closed: "idle",
  cancelled: "idle",
  paused: "idle",
};

export function Badge({ status }: { status: string }) {
  return <span class={`badge ${TONES[status] ?? "idle"}`}>{status.replaceAll("_", " ")}</span>;
}
