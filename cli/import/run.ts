import { newBatches, type Parcel, rowsOf, toParcel } from "./parcel.ts";
import { type BulkClient, GaveUp } from "./bulk-client.ts";
import { assembleGroup } from "../../src/orders/files/assemble.ts";
import type { Format } from "../../src/orders/files/format.ts";
import { type Group, groupRows, type Outline } from "./group-rows.ts";
import type { ListedRows } from "./listed-rows.ts";
import type { Progress } from "./progress.ts";
import type { Tally } from "./tally.ts";

export interface ImportRun {
  format: Format;
  outline: Outline;
  store: string;
  client: BulkClient;
  /** Batches in flight at a time. */
  concurrency: number;
  tally: Tally;
  /** The rows of orders that failed. */
  failed: ListedRows;
  /** Rows that were skipped, and rows of orders with warnings. */
  review: ListedRows;
  progress: Progress;
}

/** The orders can't belong to the store of the command line. Nothing was sent. */
export class UnusableStore extends Error {}

/**
 * Streams the file's orders to the API. Returns null when all of it was dealt with, else why the run ended early; what
 * had been sent by then is counted. Throws UnusableStore, and UnreadableFile where the file changed meanwhile.
 */
export async function runImport(run: ImportRun): Promise<GaveUp | null> {
  try {
    const fault = await run.client.storeFault(run.store);
    if (fault !== null) throw new UnusableStore(`--store "${run.store}": ${fault} Nothing was sent.`);
  } catch (error) {
    if (error instanceof GaveUp) return error;
    throw error;
  }
  return await sendOrders(run);
}

async function sendOrders(run: ImportRun): Promise<GaveUp | null> {
  const batches = newBatches();
  const flight = new Set<Promise<void>>();
  let ended: GaveUp | null = null;

  const send = async (batch: Parcel[]): Promise<void> => {
    if (batch.length === 0) return;
    while (flight.size >= run.concurrency) await Promise.race(flight);
    if (ended !== null) return;
    const call: Promise<void> = postBatch(run, batch)
      .catch((error: unknown) => {
        ended ??= error instanceof GaveUp ? error : new GaveUp(error instanceof Error ? (error.stack ?? error.message) : String(error));
        run.client.stop(ended);
      })
      .finally(() => flight.delete(call));
    flight.add(call);
  };

  for await (const group of groupRows(run.format, run.outline)) {
    if (ended !== null) break;
    const parcel = prepare(run, group);
    const full = parcel === null ? null : batches.add(parcel);
    if (full !== null) await send(full);
  }
  await send(batches.rest());
  await Promise.all(flight);
  return ended;
}

async function postBatch(run: ImportRun, batch: Parcel[]): Promise<void> {
  const verdicts = await run.client.post(batch.map((parcel) => parcel.json));
  for (const [index, { outcome, reason, message }] of verdicts.entries()) {
    run.tally.outcome(outcome, reason, message);
    const parcel = batch[index];
    if (outcome === "failed" && parcel !== undefined) run.failed.add(rowsOf(parcel), { outcome: "failed", reason, message });
  }
  run.progress.add(batch.length);
}

/** Makes the order of a group and books what is left out; null where there is nothing to send. */
function prepare(run: ImportRun, { key, rows }: Group): Parcel | null {
  const { tally, failed, review, progress } = run;
  tally.rows(rows.length);
  const { order, total, refusal, skipped, warnings } = assembleGroup(run.format, key, rows, run.outline.value);
  for (const { row, reason } of skipped) {
    tally.skippedRow(reason);
    review.add([row], { outcome: "skipped", reason, message: "" });
  }
  if (refusal !== null) {
    tally.outcome("failed", refusal.reason, refusal.message);
    failed.add(rows, { outcome: "failed", ...refusal });
  }
  if (order === null) {
    progress.add(1);
    return null;
  }
  for (const { reason } of warnings) tally.warning(reason);
  const [first] = warnings;
  if (first !== undefined) {
    review.add(rows, { outcome: "warning", reason: first.reason, message: warnings.map(({ message }) => message).join(" ") });
  }
  tally.sent(order, total);
  const left = new Set(skipped.map(({ row }) => row));
  return toParcel(
    order,
    run.store,
    rows.filter((row) => !left.has(row)),
  );
}
