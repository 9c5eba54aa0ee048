import { newBatches, type PreparedOrder, rowsOf, prepareOrder } from "./prepared-order.ts";
import { type BulkClient, ImportAborted } from "./bulk-client.ts";
import { assembleGroup } from "../../src/resources/orders/files/assemble.ts";
import type { OrderRows } from "../../src/resources/orders/files/format.ts";
import { platformProblem } from "../../src/resources/orders/files/platform-problem.ts";
import { groupRows, type Outline } from "./group-rows.ts";
import type { RejectFile } from "./reject-file.ts";
import type { Progress } from "./progress.ts";
import type { ImportSummary } from "./import-summary.ts";

export interface ImportRun {
  outline: Outline;
  /** Null if the orders exist and keep their stores. */
  store: string | null;
  /** Whether the file may be of another platform than the store. */
  allowPlatform: boolean;
  client: BulkClient;
  /** The number of batches in flight at the same time. */
  concurrency: number;
  summary: ImportSummary;
  /** The rows of orders that failed. */
  failed: RejectFile;
  /** Rows that were skipped, and rows of orders with warnings. */
  review: RejectFile;
  progress: Progress;
}

/** The store of the command line cannot be used. Nothing was sent. */
export class UnusableStore extends Error {}

/**
 * Streams the file's orders to the API. Returns null when all orders were processed, otherwise why the run ended early. The summary counts
 * the orders that were sent. Throws UnusableStore, and UnreadableFile if the file changed in the meantime.
 */
export async function runImport(run: ImportRun): Promise<ImportAborted | null> {
  try {
    const storeError = run.store === null ? null : await run.client.storeError(run.store);
    if (storeError !== null) throw new UnusableStore(`--store "${run.store ?? ""}": ${storeError} Nothing was sent.`);
    await assertPlatform(run);
  } catch (error) {
    if (error instanceof ImportAborted) return error;
    throw error;
  }
  return await sendOrders(run);
}

/** Throws UnusableStore if the file is of another platform than the store, unless that is allowed. */
async function assertPlatform({ outline: { format }, store, allowPlatform, client }: ImportRun): Promise<void> {
  if (store === null || allowPlatform || format.platform === undefined) return;
  const problem = platformProblem(format, await client.storePlatform(store));
  if (problem === null) return;
  throw new UnusableStore(`--store "${store}": ${problem} Nothing was sent. To import it anyway, run it again with --allow-platform.`);
}

async function sendOrders(run: ImportRun): Promise<ImportAborted | null> {
  const batches = newBatches();
  const inFlight = new Set<Promise<void>>();
  let aborted: ImportAborted | null = null;

  const send = async (batch: PreparedOrder[]): Promise<void> => {
    if (batch.length === 0) return;
    while (inFlight.size >= run.concurrency) await Promise.race(inFlight);
    if (aborted !== null) return;
    const call: Promise<void> = postBatch(run, batch)
      .catch((error: unknown) => {
        aborted ??=
          error instanceof ImportAborted
            ? error
            : new ImportAborted(error instanceof Error ? (error.stack ?? error.message) : String(error));
        run.client.stop(aborted);
      })
      .finally(() => inFlight.delete(call));
    inFlight.add(call);
  };

  for await (const group of groupRows(run.outline)) {
    if (aborted !== null) break;
    const prepared = prepare(run, group);
    const full = prepared === null ? null : batches.add(prepared);
    if (full !== null) await send(full);
  }
  await send(batches.flush());
  await Promise.all(inFlight);
  return aborted;
}

async function postBatch(run: ImportRun, batch: PreparedOrder[]): Promise<void> {
  const results = await run.client.post(batch.map((prepared) => prepared.json));
  for (const [index, { outcome, reason, message }] of results.entries()) {
    run.summary.addOutcome(outcome, reason, message);
    const prepared = batch[index];
    if (outcome === "failed" && prepared !== undefined) run.failed.add(rowsOf(prepared), { outcome: "failed", reason, message });
  }
  run.progress.add(batch.length);
}

/** Prepares the order of a group, and reports skipped rows, errors and warnings. Returns null if there is no order to send. */
function prepare(run: ImportRun, group: OrderRows): PreparedOrder | null {
  const { summary, failed, review, progress } = run;
  const { rows } = group;
  summary.addRows(rows.length);
  const { order, total, error, skipped, warnings } = assembleGroup(run.outline.format, group, run.outline.value);
  for (const { row, reason } of skipped) {
    summary.addSkippedRow(reason);
    review.add([row], { outcome: "skipped", reason, message: "" });
  }
  if (error !== null) {
    summary.addOutcome("failed", error.reason, error.message);
    failed.add(rows, { outcome: "failed", ...error });
  }
  if (order === null) {
    progress.add(1);
    return null;
  }
  for (const { reason } of warnings) summary.addWarning(reason);
  const [first] = warnings;
  if (first !== undefined) {
    review.add(rows, { outcome: "warning", reason: first.reason, message: warnings.map(({ message }) => message).join(" ") });
  }
  summary.addOrder(order, total);
  const skippedRows = new Set(skipped.map(({ row }) => row));
  return prepareOrder(
    order,
    run.store,
    rows.filter((row) => !skippedRows.has(row)),
  );
}
