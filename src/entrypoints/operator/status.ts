import * as z from "zod";
import { STEPS } from "../../tenants/move/table";
import { settingsOf } from "../../platform/env";
import { FILLS, fillOf } from "../../platform/db/database-size";
import { ok, operator, resource } from "../../platform/http/endpoint";
import { releaseId } from "../../platform/release";
import { momentOrNull, momentText } from "../../platform/values/zone";
import { readInstallation } from "./installation";
import { OUTCOMES } from "../../platform/jobs/job-runs.sql.ts";
import { metricsText } from "./metrics";
import { METRICS_TYPE } from "./open-metrics";
import { TRANSITIONS } from "./transitions.sql.ts";

const route = resource("Operator", operator, operator);

const moment = z.iso.datetime();

const StatusResponse = z.strictObject({
  release: z.string(),
  databases: z.array(
    z.strictObject({
      number: z.int(),
      status: z.enum(["up", "down"]),
      in_maintenance: z.boolean(),
      bytes: z.int().nullable().describe("This and all that follows is null for a database that is down."),
      fill: z.enum(FILLS).nullable().describe("`almost_full` from 70% of what the plan allows, `full` from 99%."),
      migration: z.string().nullable(),
      deliveries_due: z.int().nullable().describe("At most 100 per endpoint are counted, and 500 endpoints."),
      oldest_delivery_due_at: moment.nullable().describe("Null: none is due."),
      inbox_messages: z.int().nullable().describe("Messages of shops that are not processed yet. At most 1,000 are counted."),
      oldest_inbox_message_at: moment.nullable().describe("When the first of those that were never tried arrived. Null: there is none."),
    }),
  ),
  jobs: z
    .array(
      z.strictObject({
        name: z.string(),
        started_at: moment,
        ended_at: moment,
        outcome: z
          .enum(OUTCOMES)
          .describe("`budget_spent`: there is more to do, and the next run continues. `failed`: the log has the error (`job.failed`)."),
        succeeded_at: moment.nullable().describe("When its last run without an error ended. Null: none has."),
      }),
    )
    .nullable()
    .describe("The last run of each job. Null if database 0 is down."),
  organizations: z
    .array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        kind: z.enum(TRANSITIONS),
        since: moment,
        step: z.enum(STEPS).nullable().describe("Of a move."),
        problem: z.string().nullable().describe("What prevented the last attempt of a move to switch."),
      }),
    )
    .nullable()
    .describe("Organizations with which something is under way, at most 100 of each kind. Null if database 0 is down."),
});

/** How the installation is (docs/spec/operator.md#status). */
export const statusEndpoints = [
  route.get("/status", {
    operationId: "getStatus",
    summary: "Databases and their backlog, the last run of each job, and what is under way with organizations",
    responses: { 200: StatusResponse },
    handle: async ({ env, control }) => {
      const { databases, directory } = await readInstallation(env, control);
      const plan = settingsOf(env).WORKERS_PLAN;
      const status: z.output<typeof StatusResponse> = {
        release: releaseId(),
        databases: databases.map(({ number, isInMaintenance: in_maintenance, load }) => ({
          number,
          status: load === null ? "down" : "up",
          in_maintenance,
          bytes: load?.bytes ?? null,
          fill: load === null ? null : fillOf(load.bytes, plan),
          migration: load?.migration ?? null,
          deliveries_due: load?.deliveries.due ?? null,
          oldest_delivery_due_at: momentOrNull(load?.deliveries.oldest ?? null),
          inbox_messages: load?.inboxes.pending ?? null,
          oldest_inbox_message_at: momentOrNull(load?.inboxes.oldest ?? null),
        })),
        jobs:
          directory === null
            ? null
            : Object.entries(directory.jobs).map(([name, { outcome, ...times }]) => ({
                name,
                started_at: momentText(times.started_at),
                ended_at: momentText(times.ended_at),
                outcome,
                succeeded_at: momentOrNull(times.succeeded_at ?? null),
              })),
        organizations: directory?.transitions.map(({ since, ...row }) => ({ ...row, since: momentText(since) })) ?? null,
      };
      return ok(status);
    },
  }),
  route.get("/metrics", {
    operationId: "getMetrics",
    summary: "The same as metrics in the OpenMetrics text format, for Prometheus",
    responses: { 200: z.string() },
    mediaType: METRICS_TYPE,
    handle: async ({ env, control, now }) => {
      const text = metricsText(await readInstallation(env, control), { plan: settingsOf(env).WORKERS_PLAN, now });
      return {
        status: 200,
        data: null,
        file: { response: new Response(text, { headers: { "Content-Type": METRICS_TYPE } }), headers: {} },
      };
    },
  }),
];
