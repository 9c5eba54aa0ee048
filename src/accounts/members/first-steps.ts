import type { ControlDb } from "../../platform/db/control-db";
import type { Member } from "../sign-in/sessions.sql.ts";
import { peopleSteps, saveStepsHidden } from "./first-steps.sql.ts";

/** What the first steps of an organization need to know of its people. */
export interface PeopleSteps {
  /** Whether this member has hidden the steps. */
  isHidden: boolean;
  /** Whether there is another member, or a valid invitation. */
  hasOthers: boolean;
}

const membershipOf = ({ organization, person }: Member) => ({ organizationId: organization.id, userId: person.id });

export async function readPeopleSteps(control: ControlDb, member: Member): Promise<PeopleSteps> {
  const row = await control.first(peopleSteps(membershipOf(member), control.now));
  return { isHidden: row?.hidden === 1, hasOthers: row?.others === 1 };
}

/** Hides the first steps for one member. Others still see them. */
export async function hideFirstSteps(control: ControlDb, member: Member): Promise<void> {
  await saveStepsHidden(control, membershipOf(member));
}
