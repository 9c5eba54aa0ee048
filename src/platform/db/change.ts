import { getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { Guard, type RowsOf, type Statement, type WriteStatement } from "./statement";

/** What the gate said to a write: the operation id where the request has an idempotency key. */
export interface Admission {
  operationId: string | null;
}

/** A delivery that a commit made due. */
export interface DueDelivery {
  id: string;
  endpoint_id: string;
  /** Number of the attempt that is due. */
  attempt: number;
  slow: number;
  /** When to enqueue it, ms since 1970: now, or at the time of its endpoint's next probe. */
  at: number;
}

/** A delivery as it was recorded. */
export interface CreatedDelivery extends Omit<DueDelivery, "at"> {
  /** Null: there is nothing to enqueue. It is held, or the consumer that ends an attempt at its endpoint enqueues it. */
  at: number | null;
}

/** The columns whose unique keys another request may take between a change's reads and its batch: that is a lost race, any other a defect. */
export type Conflicts = readonly SQLiteColumn[];

/** One business change: all of it commits, or nothing. */
export interface Change<A extends readonly Statement<unknown>[]> {
  /** In order. A guarded one is followed by `assertRowsChanged`. */
  writes: readonly WriteStatement[];
  /** Ids of the events that `writes` insert; deliveries are made for those that exist. */
  events: readonly string[];
  /** Reads the deliveries that `writes` have made due again, at most those that may be under way at a time. */
  due?: Statement<DueDelivery>;
  conflicts?: Conflicts;
  /** SQL text expression or value: the JSON that rebuilds the answer after a crash (ids above all). */
  markerResult: SQL | string;
  /** Reads that see the change; their rows are the answer. */
  returning: A;
}

export interface Committed<A extends readonly Statement<unknown>[]> {
  rows: RowsOf<A>;
  due: DueDelivery[];
}

/** A guard did not hold, or a unique key that the change declares was taken meanwhile: read again and decide anew. */
export class WriteConflict extends Error {
  override readonly name = "WriteConflict";
}

/** This operation committed before (docs/spec/durability.md#write-markers): the answer is rebuilt from its marker. */
export class AlreadyCommitted extends Error {
  override readonly name = "AlreadyCommitted";
}

/** In the error of a guard that did not hold. SQLite quotes a JSON path that is none, and D1 has no other way to fail a batch. */
const GUARD_FAILED = "guard matched no row";

/** Fails the whole batch if the statement right before it changed fewer than `rows` rows. */
export function assertRowsChanged(rows = 1): Guard {
  return assertCondition(sql`changes() >= ${rows}`);
}

/** Fails the whole batch unless this SQL condition holds. */
export function assertCondition(condition: SQL): Guard {
  return new Guard(sql`select case when ${condition} then 1 else json_extract('{}', ${sql.raw(`'${GUARD_FAILED}'`)}) end`);
}

/** What a batch's error means: WriteConflict, AlreadyCommitted; the error itself where neither. */
export function classifyError(error: unknown, conflicts: Conflicts = []): unknown {
  const text = error instanceof Error ? error.message : "";
  if (text.includes(GUARD_FAILED)) return new WriteConflict();
  // D1 names the columns of the key: `UNIQUE constraint failed: stores.organization_id, stores.name: SQLITE_CONSTRAINT`.
  const taken = /UNIQUE constraint failed: ([^:]+)/.exec(text)?.[1]?.split(", ") ?? [];
  if (taken.includes("write_markers.operation_id")) return new AlreadyCommitted();
  return conflicts.some((column) => taken.includes(`${getTableName(column.table)}.${column.name}`)) ? new WriteConflict() : error;
}

const RACES = 12;
const FIRST_PAUSE_MS = 15;

/**
 * Runs a verb again when it lost a race, each time from a fresh read and after a longer random pause, so that those who
 * lost together do not meet again; the twelfth loss is a 409 of the caller's.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T>, lost: () => Error): Promise<T> {
  for (let race = 0; race < RACES; race += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * FIRST_PAUSE_MS * 2 ** Math.min(race, 5)));
    }
  }
  throw lost();
}
