import { newId } from "../crypto/random";
import type { KeyRequest, Lease, StoredResponse, Settlement } from "./admission";
import { parseStored } from "../reading/json";

/** How long a response is stored for replay (docs/spec/idempotency.md#retention). */
export const RETENTION_MS = 24 * 3_600_000;
/** How long one execution may hold a key before another may start (docs/spec/idempotency.md#lease). */
export const EXECUTION_LEASE_MS = 30_000;

/** The status of a key whose stored response was erased. Before a response is stored, the status is null. */
const ERASED = 0;

// A type, not an interface, because SqlStorage requires an index signature.
type KeyRow = {
  fingerprint: string;
  operation_id: string;
  execution: number;
  /** Null: no execution holds the key. */
  lease_until: number | null;
  status: number | null;
  headers: string | null;
  body: ArrayBuffer | null;
};

/** The result of looking up a key. `unbound`: the request proceeds without a lease. `running`: another execution holds the lease. */
export type LedgerResult =
  | { outcome: "proceed"; lease: Lease }
  | { outcome: "unbound" }
  | { outcome: "running" }
  | { outcome: "conflict" }
  | { outcome: "replay"; response: StoredResponse };

/** The idempotency keys of one credential. Each is bound to a request's fingerprint and to one operation id. */
export class ReplayLedger {
  constructor(private readonly sql: SqlStorage) {
    sql.exec(`create table if not exists idempotency_keys (
      key text primary key, fingerprint text not null, operation_id text not null, execution integer not null,
      lease_until integer, status integer, headers text, body blob, expires_at integer not null)`);
    sql.exec("create index if not exists idempotency_keys_expiry on idempotency_keys (expires_at)");
  }

  /** Looks up a key and, with `mayClaim`, takes the lease for one execution if no other execution holds it. */
  claim({ key, fingerprint, mayClaim, operationId = newId("op", Date.now()) }: KeyRequest, now: number): LedgerResult {
    const row = this.#row(key, now);
    if (row === undefined) {
      return mayClaim
        ? { outcome: "proceed", lease: this.#startExecution({ key, fingerprint, operationId }, now) }
        : { outcome: "unbound" };
    }
    if (row.fingerprint !== fingerprint) return { outcome: "conflict" };
    if (row.status !== null && row.status !== ERASED) {
      const body = new Uint8Array(row.body ?? new ArrayBuffer(0));
      return {
        outcome: "replay",
        response: { status: row.status, headers: parseStored<Record<string, string>>(row.headers ?? "{}"), body },
      };
    }
    // If a lease ends much later than one that starts now would, the clock has been set back since. Its end may be days away: ignore it.
    if (row.lease_until !== null && row.lease_until > now && row.lease_until <= now + 2 * EXECUTION_LEASE_MS) {
      // Its own claim, whose response was lost.
      if (row.operation_id === operationId && row.execution === 1) {
        const lease: Lease = { key, operationId, resumed: false, erased: false, execution: 1, until: row.lease_until };
        return { outcome: "proceed", lease };
      }
      return { outcome: "running" };
    }
    if (!mayClaim) return { outcome: "unbound" };
    const lease: Lease = {
      key,
      operationId: row.operation_id,
      resumed: true,
      erased: row.status === ERASED,
      execution: row.execution + 1,
      until: now + EXECUTION_LEASE_MS,
    };
    // expires_at stays the same, because the key must not outlive the operation's write marker.
    this.sql.exec("update idempotency_keys set execution = ?, lease_until = ? where key = ?", lease.execution, lease.until, key);
    return { outcome: "proceed", lease };
  }

  /** Ends an execution. If it has lost its lease to a later execution, only the outcome `done` has an effect. */
  settle(lease: Lease, settlement: Settlement, now: number): void {
    // Changes nothing if another execution has stored a response meanwhile.
    const ofThisExecution = `where key = ? and operation_id = ? and execution = ? and coalesce(status, ${ERASED}) = ${ERASED}`;
    switch (settlement.outcome) {
      case "done": {
        const { status, headers, body } = settlement.response;
        this.sql.exec(
          `update idempotency_keys set status = ?, headers = ?, body = ?, lease_until = null, expires_at = ?
           where key = ? and operation_id = ? and coalesce(status, ${ERASED}) = ${ERASED}`,
          status,
          JSON.stringify(headers),
          body,
          now + RETENTION_MS,
          lease.key,
          lease.operationId,
        );
        return;
      }
      case "free":
        this.sql.exec(`delete from idempotency_keys ${ofThisExecution}`, lease.key, lease.operationId, lease.execution);
        return;
      case "unknown":
        this.sql.exec(`update idempotency_keys set lease_until = null ${ofThisExecution}`, lease.key, lease.operationId, lease.execution);
    }
  }

  /** Deletes the stored responses, or the one of a key. The keys stay bound to their operations. */
  eraseResponses(key: string | null = null): void {
    this.sql.exec(
      `update idempotency_keys set status = ${ERASED}, headers = null, body = null where status is not null and key = coalesce(?, key)`,
      key,
    );
  }

  /** Deletes expired keys. Returns when to purge next (ms since 1970), or null if no key is left. */
  purge(now: number): number | null {
    this.sql.exec("delete from idempotency_keys where expires_at <= ?1 and coalesce(lease_until, 0) <= ?1", now);
    const { next } = this.sql.exec<{ next: number | null }>("select min(expires_at) as next from idempotency_keys").one();
    // A lease that is held now has ended by then.
    return next === null ? null : Math.max(next, now + EXECUTION_LEASE_MS);
  }

  /** The stored row of a key. A leased key does not expire, because a retry would start a second operation beside the first. */
  #row(key: string, now: number): KeyRow | undefined {
    const query = "select * from idempotency_keys where key = ?1 and (expires_at > ?2 or lease_until > ?2)";
    return this.sql.exec<KeyRow>(query, key, now).toArray()[0];
  }

  #startExecution({ key, fingerprint, operationId }: Required<Omit<KeyRequest, "mayClaim">>, now: number): Lease {
    const lease: Lease = {
      key,
      operationId,
      resumed: false,
      erased: false,
      execution: 1,
      until: now + EXECUTION_LEASE_MS,
    };
    this.sql.exec(
      `insert or replace into idempotency_keys (key, fingerprint, operation_id, execution, lease_until, expires_at)
       values (?, ?, ?, 1, ?, ?)`,
      key,
      fingerprint,
      lease.operationId,
      lease.until,
      now + RETENTION_MS,
    );
    return lease;
  }
}
