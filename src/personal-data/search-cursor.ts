import type { MasterSecrets } from "../platform/crypto/master-key";
import type { OrgReader } from "../platform/db/org-db";
import { readCursor, writeCursor } from "../platform/http/input/cursor";
import type { FoundRow } from "./erased-values";
import { type Identifiers, Person } from "./person";
import { type OrganizationRows, searchPage, SEARCH_START, type SearchPosition } from "./search";
import { parseStored } from "../platform/reading/json";

/** A page of a search, with the cursor of the next one. Null on the last page. */
export interface CursorPage {
  rows: FoundRow[];
  next: string | null;
}

/** Reads the page of a search at a cursor, or the first one. Throws 400 Bad Request for a cursor of another search. */
export async function searchAt(
  masterSecrets: MasterSecrets,
  rows: OrganizationRows<OrgReader>,
  { cursor, ...identifiers }: Identifiers & { cursor?: string | undefined },
): Promise<CursorPage> {
  const scope = { organizationId: rows.own.organization.id, list: "findPersonalData", query: identifiers };
  // The cursor is signed, so it has a position that was written below.
  const start =
    cursor === undefined ? SEARCH_START : parseStored<SearchPosition>((await readCursor<[string]>(masterSecrets, scope, cursor))[0]);
  const page = await searchPage(rows, Person.of(identifiers), start);
  const next = page.next === null ? null : await writeCursor(masterSecrets, scope, [JSON.stringify(page.next)]);
  return { rows: page.rows, next };
}
