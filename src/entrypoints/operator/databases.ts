import * as z from "zod";
import { settingsOf } from "../../platform/env";
import { organizationCounts } from "../../accounts/control.sql.ts";
import { FILLS, fillOf } from "../../platform/db/database-size";
import { databaseStates } from "../../platform/db/database-state";
import { ok, operator, resource } from "../../platform/http/endpoint";

const route = resource("Operator", operator, operator);

const DatabaseResponse = z.strictObject({
  number: z.int(),
  status: z.enum(["up", "down"]),
  organizations: z.int(),
  /** The rest is null for a database that is down. */
  region: z.string().nullable(),
  bytes: z.int().nullable(),
  /** `almost_full` from 70% of what the plan allows. */
  fill: z.enum(FILLS).nullable(),
  accepts_new_organizations: z.boolean().nullable(),
  events_last_hour: z.int().nullable(),
  response_ms: z.int().nullable(),
  migration: z.string().nullable(),
});

/** GET /operator/databases: size, load and migration of each database (docs/scale.md). */
export const listDatabases = route.get("/databases", {
  operationId: "listDatabases",
  summary: "Size, load and last migration of each database",
  responses: { 200: z.strictObject({ data: z.array(DatabaseResponse) }) },
  handle: async ({ env, control, now }) => {
    const [states, counts] = await Promise.all([databaseStates(env, now), organizationCounts(control)]);
    const plan = settingsOf(env).WORKERS_PLAN;
    const data = states.map(({ number, report }): z.output<typeof DatabaseResponse> => {
      const fill = report === null ? null : fillOf(report.bytes, plan);
      return {
        number,
        status: report === null ? "down" : "up",
        organizations: counts.get(number) ?? 0,
        region: report?.region ?? null,
        bytes: report?.bytes ?? null,
        fill,
        accepts_new_organizations: fill === null ? null : fill === "ok",
        events_last_hour: report?.eventsLastHour ?? null,
        response_ms: report?.responseMs ?? null,
        migration: report?.migration ?? null,
      };
    });
    return ok({ data });
  },
});
