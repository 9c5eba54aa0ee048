import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { ExpiringCache } from "../../../src/platform/expiring-cache";

/** The sources in which an isolate can find the record of a credential. */
export const RECORD_SOURCES = ["the cache", "a replica that has stopped", "a replica without it"] as const;

type RecordSource = (typeof RECORD_SOURCES)[number];

/**
 * Lets every request find its credential in this source, until all mocks are restored. The local D1 has no replicas: this stand-in
 * returns for each query the first result of the test, or no rows.
 */
export function serveRecordsFrom(source: RecordSource): void {
  if (source === "the cache") return;
  vi.spyOn(ExpiringCache.prototype, "get").mockReturnValue(undefined);
  const first = new Map<string, D1Result[]>();
  const original = env.DB.withSession.bind(env.DB);
  vi.spyOn(env.DB, "withSession").mockImplementation((start) => {
    if (start !== "first-unconstrained") return original(start);
    const session: Pick<D1DatabaseSession, "prepare" | "batch" | "getBookmark"> = {
      prepare: (sql) => env.DB.prepare(sql),
      getBookmark: () => null,
      batch: async <T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> => {
        const results = await env.DB.batch<T>(statements);
        if (source === "a replica without it") return results.map((result) => ({ ...result, results: [] }));
        const query = JSON.stringify(statements.map(secretHashesOf));
        const known = first.get(query) ?? results;
        first.set(query, known);
        return known as D1Result<T>[];
      },
    };
    return session;
  });
}

/** The parameters that distinguish queries of credentials. The others are times. */
function secretHashesOf(statement: D1PreparedStatement): unknown[] {
  const { params } = statement as unknown as { params: unknown[] };
  return params.filter((param) => typeof param === "string");
}
