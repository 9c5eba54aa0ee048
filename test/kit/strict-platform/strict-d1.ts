import { env } from "cloudflare:workers";
import { conditions } from "./conditions";
import { assertionForConnection, countTowardDeployment } from "./deployment";
import { assertDuration, assertRows, assertStatement, type ReceivedRows } from "./d1-limits";
import { countCall, currentInvocation } from "./invocation";
import { withErrors } from "./transient-errors";

/** The runtime's only method through which each statement and batch of a D1 database is sent. */
interface Session {
  fetcher: object;
  _sendOrThrow: (endpoint: string, sql: string | string[], params: unknown[], ...rest: unknown[]) => Promise<unknown>;
}

let isInstalled = false;

/** Applies D1's limits to the local D1, for every database and session. */
export function limitD1(): void {
  // Test files share this module and the databases.
  if (isInstalled) return;
  // The class of all sessions. `withSession` may be that of a stand-in for a replica.
  const { alwaysPrimarySession } = env.DB as unknown as { alwaysPrimarySession?: object };
  const sessions = Object.getPrototypeOf(Object.getPrototypeOf(alwaysPrimarySession ?? {}) ?? {}) as Session;
  const send = Reflect.get(sessions, "_sendOrThrow") as Session["_sendOrThrow"] | undefined;
  if (send === undefined) throw new Error("D1's internals have changed: there is no _sendOrThrow (test/kit/strict-platform/strict-d1.ts)");
  isInstalled = true;
  sessions._sendOrThrow = async function (this: Session, endpoint, sql, params, ...rest) {
    const statements = Array.isArray(sql)
      ? sql.map((text, index) => ({ sql: text, params: params[index] as unknown[] }))
      : [{ sql, params }];
    countCall(statements.length);
    for (const statement of statements) assertStatement(statement);
    const assertConnected = assertionForConnection("databases", () => new Error("D1_ERROR: D1 DB reset because its code was updated."));
    countTowardDeployment();
    if (conditions.roundTripMs > 0) await scheduler.wait(conditions.roundTripMs / 2);
    assertConnected();
    const received = await withErrors(
      conditions.errorRate,
      { database: this.fetcher, statements },
      async () => await Reflect.apply(send, this, [endpoint, sql, params, ...rest]),
    );
    if (conditions.roundTripMs > 0) await scheduler.wait(conditions.roundTripMs / 2);
    assertConnected();
    const batch = (Array.isArray(received) ? received : [received]) as ReceivedRows[];
    for (const rows of batch) assertRows(rows);
    // Calls of the test itself may take as long as they need.
    if (currentInvocation() !== undefined) assertDuration(batch);
    return received;
  };
}
