import { newBatches, type PreparedOrder, rowsOf, prepareOrder } from "./prepared-order.ts";
import { type BulkClient, ImportAborted } from "./bulk-client.ts";
import { assembleGroup } from "../../src/orders/files/assemble.ts";
import type { Format, OrderRows } from "../../src/orders/files/format.ts";
import { groupRows, type Outline } from "./group-rows.ts";
import type { RejectFile } from "./reject-file.ts";
import type { Progress } from "./progress.ts";
import type { ImportSummary } from "./import-summary.ts";

export interface ImportRun {
  format: Format;
  outline: Outline;
  store: string;
  client: BulkClient;
  /** Batches in flight at a time. */
  concurrency: number;
  summary: ImportSummary;
  /** The rows of orders that failed. */
  failed: RejectFile;
  /** Rows that were skipped, and rows of orders with warnings. */
  review: RejectFile;
  progress: Progress;
}

/** The orders can't belong to the store of the command line. Nothing was sent. */
export class UnusableStore extends Error {}

/**
 * Streams the file's orders to the API. Returns null when all of it was dealt with, else why the run ended early; what
 * had been sent by then is counted. Throws UnusableStore, and UnreadableFile where the file changed meanwhile.
 */
export async function runImport(run: ImportRun): Promise<ImportAborted | null> {
  try {
    const fault = await run.client.storeFault(run.store);
    if (fault !== null) throw new UnusableStore(`--store "${run.store}": ${fault} Nothing was sent.`);
  } catch (error) {
    if (error instanceof ImportAborted) return error;
    throw error;
  }
  return await sendOrders(run);
}

async function sendOrders(run: ImportRun): Promise<ImportAborted | null> {
  const batches = newBatches();
  const flight = new Set<Promise<void>>();
  let ended: ImportAborted | null = null;

  const send = async (batch: PreparedOrder[]): Promise<void> => {
    if (batch.length === 0) return;
    while (flight.size >= run.concurrency) await Promise.race(flight);
    if (ended !== null) return;
    const call: Promise<void> = postBatch(run, batch)
      .catch((error: unknown) => {
        ended ??=
          error instanceof ImportAborted
            ? error
            : new ImportAborted(error instanceof Error ? (error.stack ?? error.message) : String(error));
        run.client.stop(ended);
      })
      .finally(() => flight.delete(call));
    flight.add(call);
  };

  for await (const group of groupRows(run.format, run.outline)) {
    if (ended !== null) break;
    const prepared = prepare(run, group);
    const full = prepared === null ? null : batches.add(prepared);
    if (full !== null) await send(full);
  }
  await send(batches.flush());
  await Promise.all(flight);
  return ended;
}

async function postBatch(run: ImportRun, batch: PreparedOrder[]): Promise<void> {
  const results = await run.client.post(batch.map((prepared) => prepared.json));
  for (const [index, { outcome, reason, message }] of results.entries()) {
    run.summary.outcome(outcome, reason, message);
    const prepared = batch[index];
    if (outcome === "failed" && prepared !== undefined) run.failed.add(rowsOf(prepared), { outcome: "failed", reason, message });
  }
  run.progress.add(batch.length);
}

/** Makes the order of a group and books what is left out; null where there is nothing to send. */
function prepare(run: ImportRun, group: OrderRows): PreparedOrder | null {
  const { summary, failed, review, progress } = run;
  const { rows } = group;
  summary.rows(rows.length);
  const { order, total, error, skipped, warnings } = assembleGroup(run.format, group, run.outline.value);
  for (const { row, reason } of skipped) {
    summary.skippedRow(reason);
    review.add([row], { outcome: "skipped", reason, message: "" });
  }
  if (error !== null) {
    summary.outcome("failed", error.reason, error.message);
    failed.add(rows, { outcome: "failed", ...error });
  }
  if (order === null) {
    progress.add(1);
    return null;
  }
  for (const { reason } of warnings) summary.warning(reason);
  const [first] = warnings;
  if (first !== undefined) {
    review.add(rows, { outcome: "warning", reason: first.reason, message: warnings.map(({ message }) => message).join(" ") });
  }
  summary.sent(order, total);
  const left = new Set(skipped.map(({ row }) => row));
  return prepareOrder(
    order,
    run.store,
    rows.filter((row) => !left.has(row)),
  );
}
