import * as z from "zod";
import { OrganizationPath } from "../../accounts/contract";
import { organizationOf } from "../../accounts/operator";
import { ok, operator, resource } from "../../platform/http/endpoint";
import { findMissingObjects } from "../../tenants/objects/find-missing";

const MissingFiles = z.strictObject({
  checked: z.int().describe("How many files this response is about."),
  missing: z.array(z.strictObject({ file_id: z.string(), name: z.string(), missing: z.enum(["content", "preview"]) })),
  next: z.string().nullable().describe("Send it as `after` for the next files. Null: these were the last ones."),
});

const route = resource("Operator", operator, operator);

/** The files whose content is not in the bucket, as after a restore without it (docs/runbook.md#files). */
export const missingFilesEndpoints = [
  route.get("/organizations/:id/missing-files", {
    operationId: "listMissingFiles",
    summary: "Find the files of an organization whose content is missing in the bucket",
    description: "Each response is about the next 20 files. Without a bucket, the content of all of them is missing.",
    input: {
      param: OrganizationPath,
      query: z.object({ after: z.string().max(64).optional().describe("`next` of the previous response.") }),
    },
    responses: { 200: MissingFiles },
    handle: async ({ env, control, param: { id }, query: { after } }) =>
      ok(await findMissingObjects(env, await organizationOf(control, id), after ?? "")),
  }),
];
