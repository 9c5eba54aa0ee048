/** A statement as it was sent. */
export interface Recorded {
  sql: string;
  params: unknown[];
}

/** A database that remembers the batches that are sent to it. */
export function recording(d1: D1Database): { d1: D1Database; batches: Recorded[][] } {
  const sent = new Map<D1PreparedStatement, Recorded>();
  const batches: Recorded[][] = [];
  const listening = {
    prepare: (sql: string) => {
      const statement = d1.prepare(sql);
      const bind = (...params: unknown[]) => {
        const bound = statement.bind(...params);
        sent.set(bound, { sql, params });
        return bound;
      };
      return Object.assign(Object.create(statement) as D1PreparedStatement, { bind });
    },
    batch: (statements: D1PreparedStatement[]) => {
      batches.push(statements.flatMap((statement) => sent.get(statement) ?? []));
      return d1.batch(statements);
    },
    // The local D1 has no replicas.
    withSession: () => listening,
    getBookmark: () => "0",
  };
  // What the app uses of a database, and nothing else.
  return { d1: listening as unknown as D1Database, batches };
}

let counted = 0;

/** Ids that must be new each time: of events, operations and external orders; their last six characters count up. */
const FRESH = /\b(evt_[0-9A-Za-z]{16}|op_[0-9A-Za-z]{16}|bench-)[0-9A-Za-z]{6}/g;

/** The same statements about other rows: `before` and `now` are the ids in the request, then and now. */
export function replay(
  d1: D1Database,
  batch: readonly Recorded[],
  before: readonly string[],
  now: readonly string[],
): D1PreparedStatement[] {
  counted += 1;
  const tail = counted.toString(36).padStart(6, "0");
  const renewed = (param: unknown): unknown => {
    if (typeof param === "number") {
      const at = before.indexOf(String(param));
      return at === -1 ? param : Number(now[at]);
    }
    if (typeof param !== "string") return param;
    const at = before.findIndex((id) => param === `[${id}]`);
    return at === -1 ? param.replaceAll(FRESH, `$1${tail}`) : `[${now[at] ?? ""}]`;
  };
  // A version that was read guards the real one's write; here nothing was read.
  return batch.map(({ sql, params }) => d1.prepare(sql.replaceAll(/\bversion = \?/g, "? is not null")).bind(...params.map(renewed)));
}
