/** The color of a badge. */
export type Tone = "info" | "good" | "bad" | "busy" | "idle";

/** The color of each status. The badge also shows the status as text, so nobody depends on the color. */
const TONES: Readonly<Record<string, Tone>> = {
  New: "info",
  "Pending Cost": "busy",
  "In Production": "info",
  Shipped: "good",
  Complete: "good",
  Delivered: "good",
  Cancelled: "idle",
  Refunded: "idle",
  Error: "bad",
  "On Hold": "bad",
  "Need Design": "busy",
  "Design Ready": "info",
  "Sent to Supplier": "info",
  Reprint: "bad",
  in_transit: "info",
  out_for_delivery: "info",
  available_for_pickup: "info",
  delivery_attempted: "busy",
  exception: "bad",
  returned_to_sender: "bad",
  lost: "bad",
  active: "good",
  succeeded: "good",
  completed: "good",
  delivered: "good",
  resolved: "good",
  failed: "bad",
  disabled_failing: "bad",
  failure: "bad",
  gone: "bad",
  urgent: "bad",
  high: "bad",
  open: "info",
  pending: "busy",
  running: "info",
  held: "busy",
  revoked: "idle",
  expired: "idle",
  closed: "idle",
  cancelled: "idle",
  paused: "idle",
  inactive: "idle",
  normal: "idle",
  low: "idle",
  label_created: "idle",
  unknown: "idle",
};

/** The color of a status. Undefined for the text of somebody else. */
export function toneOf(status: string): Tone | undefined {
  return Object.hasOwn(TONES, status) ? TONES[status] : undefined;
}
