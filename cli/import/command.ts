import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { assertStore, type ImportArguments, readArguments, usageOf, UsageError } from "./arguments.ts";
import { BulkClient, ImportAborted } from "./bulk-client.ts";
import { findConnection } from "./connection.ts";
import { type Outline, outlineFile } from "./group-rows.ts";
import { RejectFile } from "./reject-file.ts";
import { showProgress } from "./progress.ts";
import { type ColumnProblem, columnProblems } from "../../src/resources/orders/files/column-problems.ts";
import type { Format } from "../../src/resources/orders/files/format.ts";
import { columnReport } from "../../src/resources/orders/files/header.ts";
import { UnreadableFile } from "../../src/resources/orders/files/text-file.ts";
import { runImport, UnusableStore } from "./run.ts";
import { formatColumns } from "./column-lines.ts";
import { LABEL_WIDTH, ImportSummary } from "./import-summary.ts";

async function main(formats: readonly Format[]): Promise<number> {
  const args = readArguments(process.argv.slice(2), formats);
  if (typeof args === "string") {
    process.stdout.write(`${args}\n`);
    return 0;
  }
  if (!existsSync(args.file)) throw new UsageError(`File not found: ${args.file}.`);
  return importFile(args, { paths: reportPaths(args), formats });
}

interface ReportPaths {
  failed: string;
  review: string;
}

/** The paths of the two row reports, by default beside FILE. Throws UsageError if one would overwrite FILE or the other report. */
function reportPaths({ file, failedFile, reviewFile }: ImportArguments): ReportPaths {
  const beside = join(dirname(file), basename(file).replace(/(\.csv)?(\.gz)?$/i, ""));
  const paths = { failed: failedFile ?? `${beside}.failed.csv`, review: reviewFile ?? `${beside}.review.csv` };
  if (resolve(paths.failed) === resolve(file)) throw new UsageError("--failed-file would overwrite FILE.");
  if (resolve(paths.review) === resolve(file)) throw new UsageError("--review-file would overwrite FILE.");
  if (resolve(paths.failed) === resolve(paths.review)) throw new UsageError("--failed-file and --review-file are the same file.");
  return paths;
}

/** The option that imports a file in spite of a problem. */
const ALLOW: Readonly<Record<ColumnProblem["kind"], string>> = { ignored: "--allow-ignored", missing: "--allow-missing" };

/** Throws UnreadableFile if the import of these columns needs an option that was not given. */
function assertColumns({ header, format }: Outline, { file, allowIgnored, allowMissing }: ImportArguments): void {
  const allowed = { ignored: allowIgnored, missing: allowMissing };
  const problems = columnProblems(columnReport(header, format), format).filter(({ kind }) => !allowed[kind]);
  if (problems.length === 0) return;
  const options = problems.map(({ kind }) => ALLOW[kind]).join(" ");
  const advice = `Nothing was sent. To import it without these columns, run it again with ${options}. --format sets another format.`;
  throw new UnreadableFile([`${file}: ${problems.map(({ message }) => message).join("\n")}`, advice].join("\n"));
}

async function importFile(args: ImportArguments, { paths, formats }: { paths: ReportPaths; formats: readonly Format[] }): Promise<number> {
  const connection = findConnection(args, process.env);
  const started = performance.now();
  const outline = await outlineFile(args.file, { ...args, formats });
  assertStore(outline.format, args.store);
  process.stdout.write(`${formatColumns(outline)}\n`);
  assertColumns(outline, args);
  const summary = new ImportSummary(args.dryRun);
  const failed = new RejectFile(paths.failed, outline.header);
  const review = new RejectFile(paths.review, outline.header);
  const progress = await showProgress(outline.lastRow.size);
  const client = new BulkClient({
    ...connection,
    onConflict: args.onConflict,
    dryRun: args.dryRun,
    updates: outline.format.updates === true,
    onWait: (message) => progress.note(message),
  });
  // After the first Ctrl-C, running batches are completed, so that the summary is correct. A second one ends the process at once.
  process.once("SIGINT", () => client.stop(new ImportAborted("Interrupted.", { mayBeCured: true })));

  let aborted: ImportAborted | null;
  try {
    aborted = await runImport({ ...args, outline, client, summary, failed, review, progress });
  } finally {
    progress.stop();
    failed.close();
    review.close();
  }
  const seconds = (performance.now() - started) / 1000;
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  process.stdout.write(`${summary.format({ seconds, peakBytes })}\n`);
  if (failed.hasRows) process.stdout.write(`${"failed rows".padEnd(LABEL_WIDTH)} ${failed.path}\n`);
  if (review.hasRows) process.stdout.write(`${"to review".padEnd(LABEL_WIDTH)} ${review.path}\n`);
  if (aborted !== null) {
    const advice = aborted.mayBeCured ? " Run it again to continue." : "";
    process.stderr.write(`${aborted.message}\nThe ${args.dryRun ? "dry run" : "import"} is not complete.${advice}\n`);
    return 2;
  }
  return summary.orders.failed > 0 ? 1 : 0;
}

/** Runs the command line of the process, which reads files of these formats, and sets the exit code. */
export async function runCommand(formats: readonly Format[]): Promise<void> {
  try {
    process.exitCode = await main(formats);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof UnreadableFile || error instanceof UnusableStore)) throw error;
    process.stderr.write(error instanceof UsageError ? `${error.message}\n\n${usageOf(formats)}\n` : `${error.message}\n`);
    process.exitCode = 2;
  }
}
