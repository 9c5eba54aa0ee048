import { parseArgs } from "node:util";

/** The command line is invalid. The message says why. */
export class UsageError extends Error {}

export const USAGE = `Usage: npm run operator -- COMMAND [options]

  list                           print the organizations with their database, orders and last activity
  status                         print the state of the databases and jobs, and what is under way with organizations
  export ID --to FOLDER          download everything of an organization
  restore FOLDER [--into ID]     restore an export into a new organization with the same id, or into an empty one
  move ID --to DATABASE          move an organization to the database with this number
  delete ID --name NAME          delete an organization, whose name confirms it; its data is removed after 30 days
  undelete ID                    undo a deletion
  backup FOLDER                  back up all databases of the installation
  restore-all FOLDER             restore a backup into an empty installation, which is in maintenance

  --database N        restore: the database of the new organization (default: the newest one with room)
  --new-id            restore: give the new organization the next id
  --from-another-installation
                      restore: accept ids that this service has not given out
  --url URL           the service (default: ORDER_OPERATIONS_URL)

The operator token is read from OPERATOR_TOKEN. A command that was interrupted continues where it stopped when you run it again;
a restore, with --into and the id that it has printed.

Exit code: 0 success, 2 wrong usage or an error.`;

/** What to do, with its options. */
export type Command =
  | { name: "list" | "status" }
  | { name: "export"; id: number; folder: string }
  | { name: "restore"; folder: string; into: number | null; database: number | null; hasNewId: boolean; isForeign: boolean }
  | { name: "move"; id: number; database: number }
  | { name: "delete"; id: number; confirmation: string }
  | { name: "undelete"; id: number }
  | { name: "backup"; folder: string }
  | { name: "restore-all"; folder: string };

export interface Arguments {
  command: Command;
  /** The origin, with a path prefix if it has one, without a trailing slash. */
  url: string;
  token: string;
}

const OPTIONS = {
  to: { type: "string" },
  into: { type: "string" },
  name: { type: "string" },
  database: { type: "string" },
  "new-id": { type: "boolean", default: false },
  "from-another-installation": { type: "boolean", default: false },
  url: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** A whole number. Throws UsageError. */
function numberOf(text: string | undefined, what: string): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new UsageError(`${what} must be a whole number.`);
  return Number(text);
}

/** Parses the command line. Returns null for --help. Throws UsageError. */
export function readArguments(args: string[], env: NodeJS.ProcessEnv): Arguments | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [name, subject, ...others] = positionals;
  if (others.length > 0) throw new UsageError(`Unexpected argument: "${others.join(" ")}".`);
  const command = commandOf(name, subject, values);
  const url = values.url ?? env["ORDER_OPERATIONS_URL"] ?? "";
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError("--url (or ORDER_OPERATIONS_URL) must be the service's http(s) URL.");
  }
  const token = env["OPERATOR_TOKEN"] ?? "";
  if (token === "") throw new UsageError("OPERATOR_TOKEN is not set.");
  return { command, url: url.endsWith("/") ? url.slice(0, -1) : url, token };
}

function commandOf(name: string | undefined, subject: string | undefined, values: ReturnType<typeof parse>["values"]): Command {
  const required = (text: string | undefined, what: string): string => {
    if (text === undefined || text === "") throw new UsageError(`${what} is missing.`);
    return text;
  };
  switch (name) {
    case "list":
    case "status":
      if (subject !== undefined) throw new UsageError(`Unexpected argument: "${subject}".`);
      return { name };
    case "export":
      return { name, id: numberOf(subject, "ID"), folder: required(values.to, "--to") };
    case "restore": {
      if (values.into !== undefined && values["new-id"]) throw new UsageError("--into and --new-id exclude each other.");
      const into = values.into === undefined ? null : numberOf(values.into, "--into");
      const database = values.database === undefined ? null : numberOf(values.database, "--database");
      const [hasNewId, isForeign] = [values["new-id"], values["from-another-installation"]];
      return { name, folder: required(subject, "FOLDER"), into, database, hasNewId, isForeign };
    }
    case "move":
      return { name, id: numberOf(subject, "ID"), database: numberOf(values.to, "--to") };
    case "delete":
      return { name, id: numberOf(subject, "ID"), confirmation: required(values.name, "--name") };
    case "undelete":
      return { name, id: numberOf(subject, "ID") };
    case "backup":
    case "restore-all":
      return { name, folder: required(subject, "FOLDER") };
    case undefined:
    default:
      throw new UsageError("Expected a command: list, status, export, restore, move, delete, undelete, backup or restore-all. See --help.");
  }
}
