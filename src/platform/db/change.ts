import { getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { ApiError } from "../api-error";
import { Assertion, type Statement, type Statements, type WriteStatement } from "./statement";

/** A write that the gate has admitted: its operation id, or null if the request has no idempotency key. */
export interface AdmittedWrite {
  operationId: string | null;
}

export interface DueDelivery {
  id: string;
  endpoint_id: string;
  /** The number of the attempt to make, from 1. */
  attempt: number;
  /** Not 0: its message goes to the slow queue. */
  slow: number;
  /** When to enqueue it, ms since 1970: now, or at the time of its endpoint's next probe. */
  at: number;
}

export interface CreatedDelivery extends Omit<DueDelivery, "at"> {
  /** Null if it must not be enqueued now: it is held, or the consumer that ends an attempt at its endpoint enqueues it. */
  at: number | null;
}

/** Columns of unique keys that another request may take between a change's reads and its batch. Other violations of unique keys are bugs. */
export type Conflicts = readonly SQLiteColumn[];

/** One business change. It commits as a whole or not at all. */
export interface Change<S extends Statements<Statement<unknown>> = null> {
  /** Statements in order. To require that one changes a row, put `assertRowsChanged` after it. */
  writes: readonly WriteStatement[];
  /** Reads existing deliveries that `writes` have made due, at most as many as may be in progress at a time. */
  due?: Statement<DueDelivery>;
  conflicts?: Conflicts;
  /** From which the reply is rebuilt after a crash: mostly ids. An object that JSON can hold, or SQL of its JSON. */
  marker: SQL | object;
  /** Reads that run after the writes. Their rows are the result of the commit. */
  returning?: S;
}

/** An assertion failed, or another request has taken a unique key that the change declares. Retry from a fresh read. */
export class WriteConflict extends Error {
  override readonly name = "WriteConflict";
}

/** This operation has already committed (docs/spec/durability.md#write-markers). The reply is rebuilt from its marker. */
export class AlreadyCommitted extends Error {
  override readonly name = "AlreadyCommitted";
}

/** Part of the error of a failed assertion. SQLite quotes an invalid JSON path in its error, and D1 has no other way to fail a batch. */
const ASSERTION_FAILED = "assertion failed";

/** Part of the error of a trigger that rejects a write, because another request was first (migrations). */
const CONFLICTING_WRITE = "conflicting write";

/** Part of the error of a change of an organization that is moving to another database (move/triggers.sql.ts). */
export const ORGANIZATION_CLOSED = "organization closed";

/** Part of the error of a change whose caller has lost the access meanwhile. */
const ACCESS_ENDED = "access ended";

/** The access that a request came with ended before its change was committed. */
export class AccessEnded extends ApiError {
  constructor() {
    super("gone");
  }
}

/** After this time, the last part of a move is mostly over. */
const MOVE_SECONDS = 5;

/** A write was rejected because its organization is closed for the last part of its move. */
export class OrganizationMoving extends ApiError {
  constructor() {
    const details = [{ code: "organization_moving", message: "This organization is moving to another database. Repeat the request." }];
    super("service_unavailable", details, { headers: { "Retry-After": String(MOVE_SECONDS) } });
  }
}

/** Fails the whole batch if the statement right before it changed fewer than `rows` rows. */
export function assertRowsChanged(rows = 1): Assertion {
  return assertCondition(sql`changes() >= ${rows}`);
}

/** Fails the whole batch unless this SQL condition holds. */
export function assertCondition(condition: SQL): Assertion {
  return assertion(condition, ASSERTION_FAILED);
}

/** Fails the whole batch with AccessEnded unless this SQL condition holds. */
export function assertAccess(condition: SQL): Assertion {
  return assertion(condition, ACCESS_ENDED);
}

function assertion(condition: SQL, error: string): Assertion {
  return new Assertion(sql`select case when ${condition} then 1 else json_extract('{}', ${sql.raw(`'${error}'`)}) end`);
}

/**
 * Converts a batch's error to WriteConflict, AlreadyCommitted, AccessEnded or, for an organization that is moving, 503 Service Unavailable;
 * returns any other error unchanged.
 */
export function classifyError(error: unknown, conflicts: Conflicts = []): unknown {
  const text = error instanceof Error ? error.message : "";
  if (text.includes(ASSERTION_FAILED) || text.includes(CONFLICTING_WRITE)) return new WriteConflict();
  if (text.includes(ACCESS_ENDED)) return new AccessEnded();
  if (text.includes(ORGANIZATION_CLOSED)) return new OrganizationMoving();
  // D1 names the columns of the key: `UNIQUE constraint failed: stores.organization_id, stores.name: SQLITE_CONSTRAINT`. Of a key of folded
  // texts, it names the index: `UNIQUE constraint failed: index 'stores_name': SQLITE_CONSTRAINT`.
  const takenColumns = /UNIQUE constraint failed: ([^:]+)/.exec(text)?.[1]?.split(", ") ?? [];
  if (takenColumns.includes("write_markers.operation_id")) return new AlreadyCommitted();
  const isTaken = (table: string, column: string): boolean =>
    takenColumns.includes(`${table}.${column}`) || takenColumns.includes(`index '${table}_${column}'`);
  return conflicts.some((column) => isTaken(getTableName(column.table), column.name)) ? new WriteConflict() : error;
}

const MAX_COMMIT_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 15;
/** How often the longest possible pause doubles: up to about half a second. */
const MAX_DOUBLINGS = 5;

/**
 * Repeats an attempt after a WriteConflict. Each attempt starts from a fresh read. The random pause before it grows, so that requests
 * which conflicted do not conflict again. After the last conflict, throws `conflictError()`.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T>, conflictError: () => Error): Promise<T> {
  for (let conflictCount = 0; conflictCount < MAX_COMMIT_ATTEMPTS; conflictCount += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * FIRST_PAUSE_MS * 2 ** Math.min(conflictCount, MAX_DOUBLINGS)));
    }
  }
  throw conflictError();
}
