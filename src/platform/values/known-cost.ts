import { ApiError } from "../api-error";

/**
 * Throws 403 Forbidden if a change sends a cost for something whose cost is known already. A caller who may not see costs may only fill in
 * missing ones (docs/spec/console.md#money).
 */
export function assertCostUnknown(stored: number | null, sent: { cost?: unknown; cost_currency?: unknown }): void {
  if (stored === null || (sent.cost === undefined && sent.cost_currency === undefined)) return;
  throw new ApiError("forbidden", [], { message: "The cost is known already. You do not have the permission to see or replace it." });
}
