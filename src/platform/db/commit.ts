import { type Change, type Committed, type DueDelivery, classifyError, type CreatedDelivery } from "./change";
import type { RowsOf, Statement, WriteStatement } from "./statement";

/** What goes into the batch of a change beside its own statements; each has one statement at most. */
export interface Companions {
  /** Makes the deliveries of the change's events. */
  deliveries: readonly WriteStatement<CreatedDelivery>[];
  /** Marks that the operation has committed. */
  marker: readonly WriteStatement[];
}

/** Runs a change as one batch: writes · deliveries · marker · the reads of the answer. */
export async function commitChange<const A extends readonly Statement<unknown>[]>(
  { writes, due, conflicts, returning }: Change<A>,
  { deliveries, marker }: Companions,
  run: (statements: Statement<unknown>[]) => Promise<unknown[][]>,
): Promise<Committed<A>> {
  try {
    const again = due === undefined ? [] : [due];
    const rows = await run([...writes, ...deliveries, ...marker, ...again, ...returning]);
    const fanned = deliveries.length > 0 ? ((rows[writes.length] ?? []) as CreatedDelivery[]) : [];
    const released = due === undefined ? [] : ((rows[rows.length - returning.length - 1] ?? []) as DueDelivery[]);
    return {
      due: [...fanned.flatMap(({ at, ...delivery }) => (at === null ? [] : [{ ...delivery, at }])), ...released],
      rows: rows.slice(rows.length - returning.length) as RowsOf<A>,
    };
  } catch (error) {
    throw classifyError(error, conflicts);
  }
}
