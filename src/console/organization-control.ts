import { actorOf } from "../accounts/actor";
import { OrgControl } from "../accounts/org-control";
import { announceVersion } from "../platform/http/gate-client";
import type { PageContext } from "./page";

/** The control data of a page's organization, on behalf of the signed-in member. A form's `operationId` makes its change commit only once. */
export function organizationControl({ env, control, member, operationId }: PageContext & { operationId?: string }): OrgControl {
  return new OrgControl(control, {
    organizationId: member.organization.id,
    actor: actorOf(member.person),
    operationId: operationId ?? null,
    announceVersion: async (credential, version) => await announceVersion(env, credential, version),
  });
}
