import * as z from "zod";
import { DIRECTORY, settingsOf } from "../../platform/env";
import { ApiError, type ErrorDetail } from "../../platform/api-error";
import { type DatabaseProblem, databaseProblems } from "../../platform/db/readiness";
import { ExpiringCache } from "../../platform/expiring-cache";
import { MAINTENANCE_RETRY_SECONDS } from "../../platform/http/admission";
import { ok, open, resource } from "../../platform/http/endpoint";
import { releaseId } from "../../platform/release";

const route = resource(
  "Service",
  open("Monitors have no credential. The response reveals only the release and the state of the databases."),
);

/** Anyone may call this endpoint, so an isolate asks the databases at most once in this time. */
const CHECK_INTERVAL_MS = 10_000;

const lastChecks = new ExpiringCache<"problems", readonly DatabaseProblem[]>({ maxEntries: 1, ttlMs: CHECK_INTERVAL_MS });

async function checkDatabases(env: Env, now: number): Promise<readonly DatabaseProblem[]> {
  const last = lastChecks.get("problems", now);
  if (last !== undefined) return last;
  const problems = await databaseProblems(env);
  lastChecks.set("problems", problems, now);
  return problems;
}

/** The maintenance of all databases counts as that of the directory. */
function maintenanceDetails(env: Env): ErrorDetail[] {
  const { MAINTENANCE } = settingsOf(env);
  if (MAINTENANCE.has(DIRECTORY)) return [{ code: "maintenance", message: "The service is in maintenance.", database: DIRECTORY }];
  return [...MAINTENANCE].map((database) => ({ code: "maintenance", message: `Database ${database} is in maintenance.`, database }));
}

const WarningResponse = z.strictObject({ code: z.literal("database_almost_full"), message: z.string(), database: z.int() });

/** GET /health (docs/spec/operator.md#health). */
const health = route.get("/health", {
  operationId: "getHealth",
  summary: "Check the health of the service",
  description:
    "Returns 503 `service_unavailable` if a database does not respond, is full, lacks a migration of this release or is in maintenance. Each detail has the reason, the number of the database and the release. Organizations in other databases are not affected, unless it is database 0, which has the directory. `warnings` names databases that are at least 70% full.",
  responses: { 200: z.strictObject({ status: z.literal("ok"), release: z.string(), warnings: z.array(WarningResponse) }) },
  handle: async ({ env, now }) => {
    const release = releaseId();
    const problems = await checkDatabases(env, now);
    const maintenance = maintenanceDetails(env);
    const details = [...maintenance, ...problems.filter(({ code }) => code !== "database_almost_full")];
    if (details.length === 0) return ok({ status: "ok", release, warnings: problems });
    const seconds = maintenance.length > 0 ? MAINTENANCE_RETRY_SECONDS : CHECK_INTERVAL_MS / 1000;
    throw new ApiError(
      "service_unavailable",
      details.map((detail) => ({ ...detail, release })),
      { headers: { "Retry-After": String(seconds) } },
    );
  },
});

/** GET /health/live (docs/spec/operator.md#health). */
const live = route.get("/health/live", {
  guard: open("Monitors have no credential. The response reveals only the release."),
  operationId: "getLiveness",
  summary: "Check that the service runs",
  description: "Returns 200 whenever the Worker runs, also if its databases do not respond or are in maintenance. It asks no database.",
  responses: { 200: z.strictObject({ status: z.literal("ok"), release: z.string() }) },
  handle: async () => await Promise.resolve(ok({ status: "ok", release: releaseId() })),
});

export const serviceEndpoints = [health, live];
