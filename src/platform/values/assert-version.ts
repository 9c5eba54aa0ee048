import { ApiError } from "../api-error";

/** The resource to change, with the version that it must have; undefined accepts any version. */
export interface ChangeTarget<Id = number> {
  id: Id;
  expectedVersion?: number | undefined;
}

/** Throws 412 Precondition Failed if the stored version is not the expected one. `undefined` accepts any version. */
export function assertVersion(version: number, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  throw new ApiError("precondition_failed", [
    { code: "version_changed", message: "Somebody changed this after you opened it. Save again to overwrite their changes." },
  ]);
}
