import type { MasterSecrets } from "../../platform/crypto/master-key";
import { type CursorScope, readCursor, writeCursor } from "../../platform/http/input/cursor";
import { parseStored } from "../../platform/reading/json";
import type { FoundRow } from "./erased-values";
import { type Identifiers, Person } from "./person";
import { ReturnedRows, type StoredIds } from "./returned-rows";
import { inSlotOf } from "./search-slot";
import { searchPage, SEARCH_START, type SearchPosition, type SearchState } from "./search";
import type { SearchSource } from "./search-source";

/** The identifiers of a person, and the cursor of a part of their data. Without it, the first part is meant. */
export type PartRequest = Identifiers & { cursor?: string | undefined };

/** A search of a person that goes on in further requests. Its cursors belong to the organization, the list and the person. */
export class ResumableSearch {
  readonly person: Person;
  readonly #scope: CursorScope;
  readonly #cursor: string | undefined;

  constructor(
    private readonly masterSecrets: MasterSecrets,
    list: "findPersonalData" | "exportPersonalData",
    { organizationId, request: { cursor, ...identifiers } }: { organizationId: number; request: PartRequest },
  ) {
    this.person = Person.of(identifiers);
    this.#scope = { organizationId, list, query: identifiers };
    this.#cursor = cursor;
  }

  /** Where this request starts. Throws 400 Bad Request for a cursor of another search. */
  async start(): Promise<SearchState> {
    if (this.#cursor === undefined) return { position: SEARCH_START, returned: ReturnedRows.of({}) };
    const [text] = await readCursor<[string]>(this.masterSecrets, this.#scope, this.#cursor);
    // The cursor is signed, so it has a state that was written below.
    const [position, stored] = parseStored<[SearchPosition, StoredIds]>(text);
    return { position, returned: ReturnedRows.of(stored) };
  }

  /** The cursor of the next request; null at the end. */
  async cursorAt(state: SearchState | null): Promise<string | null> {
    if (state === null) return null;
    return await writeCursor(this.masterSecrets, this.#scope, [JSON.stringify([state.position, state.returned.stored])]);
  }
}

/** A page of a search, with the cursor of the next one. Null on the last page. */
export interface CursorPage {
  rows: FoundRow[];
  next: string | null;
}

/**
 * Reads the page of a search at a cursor, or the first one. Throws 400 Bad Request for a cursor of another search, and 429 Too Many Requests while
 * the isolate searches for the organization already.
 */
export async function searchAt(masterSecrets: MasterSecrets, source: SearchSource, request: PartRequest): Promise<CursorPage> {
  const { id: organizationId } = source.rows.own.organization;
  const search = new ResumableSearch(masterSecrets, "findPersonalData", { organizationId, request });
  const start = await search.start();
  const { rows, next } = await inSlotOf(organizationId, async () => await searchPage(source, search.person, start));
  return { rows, next: await search.cursorAt(next) };
}
