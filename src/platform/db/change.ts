import { type SQL, sql } from "drizzle-orm";
import { type RowsOf, type Statement, WriteStatement } from "./statement";

/** What the gate said to a write: the operation id where the request has an idempotency key. */
export interface Admission {
  operationId: string | null;
}

/** A delivery that a commit made due. */
export interface Delivered {
  id: string;
  endpoint_id: string;
  /** Number of the attempt that is due. */
  attempt: number;
  slow: number;
  /** When to ring, ms since 1970: now, or with its endpoint's next probe. */
  at: number;
}

/** A delivery as it was recorded. */
export interface FannedOut extends Omit<Delivered, "at"> {
  /** Null: nobody needs to ring. It is held, or whoever ends an attempt at its endpoint rings for it. */
  at: number | null;
}

/** One business change: all of it commits, or nothing. */
export interface Change<A extends readonly Statement<unknown>[]> {
  /** In order. A guarded one is followed by `mustHaveChanged`. */
  writes: readonly WriteStatement[];
  /** Ids of the events that `writes` insert; deliveries are made for those that exist. */
  events: readonly string[];
  /** Reads the deliveries that `writes` have made due again, at most those that may be under way at a time. */
  due?: Statement<Delivered>;
  /** SQL text expression or value: the JSON that rebuilds the answer after a crash (ids above all). */
  remember: SQL | string;
  /** Reads that see the change; their rows are the answer. */
  answer: A;
}

export interface Committed<A extends readonly Statement<unknown>[]> {
  rows: RowsOf<A>;
  due: Delivered[];
}

/** A guarded statement matched no row, or a unique key was taken meanwhile: read again and decide anew. */
export class LostRace extends Error {
  override readonly name = "LostRace";
}

/** This operation committed before (docs/spec/durability.md#write-markers): the answer is rebuilt from its marker. */
export class AlreadyCommitted extends Error {
  override readonly name = "AlreadyCommitted";
}

/** Fails the whole batch if the statement right before it changed fewer than `rows` rows. D1 has no other way to say so. */
export function mustHaveChanged(rows = 1): WriteStatement {
  return new WriteStatement(sql`select case when changes() < ${rows} then json_extract('guard matched no row', '$') else 1 end`);
}

/** Fails the whole batch unless this SQL condition holds. */
export function mustBe(condition: SQL): WriteStatement {
  return new WriteStatement(sql`select case when ${condition} then 1 else json_extract('condition does not hold', '$') end`);
}

/** What a batch's error means: LostRace, AlreadyCommitted; the error itself where neither. */
export function explain(error: unknown): unknown {
  const text = error instanceof Error ? error.message : "";
  if (text.includes("write_markers.operation_id")) return new AlreadyCommitted();
  if (text.includes("malformed JSON") || text.includes("UNIQUE constraint failed")) return new LostRace();
  return error;
}

const RACES = 12;
const FIRST_PAUSE_MS = 15;

/**
 * Runs a verb again when it lost a race, each time from a fresh read and after a longer random pause, so that those who
 * lost together do not meet again; the twelfth loss is a 409 of the caller's.
 */
export async function untilWon<T>(attempt: () => Promise<T>, lost: () => Error): Promise<T> {
  for (let race = 0; race < RACES; race += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * FIRST_PAUSE_MS * 2 ** Math.min(race, 5)));
    }
  }
  throw lost();
}
