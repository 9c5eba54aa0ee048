import * as z from "zod";
import { removeDoctorOrganizations } from "../../tenants/lifecycle/deletion";
import { maxDatabaseCalls } from "../../platform/budget";
import { PLANS } from "../../platform/db/database-size";
import { LAST_MIGRATION } from "../../platform/db/last-migration";
import { ok, operator, resource } from "../../platform/http/endpoint";
import { releaseId } from "../../platform/release";
import { controlAsOperator } from "../../accounts/operator";

const route = resource("Operator", operator, operator);

const FILES_STATES = ["on", "off", "missing"] as const;

function filesState({ FILES }: Env, bucket: string | null): (typeof FILES_STATES)[number] {
  if (FILES !== undefined) return "on";
  return bucket === null ? "off" : "missing";
}

/** What `npm run doctor` needs besides the public API (docs/spec/operator.md#doctor). */
export const doctorEndpoints = [
  route.get("/installation", {
    operationId: "getInstallation",
    summary: "The release, what it expects, and its limits",
    responses: {
      200: z.strictObject({
        release: z.string(),
        last_migration: z.string(),
        plan: z.enum(PLANS),
        jurisdiction: z.string().nullable(),
        max_database_calls: z.int(),
        files: z
          .enum(FILES_STATES)
          .describe("Whether files can be uploaded. `missing`: the release was deployed without the bucket that there was."),
      }),
    },
    handle: async ({ env, settings }) =>
      await Promise.resolve(
        ok({
          release: releaseId(),
          last_migration: LAST_MIGRATION,
          plan: settings.WORKERS_PLAN,
          jurisdiction: settings.JURISDICTION,
          max_database_calls: maxDatabaseCalls(env),
          files: filesState(env, settings.FILES_BUCKET),
        }),
      ),
  }),
  route.post("/doctor/removal", {
    operationId: "removeDoctorOrganizations",
    hasNoLocation: true,
    summary: "Remove the temporary organizations of `npm run doctor`",
    input: {
      json: z.object({
        name: z.string().max(255).nullable().describe("The name of one that is no longer needed, although its time is not over."),
      }),
    },
    responses: { 200: z.strictObject({ left: z.int() }) },
    errors: ["conflict"],
    handle: async ({ env, control, json: { name }, now }) => {
      const controlOf = (organizationId: number) => controlAsOperator(env, control, organizationId);
      return ok({ left: await removeDoctorOrganizations(env, control, { name, now, controlOf }) });
    },
  }),
];
