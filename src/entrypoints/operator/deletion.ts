import * as z from "zod";
import { OrganizationPath, OrganizationResponse } from "../../accounts/contract";
import type { OrganizationRow } from "../../accounts/control.sql.ts";
import { deleteOrganization, removalTime, undeleteOrganization } from "../../tenants/lifecycle/deletion";
import { notFound } from "../../platform/api-error";
import { created, ok, operator, resource } from "../../platform/http/endpoint";
import { momentText } from "../../platform/values/zone";
import { controlAsOperator, organizationOf, presentOrganization } from "../../accounts/operator";

const route = resource("Operator", operator, operator);

const DeletionResponse = z.strictObject({
  deleted_at: z.iso.datetime(),
  removed_after: z.iso.datetime().describe("Until then, the deletion can be undone."),
});

/** Throws 404 Not Found if the organization is not deleted. */
function present({ closed_for, closed_at }: OrganizationRow): z.output<typeof DeletionResponse> {
  if (closed_for !== "deletion" || closed_at === null) throw notFound();
  return { deleted_at: momentText(closed_at), removed_after: momentText(removalTime(closed_at)) };
}

/** The deletion of an organization (docs/spec/operator.md#deletion). */
export const deletionEndpoints = [
  route.post("/organizations/:id/deletion", {
    operationId: "deleteOrganization",
    hasNoLocation: true,
    summary: "Delete an organization",
    description:
      "Its credentials and members have no access from now on. After 30 days, all its data is removed. Until then, the deletion can be undone. Deleting it again changes nothing.",
    errors: ["conflict"],
    input: { param: OrganizationPath, json: z.object({ name: z.string().max(255).describe("The organization's name, to confirm.") }) },
    responses: { 201: DeletionResponse },
    handle: async ({ env, control, param: { id }, json: { name } }) => {
      await deleteOrganization(env, controlAsOperator(env, control, id), await organizationOf(control, id), name);
      return created(present(await organizationOf(control, id)), null);
    },
  }),
  route.get("/organizations/:id/deletion", {
    operationId: "getDeletion",
    summary: "When the data of a deleted organization is removed",
    input: { param: OrganizationPath },
    responses: { 200: DeletionResponse },
    handle: async ({ control, param: { id } }) => ok(present(await organizationOf(control, id))),
  }),
  route.delete("/organizations/:id/deletion", {
    operationId: "undeleteOrganization",
    summary: "Undo the deletion of an organization",
    errors: ["conflict"],
    input: { param: OrganizationPath },
    responses: { 200: OrganizationResponse },
    handle: async ({ env, control, param: { id } }) => {
      const organization = await organizationOf(control, id);
      await undeleteOrganization(env, controlAsOperator(env, control, id), organization);
      return ok(presentOrganization(organization));
    },
  }),
];
