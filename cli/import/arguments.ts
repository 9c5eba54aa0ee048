import { parseArgs } from "node:util";
import type { OnConflict } from "./bulk-client.ts";
import type { Format } from "../../src/orders/files/format.ts";
import { onlineRetail } from "./online-retail.ts";
import { shopify } from "../../src/orders/files/shopify.ts";

/** A command line that can't be followed. Its message says what is wrong. */
export class UsageError extends Error {}

const FORMATS: Record<string, Format> = { "online-retail": onlineRetail, shopify };
const ON_CONFLICT: readonly string[] = ["error", "skip", "update"] satisfies OnConflict[];

export const USAGE = `Usage: npm run import -- FILE --format online-retail|shopify --store NAME [options]

  FILE                CSV, plain or gzipped, with commas, semicolons, tabs or | between columns
  --format FORMAT     online-retail (UCI data set) or shopify (admin order export)
  --store NAME        id, code or name of the store that the orders belong to
  --dry-run           check everything and write nothing
  --url URL           the API (default: ORDER_OPERATIONS_URL, else what \`npm run dev\` set up)
  --token TOKEN       API token with orders:write (default: ORDER_OPERATIONS_TOKEN, else as above)
  --on-conflict MODE  for orders that exist with other contents: error (default), skip, update
  --concurrency N     batches in flight, 1-16 (default 4)
  --encoding NAME     the file's encoding where it is not UTF-8, for example windows-1252 (UTF-16 is recognized)
  --failed-file PATH  where the rows of failed orders go (default: FILE's name with .failed.csv)
  --review-file PATH  where skipped rows and rows with warnings go (default: FILE's name with .review.csv)

Exit code: 0 all done, 1 some orders failed, 2 wrong usage or had to give up.`;

export interface ImportArguments {
  file: string;
  format: Format;
  store: string;
  dryRun: boolean;
  url: string | undefined;
  token: string | undefined;
  onConflict: OnConflict;
  concurrency: number;
  failedFile: string | undefined;
  reviewFile: string | undefined;
  /** A label that TextDecoder takes; null for UTF-8, or UTF-16 where the file shows it. */
  encoding: string | null;
}

/** Reads the command line; null where help was asked for. Throws UsageError. */
export function readArguments(args: string[]): ImportArguments | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [file, ...others] = positionals;
  if (file === undefined || file === "") throw new UsageError("Which file?");
  if (others.length > 0) throw new UsageError(`One file at a time; what is "${others.join(" ")}"?`);
  const format = Object.hasOwn(FORMATS, values.format ?? "") ? FORMATS[values.format ?? ""] : undefined;
  if (format === undefined) throw new UsageError(`--format is one of ${Object.keys(FORMATS).join(", ")}.`);
  if (values.store === undefined || values.store.trim() === "") throw new UsageError("--store names the store that the orders belong to.");
  if (!ON_CONFLICT.includes(values["on-conflict"])) throw new UsageError(`--on-conflict is one of ${ON_CONFLICT.join(", ")}.`);
  const concurrency = Number(values.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 16) throw new UsageError("--concurrency is a whole number, 1-16.");
  return {
    file,
    format,
    store: values.store.trim(),
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

function readEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new UsageError(`--encoding "${name}" is not known. It is a name such as utf-8, utf-16le, windows-1252, windows-1254, gb18030.`);
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
