import type { FoundRow } from "./erased-values";

/** The ids of returned rows, by table, as a cursor has them. A number is the difference to the number before it. */
export type StoredIds = Readonly<Record<string, readonly (string | number)[]>>;

/** A cursor has at most about so many characters of ids. Rows after that may be returned twice. */
const MAX_STORED_LENGTH = 60_000;

/** What a stored id takes besides its characters: quotes and a comma. */
const ID_OVERHEAD_LENGTH = 3;

/**
 * The rows that a search has returned with an order of the person. It finds those with an identifier once more when it reads their table, perhaps
 * in another request, and after the row or its order was changed. So it knows them by their ids, which its cursor has.
 */
export class ReturnedRows {
  readonly #ids: Map<string, Set<string>>;
  #length = 0;

  private constructor(stored: StoredIds) {
    this.#ids = new Map(Object.entries(stored).map(([table, ids]) => [table, new Set(decoded(ids))]));
    this.#length = JSON.stringify(stored).length;
  }

  static of(stored: StoredIds): ReturnedRows {
    return new ReturnedRows(stored);
  }

  newOf(rows: readonly FoundRow[]): FoundRow[] {
    return rows.filter(({ table, id }) => this.#ids.get(table)?.has(id) !== true);
  }

  add(rows: readonly FoundRow[]): void {
    for (const { table, id } of rows) {
      if (this.#length > MAX_STORED_LENGTH) return;
      const ids = this.#ids.get(table) ?? new Set();
      this.#ids.set(table, ids.add(id));
      this.#length += id.length + ID_OVERHEAD_LENGTH;
    }
  }

  /** Forgets the rows of a table that was read to its end. */
  forget(table: string): void {
    this.#ids.delete(table);
  }

  get stored(): StoredIds {
    return Object.fromEntries([...this.#ids].map(([table, ids]) => [table, encoded([...ids])]));
  }
}

const asNumber = (id: string): number | null => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : null);

function encoded(ids: readonly string[]): (string | number)[] {
  let before = 0;
  return ids.map((id) => {
    const number = asNumber(id);
    if (number === null) return id;
    const difference = number - before;
    before = number;
    return difference;
  });
}

function decoded(ids: readonly (string | number)[]): string[] {
  let before = 0;
  return ids.map((id) => {
    if (typeof id === "string") return id;
    before += id;
    return String(before);
  });
}
