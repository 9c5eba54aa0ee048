import { MAX_BYTES, type Plan } from "../../platform/db/database-size";
import { LAST_MIGRATION } from "../../platform/db/last-migration";
import { releaseId } from "../../platform/release";
import type { DatabaseLoad, Installation } from "./installation";
import type { JobRun } from "../../platform/jobs/job-runs.sql.ts";
import { type Metric, openMetrics, type Sample } from "./open-metrics";
import { TRANSITIONS } from "./transitions.sql.ts";

/** A value of each part of the installation, by a label. Null: there is no value, so that its metric has no sample. */
const samplesOf = <T>(label: string, parts: readonly (readonly [string | number, T])[], valueOf: (part: T) => number | null): Sample[] =>
  parts.flatMap(([name, part]) => {
    const value = valueOf(part);
    return value === null ? [] : [{ labels: { [label]: name }, value }];
  });

/** Seconds since a time. 0 if it is null or in the future. */
const ageOf = (time: number | null, now: number): number => (time === null ? 0 : Math.max(0, now - time) / 1000);

const flag = (condition: boolean): number => (condition ? 1 : 0);

/**
 * The state of an installation as metrics (docs/monitoring.md). Those of a database that is down have no sample for it. Jobs have the label
 * `name`, because Prometheus adds a label `job` to everything that it scrapes.
 */
export function metricsText({ databases, directory }: Installation, { plan, now }: { plan: Plan; now: number }): string {
  const gauge = (name: string, help: string, samples: Sample[], unit?: Metric["unit"]): Metric => ({
    name: `order_operations_${name}`,
    type: "gauge",
    ...(unit !== undefined && { unit }),
    help,
    samples,
  });
  const all = databases.map((database) => [database.number, database] as const);
  const up = databases.flatMap(({ number, load }) => (load === null ? [] : [[number, load] as const]));
  const loads = (valueOf: (load: DatabaseLoad) => number | null) => samplesOf("database", up, valueOf);
  const jobs = (valueOf: (run: JobRun) => number | null) => samplesOf("name", Object.entries(directory?.jobs ?? {}), valueOf);
  const kinds = directory === null ? [] : TRANSITIONS.map((kind) => [kind, directory.transitions] as const);
  return openMetrics([
    {
      name: "order_operations_release",
      type: "info",
      help: "The deployed release.",
      samples: [{ labels: { release: releaseId() }, value: 1 }],
    },
    gauge(
      "database_up",
      "Whether the database responds within 5 seconds.",
      samplesOf("database", all, ({ load }) => flag(load !== null)),
    ),
    gauge(
      "database_in_maintenance",
      "Whether the database is in maintenance.",
      samplesOf("database", all, (one) => flag(one.isInMaintenance)),
    ),
    gauge(
      "database_size_bytes",
      "Size of the database.",
      loads(({ bytes }) => bytes),
      "bytes",
    ),
    gauge(
      "database_max_size_bytes",
      "Size at which D1 rejects writes.",
      loads(() => MAX_BYTES[plan]),
      "bytes",
    ),
    gauge(
      "database_response_seconds",
      "Time that the database took to respond.",
      loads(({ responseMs }) => responseMs / 1000),
      "seconds",
    ),
    gauge(
      "database_schema_behind",
      "Whether the database lacks a migration of this release.",
      // Migrations are numbered. Without wrangler's table of them, it is not known.
      loads(({ migration }) => (migration === null ? null : flag(migration < LAST_MIGRATION))),
    ),
    gauge(
      "database_events_last_hour",
      "Events in the last hour.",
      loads(({ eventsLastHour }) => eventsLastHour),
    ),
    gauge(
      "deliveries_due",
      "Deliveries that are due, at most 100 per endpoint.",
      loads(({ deliveries }) => deliveries.due),
    ),
    gauge(
      "delivery_delay_seconds",
      "How long the first due delivery has been due.",
      loads(({ deliveries }) => ageOf(deliveries.oldest, now)),
      "seconds",
    ),
    gauge(
      "inbox_messages",
      "Messages of shops that are not processed, at most 1000.",
      loads(({ inboxes }) => inboxes.pending),
    ),
    gauge(
      "inbox_delay_seconds",
      "How long ago the first message that was never tried arrived.",
      loads(({ inboxes }) => ageOf(inboxes.oldest, now)),
      "seconds",
    ),
    gauge(
      "job_start_timestamp_seconds",
      "When the last run of the job started.",
      jobs((run) => run.started_at / 1000),
      "seconds",
    ),
    gauge(
      "job_success_timestamp_seconds",
      "When the last run of the job without an error ended.",
      // 1970 for a job that never succeeded, so that an alert on an old success includes it.
      jobs((run) => (run.succeeded_at ?? 0) / 1000),
      "seconds",
    ),
    gauge(
      "job_duration_seconds",
      "How long the last run of the job took.",
      jobs((run) => (run.ended_at - run.started_at) / 1000),
      "seconds",
    ),
    gauge(
      "job_failed",
      "Whether the last run of the job ended with an error.",
      jobs(({ outcome }) => flag(outcome === "failed")),
    ),
    gauge(
      "organizations_in_transition",
      "Organizations that are being restored, moved or removed, are deleted, or whose data is being erased, at most 100 of each kind.",
      samplesOf(
        "kind",
        kinds.map(([kind, rows]) => [kind, rows.filter((row) => row.kind === kind)]),
        (rows) => rows.length,
      ),
    ),
    gauge(
      "move_problems",
      "Moves whose last attempt to switch was prevented.",
      directory === null ? [] : [{ value: directory.transitions.filter(({ problem }) => problem !== null).length }],
    ),
  ]);
}
