/**
 * Imports orders from a CSV file through POST /api/v2/orders/bulk. See USAGE in import/arguments.ts.
 * A second run over the same file changes nothing: orders are told by their external id and contents.
 */
import "./import/small-heap.ts";
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { type ImportArguments, readArguments, USAGE, UsageError } from "./import/arguments.ts";
import { BulkClient, GaveUp } from "./import/bulk-client.ts";
import { findConnection } from "./import/connection.ts";
import { outlineFile } from "./import/group-rows.ts";
import { ListedRows } from "./import/listed-rows.ts";
import { showProgress } from "./import/progress.ts";
import { UnreadableFile } from "../src/order-files/unreadable-file.ts";
import { runImport } from "./import/run.ts";
import { Tally } from "./import/tally.ts";

async function main(): Promise<number> {
  const args = readArguments(process.argv.slice(2));
  if (args === null) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  if (!existsSync(args.file)) throw new UsageError(`There is no file ${args.file}.`);
  const failedFile = args.failedFile ?? `${basename(args.file).replace(/(\.csv)?(\.gz)?$/i, "")}.failed.csv`;
  if (resolve(failedFile) === resolve(args.file)) throw new UsageError("--failed-file would overwrite FILE.");
  return importFile(args, failedFile);
}

async function importFile(args: ImportArguments, failedFile: string): Promise<number> {
  const connection = findConnection(args, process.env);
  const started = performance.now();
  const outline = await outlineFile(args.file, args.format);
  const tally = new Tally();
  const listed = new ListedRows(failedFile, outline.header);
  const progress = await showProgress(outline.lastRow.size);
  const client = new BulkClient({
    ...connection,
    onConflict: args.onConflict,
    dryRun: args.dryRun,
    onWait: (message) => progress.note(message),
  });
  // The first Ctrl-C lets batches that are out come home, so that the summary is true; a second one ends at once.
  process.once("SIGINT", () => client.stop(new GaveUp("Interrupted.")));

  let ended: GaveUp | null;
  try {
    ended = await runImport({ ...args, outline, client, tally, listed, progress });
  } finally {
    progress.stop();
    listed.close();
  }
  const seconds = (performance.now() - started) / 1000;
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  process.stdout.write(`${tally.summary({ dryRun: args.dryRun, seconds, peakBytes })}\n`);
  if (listed.written) process.stdout.write(`${"listed in".padEnd(12)} ${listed.path}\n`);
  if (ended !== null) {
    process.stderr.write(`${ended.message}\nThe import is not complete; run it again to go on.\n`);
    return 2;
  }
  return tally.orders.failed > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UsageError || error instanceof UnreadableFile)) throw error;
  process.stderr.write(error instanceof UsageError ? `${error.message}\n\n${USAGE}\n` : `${error.message}\n`);
  process.exitCode = 2;
}
