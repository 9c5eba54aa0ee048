import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { createCredential, type ApiResponse, type Call, type Credential, type Shop, v2As } from "../../kit/client";
import { logOf } from "../../kit/log";
import { organizationD1 } from "../../kit/databases";

/** Longer than any write takes, by a millisecond. */
export const AFTER_ANY_WRITE_MS = 5 * 60_000 + 1;

/** Sets the clock ahead. */
export const advanceClock = (ms: number) => vi.setSystemTime(Date.now() + ms);

/**
 * From now on, the replica gets no changes, and has no rows of organizations. It is a stand-in, because the local D1 has no replicas. A
 * session that starts at a bookmark gets a state that contains it, as documented.
 */
export async function stopTheReplica(): Promise<void> {
  const primary = organizationD1().withSession("first-primary");
  await primary.batch([primary.prepare("select 1")]);
  const last = primary.getBookmark();
  for (const d1 of new Set([env.DB, organizationD1()])) stopReplicaOf(d1, last);
}

function stopReplicaOf(d1: D1Database, last: string | null): void {
  const original = d1.withSession.bind(d1);
  vi.spyOn(d1, "withSession").mockImplementation((start) => {
    const session = original(start);
    if (start !== "first-unconstrained") return session;
    const isControl = (statement: D1PreparedStatement) => (statement as unknown as { statement: string }).statement.includes("credentials");
    return {
      prepare: (sql: string) => session.prepare(sql),
      getBookmark: () => last,
      batch: async <T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> => {
        const results = await session.batch<T>(statements);
        return statements.some(isControl) ? results : results.map((result) => ({ ...result, results: [] }));
      },
    };
  });
}

export interface Caller {
  credential: Credential;
  send: (path: string, call?: Call) => Promise<ApiResponse>;
  /** Reads an order. Returns the source of its rows, and its status. */
  read: (orderId: number, headers?: Record<string, string>) => Promise<{ read_from: string | null; status: number; d1_trips: number }>;
}

/** Creates a caller with its own credential, which its gate knows. */
export async function createCaller(shop: Shop, settings: Record<string, unknown> = { reads: "nearest" }): Promise<Caller> {
  const credential = await createCredential(shop.id, "api_token", settings);
  const send = v2As(credential);
  await send("/me");
  const read: Caller["read"] = async (orderId, headers = {}) => {
    const { read_from, status, d1_trips } = (await logOf(() => send(`/orders/${orderId}`, { headers }))) as unknown as Awaited<
      ReturnType<Caller["read"]>
    >;
    return { read_from, status, d1_trips };
  };
  return { credential, send, read };
}
