import type { ControlDb } from "../../platform/db/control-db";
import { type Colleague, colleaguesNamed } from "./find-members.sql.ts";

/** How many members are found at most. */
const MAX_FOUND = 8;

/** Finds members of an organization by the beginning of their email address or of a word of their name. One round trip. */
export async function findColleagues(control: ControlDb, organizationId: number, text: string): Promise<Colleague[]> {
  return await colleaguesNamed(control, organizationId, { text, limit: MAX_FOUND });
}
