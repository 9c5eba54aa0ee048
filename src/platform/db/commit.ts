import { type Change, type Committed, type Delivered, explain, type FannedOut } from "./change";
import type { RowsOf, Statement, WriteStatement } from "./statement";

/** What goes into the batch of a change beside its own statements; each has one statement at most. */
export interface Companions {
  /** Makes the deliveries of the change's events. */
  deliveries: readonly WriteStatement<FannedOut>[];
  /** Marks that the operation has committed. */
  marker: readonly WriteStatement[];
}

/** Runs a change as one batch: writes · deliveries · marker · the reads of the answer. */
export async function commitChange<const A extends readonly Statement<unknown>[]>(
  { writes, due, conflicts, answer }: Change<A>,
  { deliveries, marker }: Companions,
  run: (statements: Statement<unknown>[]) => Promise<unknown[][]>,
): Promise<Committed<A>> {
  try {
    const again = due === undefined ? [] : [due];
    const rows = await run([...writes, ...deliveries, ...marker, ...again, ...answer]);
    const fanned = deliveries.length > 0 ? ((rows[writes.length] ?? []) as FannedOut[]) : [];
    const released = due === undefined ? [] : ((rows[rows.length - answer.length - 1] ?? []) as Delivered[]);
    return {
      due: [...fanned.flatMap(({ at, ...delivery }) => (at === null ? [] : [{ ...delivery, at }])), ...released],
      rows: rows.slice(rows.length - answer.length) as RowsOf<A>,
    };
  } catch (error) {
    throw explain(error, conflicts);
  }
}
