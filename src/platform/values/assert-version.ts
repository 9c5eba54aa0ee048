import { ApiError } from "../api-error";

/** Throws 412 if the stored version is not the expected one. `undefined` accepts any version. */
export function assertVersion(version: number, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  throw new ApiError("precondition_failed", [
    { code: "version_changed", message: "Somebody changed this after you had opened it. Send it again to overwrite what they changed." },
  ]);
}
