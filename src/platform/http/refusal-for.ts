import { isMigrationMissing, isOutage } from "../db/outage";
import { logFault } from "../log";
import { Refusal } from "../refusal";
import type { RequestState } from "./context";

/**
 * A refusal as it is; 503 while the database is away; anything else is our own fault. Neither shows anything of itself
 * (docs/spec/errors.md#server-errors).
 */
export function refusalFor(error: unknown, { requestId, route }: RequestState): Refusal {
  if (error instanceof Refusal) return error;
  if (isMigrationMissing(error)) {
    const fix = "npx wrangler d1 migrations apply DB --remote (or --local)";
    logFault("database.not_migrated", error, { request_id: requestId, route, fix });
    return new Refusal("service_unavailable", [], { "Retry-After": "60" });
  }
  const passes = isOutage(error);
  logFault(passes ? "request.unavailable" : "request.unexpected", error, { request_id: requestId, route });
  return passes ? new Refusal("service_unavailable", [], { "Retry-After": "1" }) : new Refusal("internal_error");
}
