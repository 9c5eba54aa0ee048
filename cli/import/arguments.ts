import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { OnConflict } from "./bulk-client.ts";
import type { Format } from "../../src/resources/orders/files/format.ts";
import { mappedFormat, readColumnMap, templateRows } from "../../src/resources/orders/files/column-map.ts";
import { csvLine } from "../../src/resources/orders/files/csv.ts";

/** The command line is invalid. The message says why. */
export class UsageError extends Error {}

const ON_CONFLICT: readonly string[] = ["error", "skip", "update"] satisfies OnConflict[];

const namesOf = (formats: readonly Format[]): string => formats.map(({ id }) => id).join(", ");

/** How to use the command line, which reads files of these formats. */
export const usageOf = (formats: readonly Format[]): string => `Usage: npm run import -- FILE [--store NAME] [options]

  FILE                CSV, plain or gzipped, with commas, semicolons, tabs or | between columns
  --store NAME        id, code or name of the store of new orders; not for an export of this service, whose orders exist
  --format FORMAT     ${namesOf(formats)} (default: recognized by the file's columns)
  --map FILE.json     the columns of your own spreadsheet (docs/import.md)
  --template          print the template of your own spreadsheet, and import nothing
  --dry-run           check everything without writing
  --url URL           the API (default: ORDER_OPERATIONS_URL, or the demo of \`npm run dev\`)
  --token TOKEN       API token with orders:write (default: ORDER_OPERATIONS_TOKEN, or as above)
  --on-conflict MODE  what to do with orders that exist and differ: error (default), skip, update
                      (of an export of this service: orders that have changed since the export)
  --allow-ignored     import the file although most of its columns would be ignored
  --allow-platform    import the file although the store has another platform
  --allow-missing     import the file although columns that matter are missing and others are unknown
  --concurrency N     batches in parallel, 1-16 (default 4)
  --encoding NAME     encoding of the file if it is not UTF-8, for example windows-1252 (UTF-16 is detected)
  --failed-file PATH  output for the rows of failed orders (default: beside FILE, with .failed.csv)
  --review-file PATH  output for skipped rows and rows with warnings (default: beside FILE, with .review.csv)

Exit code: 0 success, 1 some orders failed, 2 wrong usage or import aborted.`;

export interface ImportArguments {
  file: string;
  /** null to recognize it by the file's columns. */
  format: Format | null;
  /** Null if it was not named. */
  store: string | null;
  /** Whether to import a file most of whose columns would be ignored. */
  allowIgnored: boolean;
  /** Whether to import a file in which columns that matter are missing and others are unknown. */
  allowMissing: boolean;
  /** Whether to import a file of another platform than that of the store. */
  allowPlatform: boolean;
  dryRun: boolean;
  url: string | undefined;
  token: string | undefined;
  onConflict: OnConflict;
  concurrency: number;
  failedFile: string | undefined;
  reviewFile: string | undefined;
  /** A label of TextDecoder. null to detect UTF-8 or UTF-16. */
  encoding: string | null;
}

/** Parses the command line. Returns what to print instead for --help and --template. Throws UsageError. */
export function readArguments(args: string[], formats: readonly Format[]): ImportArguments | string {
  const { values, positionals } = parse(args);
  if (values.help) return usageOf(formats);
  if (values.template) return templateRows().map(csvLine).join("\n");
  const [file, ...others] = positionals;
  if (file === undefined || file === "") throw new UsageError("FILE is missing.");
  if (others.length > 0) throw new UsageError(`Only one file is accepted. Unexpected argument: "${others.join(" ")}".`);
  const format = values.map === undefined ? formatOf(values.format, formats) : mapOf(values.map, values.format);
  if (format === undefined) throw new UsageError(`--format must be one of ${namesOf(formats)}.`);
  const store = values.store?.trim() ?? "";
  if (format !== null) assertStore(format, store || null);
  if (!ON_CONFLICT.includes(values["on-conflict"])) throw new UsageError(`--on-conflict must be one of ${ON_CONFLICT.join(", ")}.`);
  const concurrency = Number(values.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 16)
    throw new UsageError("--concurrency must be a whole number from 1 to 16.");
  return {
    file,
    format,
    store: store || null,
    allowIgnored: values["allow-ignored"],
    allowMissing: values["allow-missing"],
    allowPlatform: values["allow-platform"],
    dryRun: values["dry-run"],
    url: values.url,
    token: values.token,
    onConflict: values["on-conflict"] as OnConflict,
    concurrency,
    failedFile: values["failed-file"],
    reviewFile: values["review-file"],
    encoding: values.encoding === undefined ? null : readEncoding(values.encoding),
  };
}

/** The format that is named. Undefined if there is no such format. */
function formatOf(name: string | undefined, formats: readonly Format[]): Format | null | undefined {
  return name === undefined ? null : formats.find(({ id }) => id === name);
}

/** The format of a spreadsheet with the columns that a file names. */
function mapOf(path: string, format: string | undefined): Format {
  if (format !== undefined && format !== "spreadsheet") throw new UsageError(`--map is for --format spreadsheet, not ${format}.`);
  try {
    return mappedFormat(readColumnMap(JSON.parse(readFileSync(path, "utf8"))));
  } catch (error) {
    throw new UsageError(`--map ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Throws UsageError if the store of new orders is missing, or one is named for orders that exist. */
export function assertStore({ name, updates }: Format, store: string | null): void {
  if (updates === true && store !== null) {
    throw new UsageError(`--store is not used for a file in the format ${name}: its orders keep their stores.`);
  }
  if (updates !== true && store === null) throw new UsageError("--store is missing: the id, code or name of the store of the orders.");
}

function readEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new UsageError(`--encoding "${name}" is unknown. Use a name such as utf-8, utf-16le, windows-1252, windows-1254 or gb18030.`);
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: "string" },
        store: { type: "string" },
        "allow-ignored": { type: "boolean", default: false },
        "allow-missing": { type: "boolean", default: false },
        "allow-platform": { type: "boolean", default: false },
        map: { type: "string" },
        template: { type: "boolean", default: false },
        "dry-run": { type: "boolean", default: false },
        url: { type: "string" },
        token: { type: "string" },
        "on-conflict": { type: "string", default: "error" },
        concurrency: { type: "string", default: "4" },
        encoding: { type: "string" },
        "failed-file": { type: "string" },
        "review-file": { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
