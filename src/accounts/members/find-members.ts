import type { ControlDb } from "../../platform/db/control-db";
import { foldCase } from "../../platform/values/fold-case";
import { type Colleague, listColleagues } from "./find-members.sql.ts";

/** How many members are found at most, and among how many. */
const MAX_FOUND = 8;
const MAX_SEARCHED = 1000;

/** Finds members of an organization by the beginning of their email address or of a word of their name, ignoring case. One round trip. */
export async function findColleagues(control: ControlDb, organizationId: number, text: string): Promise<Colleague[]> {
  const beginning = foldCase(text);
  const isFound = ({ email, name }: Colleague) =>
    foldCase(email).startsWith(beginning) || ` ${foldCase(name ?? "")}`.includes(` ${beginning}`);
  return (await listColleagues(control, organizationId, MAX_SEARCHED)).filter(isFound).slice(0, MAX_FOUND);
}
