import { sql } from "drizzle-orm";
import { assertCondition } from "../../platform/db/change";
import type { OrgControl } from "../org-control";
import { endSecondFactor } from "../sign-in/end-password.sql.ts";
import { assertAccessUnchanged, assertActorRole, type ManageableMember } from "./members.sql.ts";

/**
 * Turns off a member's second factor. Throws WriteConflict if the member has changed since they were read, or is in another organization too, which
 * only the operator accepts (`mayBeShared`). Throws AlreadyCommitted if an earlier attempt of the request has done it.
 */
export async function resetSecondFactor(
  control: OrgControl,
  { target, actorRole }: ManageableMember,
  { mayBeShared }: { mayBeShared: boolean },
): Promise<void> {
  const { organizationId } = control;
  const { user_id, email } = target;
  const entry = { action: "member.second_factor_reset", target_id: user_id, target_name: email, details: {} } as const;
  await control.commit({
    writes: [
      assertActorRole(control, actorRole),
      assertAccessUnchanged(organizationId, target),
      ...(mayBeShared ? [] : [assertCondition(sql`not ${isShared(organizationId, user_id)}`)]),
      ...endSecondFactor(sql`${user_id}`),
    ],
    entry,
  });
}

/** SQL condition: an account belongs to another organization, too. */
const isShared = (organizationId: number, userId: number) =>
  sql`exists (select 1 from memberships where user_id = ${userId} and organization_id <> ${organizationId})`;

export async function isInOtherOrganization(control: OrgControl, userId: number): Promise<boolean> {
  return (await control.first(sql`select 1 where ${isShared(control.organizationId, userId)}`)) !== null;
}
