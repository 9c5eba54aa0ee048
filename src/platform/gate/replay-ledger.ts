import { newId } from "../crypto/random";
import type { Lease, StoredResponse, Settlement } from "./admission";

/** How long an answer is remembered after it was given (docs/spec/idempotency.md#retention). */
export const RETENTION_MS = 24 * 3_600_000;
/** How long one execution may hold a key before another may begin (docs/spec/idempotency.md#lease). */
export const LEASE_MS = 30_000;

// A type, not an interface: SqlStorage wants an index signature.
type KeyRow = {
  fingerprint: string;
  operation_id: string;
  execution: number;
  lease_until: number | null;
  status: number | null;
  headers: string | null;
  body: ArrayBuffer | null;
};

export type LedgerAnswer =
  | { outcome: "proceed"; lease: Lease }
  | { outcome: "unbound" }
  | { outcome: "running" }
  | { outcome: "conflict" }
  | { outcome: "replay"; answer: StoredResponse };

/** The idempotency keys of one credential: bound to a request's fingerprint and to one operation id. */
export class ReplayLedger {
  constructor(private readonly sql: SqlStorage) {
    sql.exec(`create table if not exists idempotency_keys (
      key text primary key, fingerprint text not null, operation_id text not null, execution integer not null,
      lease_until integer, status integer, headers text, body blob, expires_at integer not null)`);
    sql.exec("create index if not exists idempotency_keys_expiry on idempotency_keys (expires_at)");
  }

  /** Looks a key up and, with `claimKey`, takes the lease for one execution where nobody holds it. */
  claim(key: string, fingerprint: string, claimKey: boolean, now: number): LedgerAnswer {
    const row = this.#row(key, now);
    if (row === undefined) {
      return claimKey ? { outcome: "proceed", lease: this.#begin(key, fingerprint, now) } : { outcome: "unbound" };
    }
    if (row.fingerprint !== fingerprint) return { outcome: "conflict" };
    if (row.status !== null) {
      const body = new Uint8Array(row.body ?? new ArrayBuffer(0));
      return {
        outcome: "replay",
        answer: { status: row.status, headers: JSON.parse(row.headers ?? "{}") as Record<string, string>, body },
      };
    }
    // One that ends much later than any that begins now is of a clock that has been set back since: its end may be days away.
    if (row.lease_until !== null && row.lease_until > now && row.lease_until <= now + 2 * LEASE_MS) return { outcome: "running" };
    if (!claimKey) return { outcome: "unbound" };
    const lease: Lease = { key, operationId: row.operation_id, resumed: true, execution: row.execution + 1, until: now + LEASE_MS };
    // Its retention is not drawn out: it must not outlive the operation's marker.
    this.sql.exec("update idempotency_keys set execution = ?, lease_until = ? where key = ?", lease.execution, lease.until, key);
    return { outcome: "proceed", lease };
  }

  /** Ends an execution. One that has lost its lease to a later execution changes nothing, unless it is done. */
  settle(lease: Lease, settlement: Settlement, now: number): void {
    const held = "where key = ? and operation_id = ? and execution = ? and status is null";
    switch (settlement.outcome) {
      case "done": {
        const { status, headers, body } = settlement.answer;
        this.sql.exec(
          `update idempotency_keys set status = ?, headers = ?, body = ?, lease_until = null, expires_at = ?
           where key = ? and operation_id = ? and status is null`,
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
        this.sql.exec(`delete from idempotency_keys ${held}`, lease.key, lease.operationId, lease.execution);
        return;
      case "unknown":
        this.sql.exec(`update idempotency_keys set lease_until = null ${held}`, lease.key, lease.operationId, lease.execution);
    }
  }

  /** Forgets what has expired; answers when to look again, or null where nothing is left. */
  purge(now: number): number | null {
    this.sql.exec("delete from idempotency_keys where expires_at <= ?1 and coalesce(lease_until, 0) <= ?1", now);
    const { next } = this.sql.exec<{ next: number | null }>("select min(expires_at) as next from idempotency_keys").one();
    // One that is held has ended by then.
    return next === null ? null : Math.max(next, now + LEASE_MS);
  }

  /** What is remembered of a key. One that is held is not forgotten: a retry would begin a second operation beside the first. */
  #row(key: string, now: number): KeyRow | undefined {
    const known = "select * from idempotency_keys where key = ?1 and (expires_at > ?2 or lease_until > ?2)";
    return this.sql.exec<KeyRow>(known, key, now).toArray()[0];
  }

  #begin(key: string, fingerprint: string, now: number): Lease {
    const lease: Lease = { key, operationId: newId("op", now), resumed: false, execution: 1, until: now + LEASE_MS };
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
