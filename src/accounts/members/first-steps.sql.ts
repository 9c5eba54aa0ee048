import { sql } from "drizzle-orm";
import type { ControlDb } from "../../platform/db/control-db";
import { ControlStatement } from "../../platform/db/statement";

export interface Membership {
  organizationId: number;
  userId: number;
}

/** Whether a member has hidden the first steps (of a new organization, on the home page), and whether it has or invites another member. */
export function peopleSteps({ organizationId, userId }: Membership, now: number): ControlStatement<{ hidden: 0 | 1; others: 0 | 1 }> {
  return new ControlStatement(sql`
    select exists (select 1 from memberships where organization_id = ${organizationId} and user_id = ${userId}
        and first_steps_hidden_at is not null) as hidden,
      (exists (select 1 from memberships where organization_id = ${organizationId} and user_id <> ${userId})
        or exists (select 1 from member_invitations where organization_id = ${organizationId} and used_at is null and expires_at > ${now})) as others`);
}

/** Records that a member has hidden the first steps, unless they had before. */
export async function saveStepsHidden(control: ControlDb, { organizationId, userId }: Membership): Promise<void> {
  await control.rows(sql`update memberships set first_steps_hidden_at = ${control.now}
    where organization_id = ${organizationId} and user_id = ${userId} and first_steps_hidden_at is null`);
}
