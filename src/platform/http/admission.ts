import { isInMaintenance, type Settings } from "../env";
import { ApiError } from "../api-error";

/** 503 Service Unavailable, for a dependency that can't be reached in time. The caller should retry. */
export function unavailable(): ApiError {
  return new ApiError("service_unavailable", [], { headers: { "Retry-After": "1" } });
}

/** When a caller should retry that was rejected because of maintenance. */
export const MAINTENANCE_RETRY_SECONDS = 60;

/** Throws 503 Service Unavailable if a database is in maintenance. */
export function assertNotInMaintenance(settings: Settings, database: number, message?: string): void {
  if (!isInMaintenance(settings, database)) return;
  const details = [{ code: "maintenance", message: "The service is in maintenance. Repeat the request later." }];
  const headers = { "Retry-After": String(MAINTENANCE_RETRY_SECONDS) };
  throw new ApiError("service_unavailable", details, { headers, ...(message !== undefined && { message }) });
}

/** 403 Forbidden, for a credential without the scope. */
export function missingScope(scope: string): ApiError {
  return new ApiError("missing_scope", [{ code: "missing_scope", message: `This credential does not have the scope ${scope}.`, scope }]);
}
