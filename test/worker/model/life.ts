import { expect } from "vitest";
import type { Change } from "../../model/change.ts";
import type { Order, Rejection } from "../../model/order.ts";
import type { Draw } from "./draw";
import type { Ids, Key, Outcome } from "./send";
import { hasEasyPostStatus } from "./send-carrier";
import { asForm } from "./send-form";
import { asTool } from "./send-tool";

/** The life of an order, and how its changes are made. */

export interface Life {
  name: string;
  draw: Draw;
  ids: Ids;
  order: Order;
  history: unknown[];
}

/** How a change is made: in a separate request or together with others, by a form, by an MCP tool, or by a carrier service. */
export type Way = "alone" | "together" | "form" | "tool" | "carrier";

/** A change before it is made. */
export interface Step {
  life: Life;
  change: Change;
  way: Way;
  before: Order;
  expected: Outcome;
}

/** Forms and tools take longer, so they are rare. */
const FORM_SHARE = 0.08;
const TOOL_SHARE = 0.08;
/** Of the reports that a carrier service can send. */
const CARRIER_SHARE = 0.3;

/** A change and how it is made. */
export function drawWay(draw: Draw, change: Change, order: Order): { way: Way; change: Change } {
  if (change.kind === "carrier_report")
    return { way: hasEasyPostStatus(change) && draw.chance(CARRIER_SHARE) ? "carrier" : "alone", change };
  if (isBulk(change) && draw.chance(0.8)) return { way: "together", change };
  if (draw.chance(FORM_SHARE)) {
    const formChange = asForm(change, order);
    if (formChange !== null) return { way: "form", change: formChange };
  }
  if (draw.chance(TOOL_SHARE)) {
    const toolChange = asTool(change);
    if (toolChange !== null) return { way: "tool", change: toolChange };
  }
  return { way: "alone", change };
}

/** The error that the sender gets. The console has a message instead of a code. */
export function outcomeOf(rejection: Rejection | null, way: Way): Outcome {
  if (rejection === null) return null;
  return way === "form" ? String(rejection.status) : `${rejection.status} ${rejection.code}`;
}

export const keyOf = ({ name }: Life, at: number): Key => ({ externalId: name, note: `${name}, ${at}` });

/** Whether a change can be made together with the same change of other orders. */
function isBulk(change: Change): boolean {
  // The action that ships several orders ships all of what is left, in transit.
  if (change.kind === "fulfillment") return change.lines === undefined && change.status === "in_transit";
  // Each of several items has a result of its own, so a status that some of them may not have is sent alone.
  if (change.kind === "item_status" && saysShipped(change)) return false;
  return ["update", "ingest", "item_status", "order_status", "order_supplier", "item_supplier"].includes(change.kind);
}

const saysShipped = ({ status }: { status: string }): boolean => status === "Shipped" || status === "Delivered";

/** Whether an update is sent to /orders/bulk-updates, alone or with others. There, equal values are no change (docs/spec/orders.md#bulk-updates). */
export function isBulkUpdate(change: Change, way: Way): change is Extract<Change, { kind: "update" }> {
  if (change.kind !== "update" || (way !== "together" && way !== "alone")) return false;
  return way === "together" || change.items.size > 1 || (change.items.size === 1 && Object.keys(change.amounts).length > 0);
}

/** Steps with the same name are one request. */
export function groupOf({ life, change, way }: Step): string {
  if (way !== "together") return life.name;
  if (change.kind === "item_status") return `item ${change.status}`;
  if (change.kind === "order_supplier" || change.kind === "item_supplier") return `${change.kind} ${change.supplier}`;
  return change.kind === "order_status" ? `order ${change.status} ${change.hasReason}` : change.kind;
}

/** Fails with the history of an order if the actual values differ from those of the model. */
export function assertEqual(history: readonly unknown[], actual: unknown, expected: unknown): void {
  // The history is long, so it is only written if they differ.
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  const text = JSON.stringify(history, (_name, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value instanceof Map ? [...value] : value,
  );
  expect(actual, text).toEqual(expected);
}
