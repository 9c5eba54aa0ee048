import { conflictError, ApiError } from "../../platform/api-error";

/** Throws 412 Precondition Failed if the order is at none of the caller's `versions` (If-Match). Null accepts any version. */
export function assertOrderVersion(version: number, versions: readonly number[] | null): void {
  if (versions === null || versions.includes(version)) return;
  throw new ApiError("precondition_failed", [
    { path: "If-Match", code: "version_changed", message: `The order is at version ${version} now: read it again.`, version },
  ]);
}

/** The 409 Conflict for a write that failed on every retry because others changed the same order. */
export function orderConflict(): ApiError {
  return conflictError("this order");
}
