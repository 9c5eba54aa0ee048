import * as z from "zod";
import { ApiError } from "../platform/api-error";
import { databasesDown } from "../platform/db/database-state";
import { ExpiringCache } from "../platform/expiring-cache";
import { one, open, resource } from "../platform/http/endpoint";

const route = resource(
  "Service",
  open("Monitors have no credential. The response reveals only that the Worker runs, and which databases respond."),
);

/** Anyone may call this endpoint, so an isolate asks the databases at most once in this time. */
const CHECK_INTERVAL_MS = 10_000;

const lastChecks = new ExpiringCache<"databases down", readonly number[]>({ maxEntries: 1, ttlMs: CHECK_INTERVAL_MS });

/** The numbers of the databases that did not respond to the last check. */
async function checkDatabases(env: Env, now: number): Promise<readonly number[]> {
  const last = lastChecks.get("databases down", now);
  if (last !== undefined) return last;
  const down = await databasesDown(env);
  lastChecks.set("databases down", down, now);
  return down;
}

/** GET /health (docs/spec/operator.md#health). */
export const health = route.get("/health", {
  operationId: "getHealth",
  summary: "Check the health of the service",
  description:
    "Returns 503 `service_unavailable` if a database does not respond. The details have its number; organizations in other databases are not affected, unless it is database 0, which has the directory.",
  responses: { 200: z.strictObject({ status: z.literal("ok") }) },
  handle: async ({ env, now }) => {
    const down = await checkDatabases(env, now);
    if (down.length === 0) return one({ status: "ok" });
    const details = down.map((database) => ({ code: "database_down", message: `Database ${database} does not respond.`, database }));
    throw new ApiError("service_unavailable", details, { headers: { "Retry-After": String(CHECK_INTERVAL_MS / 1000) } });
  },
});
