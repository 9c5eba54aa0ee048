import { setTimeout as sleep } from "node:timers/promises";
import type { Report } from "./report.ts";
import { adviceOn, type Answer, problemOf, type Service } from "./service.ts";

const RETRY_MS = 2_000;

/** Checks that the service responds. A new deployment may need a minute until its address works. */
export async function checkReach(service: Service, report: Report, waitMs: number): Promise<void> {
  const until = Date.now() + waitMs;
  for (;;) {
    const found = await service.send("/health/live").catch((error: unknown) => error);
    service.signal.throwIfAborted();
    const isLive = !(found instanceof Error) && (found as Answer).status === 200;
    if (!isLive && Date.now() < until) {
      await sleep(RETRY_MS, undefined, { signal: service.signal });
      continue;
    }
    const finding = { check: "service responds", expected: "HTTP 200" };
    if (isLive) return report.expect(true, { ...finding, measured: "HTTP 200" });
    const measured = found instanceof Error ? `no response (${causeOf(found)})` : problemOf(found as Answer);
    report.stop({ ...finding, measured, advice: `Check the URL ${service.url}. GET /health/live must return 200 without a credential.` });
  }
}

function causeOf(error: Error): string {
  const { code, message } = (error.cause ?? error) as { code?: string; message?: string };
  return code ?? message ?? error.name;
}

interface Installation {
  release: string;
  last_migration: string;
  plan: string;
  jurisdiction: string | null;
  max_database_calls: number;
  files?: string;
}

/** Checks the token, and reads what the release expects and which limits it knows. */
export async function checkInstallation(service: Service, report: Report): Promise<Installation> {
  const answer = await service.send("/operator/installation");
  const finding = { check: "operator token", expected: "accepted" };
  if (answer.status === 404) {
    const advice =
      "Set OPERATOR_TOKEN to the secret of the Worker. If you have lost it, set a new one with `npx wrangler secret put OPERATOR_TOKEN`. A release without the doctor responds in the same way.";
    report.stop({ ...finding, measured: "rejected", advice });
  }
  if (answer.status !== 200) report.stop({ ...finding, measured: problemOf(answer), advice: adviceOn(answer) });
  report.expect(true, { ...finding, measured: "accepted" });
  const installation = answer.body as unknown as Installation;
  const { plan, max_database_calls: calls, jurisdiction, release, files = "off" } = installation;
  report.expect(true, { check: "release", measured: release, expected: "-" });
  const usual = plan === "free" ? 50 : 1000;
  report.expect(calls <= usual, {
    check: "limit of D1 calls per invocation",
    measured: `${calls} (plan: ${plan})`,
    expected: `at most ${usual}`,
    advice: `Cloudflare allows ${usual} on the ${plan} plan. Remove the setting MAX_DATABASE_CALLS, or set WORKERS_PLAN to your plan.`,
  });
  report.expect(true, { check: "jurisdiction", measured: jurisdiction ?? "none", expected: "-" });
  report.expect(files !== "missing", {
    check: "files (R2 bucket)",
    measured: files,
    expected: "on or off",
    advice: "The Worker was deployed without its bucket. Deploy it with `npm run deploy`, and not with `npx wrangler deploy`.",
  });
  return installation;
}

interface Database {
  number: number;
  status: string;
  region: string | null;
  bytes: number | null;
  fill: string | null;
  response_ms: number | null;
  migration: string | null;
}

/** Checks all databases. Ends the examination if the service can't be used. */
export async function checkDatabases(service: Service, report: Report, { last_migration: expected }: Installation): Promise<void> {
  const [answer, health] = [await service.send("/operator/databases"), await service.send("/health")];
  if (answer.status !== 200)
    report.stop({
      check: "databases",
      measured: problemOf(health.status === 200 ? answer : health),
      expected: "HTTP 200",
      advice: "Apply the migrations: `npm run deploy`. If that does not help, read the log: `npx wrangler tail`.",
    });
  // A database with migrations of a later release is not behind.
  const behind = new Set(detailsOf(health).flatMap(({ code, database }) => (code === "schema_behind" ? [database] : [])));
  for (const { number, status, region, bytes, fill, response_ms: ms, migration } of (answer.body?.["data"] ?? []) as Database[]) {
    const name = `database ${number}`;
    if (status !== "up") {
      report.expect(false, {
        check: name,
        measured: "no response",
        expected: "up",
        advice: "See the status of D1, and the log (`database.down`).",
      });
      continue;
    }
    report.expect(!behind.has(number), {
      check: `${name}: last migration`,
      measured: migration ?? "none",
      expected,
      advice: "Apply the migrations: `npm run deploy`.",
    });
    report.expect(fill === "ok", {
      check: `${name}: size`,
      measured: `${((bytes ?? 0) / 1e6).toFixed(1)} MB (${fill})`,
      expected: "below 70% of the plan's limit",
      advice: "Add a database, and move large organizations to it (docs/runbook.md#add-a-database).",
    });
    report.expect(true, { check: `${name}: region, response`, measured: `${region ?? "unknown"}, ${ms} ms`, expected: "-" });
  }
  const isHealthy = health.status === 200;
  report.expect(isHealthy, {
    check: "GET /health",
    measured: isHealthy ? "HTTP 200" : problemOf(health),
    expected: "HTTP 200",
    advice: "The response names the reason (docs/spec/operator.md#health).",
  });
  if (!isHealthy)
    report.stop({
      check: "main job",
      measured: "not tried",
      expected: "done",
      advice: "Correct the above first, and run the doctor again.",
    });
}

function detailsOf({ body }: Answer): { code?: string; database?: number }[] {
  return (body?.["error"] as { details?: { code?: string; database?: number }[] } | undefined)?.details ?? [];
}

interface JobRun {
  name: string;
  ended_at: string;
  outcome: string;
}

/** The crons run every one to three minutes. */
const MAX_CRON_AGE_MS = 600_000;

/** Checks when the jobs have run. A release or a new installation may not know. */
export async function checkJobs(service: Service, report: Report): Promise<void> {
  const answer = await service.send("/operator/status");
  const jobs = (answer.status === 200 ? answer.body?.["jobs"] : null) as JobRun[] | null | undefined;
  const finding = { check: "last run of the cron", expected: "within 10 minutes" };
  if (!Array.isArray(jobs)) return report.add({ ...finding, measured: "the service does not say", verdict: "unknown" });
  if (jobs.length === 0)
    return report.add({ ...finding, measured: "none yet", verdict: "unknown", advice: "Run the doctor again in a few minutes." });
  const age = Date.now() - Math.max(...jobs.map(({ ended_at: at }) => Date.parse(at)));
  report.expect(age <= MAX_CRON_AGE_MS, {
    ...finding,
    measured: `${Math.max(0, Math.round(age / 1000))} s ago`,
    advice: "The Worker must have the cron triggers of wrangler.toml (dashboard: Settings, Trigger events). Deploy again.",
  });
  const failed = jobs.filter(({ outcome }) => outcome === "failed").map(({ name }) => name);
  report.expect(failed.length === 0, {
    check: "jobs whose last run failed",
    measured: failed.join(", ") || "none",
    expected: "none",
    advice: "The log has the error (`job.failed`).",
  });
}
