import { nameOf } from "../actor";
import type { ControlDb } from "../../platform/db/control-db";
import { controlDb } from "../../platform/db/database";
import type { OrgReader } from "../../platform/db/org-db";
import { compareTexts } from "../../platform/db/text/sort-key";
import { type Assignee, assigneesOf, findAssignee } from "./assignees.sql.ts";

export type { Assignee } from "./assignees.sql.ts";

/** Finds the member of an organization with an email address, ignoring case. Returns null if there is none. */
export type MemberLookup = (email: string) => Promise<Assignee | null>;

export function memberLookup(control: ControlDb, organizationId: number): MemberLookup {
  return async (email) => await findAssignee(control, organizationId, email);
}

/** The same for the handler of an API endpoint, which gets no ControlDb. */
export function memberLookupOf(env: Env, { organization, now }: Pick<OrgReader, "organization" | "now">): MemberLookup {
  return memberLookup(controlDb(env, { now }), organization.id);
}

/** A form offers no more of them. */
const MAX_ASSIGNEES = 200;

/** Lists the members to choose from, by name or else by email address. */
export async function listAssignees(control: ControlDb, organizationId: number): Promise<Assignee[]> {
  const members = await assigneesOf(control, organizationId, MAX_ASSIGNEES);
  return members.toSorted((one, other) => compareTexts(nameOf(one), nameOf(other)));
}
