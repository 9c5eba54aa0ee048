import { ApiError, notFound } from "../../platform/api-error";
import type { SupplierOrderState } from "./states";

/** The supplier who sees supplier orders. Null: the organization itself, which sees all. */
export type Viewer = string | null;

/** Throws 404 Not Found for what a supplier does not see: the orders of others, and what was never sent. */
export function assertVisible({ supplier_id, sent_at }: { supplier_id: string; sent_at: number | null }, viewer: Viewer): void {
  if (viewer !== null && (supplier_id !== viewer || sent_at === null)) throw notFound();
}

/** The states that a supplier may give its orders. */
const SUPPLIER_STATES: readonly SupplierOrderState[] = ["accepted", "in_production", "rejected"];

/** Throws 403 Forbidden for a change that only the organization may make. */
export function assertMayChange(viewer: Viewer, { state, due_date }: { state?: SupplierOrderState | undefined; due_date?: unknown }): void {
  if (viewer === null || (due_date === undefined && (state === undefined || SUPPLIER_STATES.includes(state)))) return;
  const path = due_date === undefined ? "state" : "due_date";
  const message = `A supplier may only set the state to ${SUPPLIER_STATES.join(", ")}, and ship lines.`;
  throw new ApiError("missing_scope", [{ path, code: "limited_to_supplier", message }]);
}
