import { conflictError, ApiError } from "../platform/api-error";

/** 412 where the caller wants a version (If-Match) that the order no longer has; `versions` null: any will do. */
export function mustBeVersion(version: number, versions: readonly number[] | null): void {
  if (versions === null || versions.includes(version)) return;
  throw new ApiError("precondition_failed", [
    { path: "If-Match", code: "version_changed", message: `The order is at version ${version} now: read it again.`, version },
  ]);
}

/** 409 where a write lost every race: others keep changing the same order. */
export function orderConflict(): ApiError {
  return conflictError("This order is");
}
