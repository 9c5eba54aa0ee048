import type { ControlDb } from "../../platform/db/control-db";
import { compareTexts } from "../../platform/db/text/sort-key";
import { foldCase } from "../../platform/values/fold-case";
import { type Assignee, assigneesOf } from "./assignees.sql.ts";

/** How many members are found at most, and among how many. */
const MAX_FOUND = 8;
const MAX_SEARCHED = 1000;

/** Finds members to assign work to by the beginning of their email address or of a word of their name, ignoring case. One round trip. */
export async function findAssignees(control: ControlDb, organizationId: number, text: string): Promise<Assignee[]> {
  const beginning = foldCase(text);
  const isFound = ({ email, name }: Assignee) =>
    foldCase(email).startsWith(beginning) || ` ${foldCase(name ?? "")}`.includes(` ${beginning}`);
  const found = (await assigneesOf(control, organizationId, MAX_SEARCHED)).filter(isFound);
  return found.toSorted((one, other) => compareTexts(one.email, other.email)).slice(0, MAX_FOUND);
}
