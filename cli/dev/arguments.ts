import { readDatabases } from "../databases/option.ts";
import { DEFAULT_STATE } from "./local-state.ts";

/** The text of `npm run dev -- --help`. */
export const DEV_HELP = `npm run dev -- [options]

Runs the whole service on this machine, with a demo organization.

  --port N        the port, 8787 by default
  --state FOLDER  the folder of the data, ${DEFAULT_STATE} by default
  --databases N   the number of databases, by default as many as the data has
  --empty         creates the organization without data
  --quiet         prints no line for each request
  --help          prints this text

Other options are passed to wrangler dev. With --log-level, for example
--log-level=debug, its own messages are shown, too.
`;

/** The options of `npm run dev`. */
export interface DevArguments {
  port: number;
  /** Folder of the database and of the demo's credentials. */
  state: string;
  /** Null: as many as the state folder has. */
  databases: number | null;
  /** Whether a new demo organization gets no data. */
  isEmpty: boolean;
  /** Whether requests are not printed. */
  isQuiet: boolean;
  /** Passed to `wrangler dev` unchanged. */
  rest: string[];
}

/**
 * Reads --port (default 8787), --state (default: wrangler's folder), --databases, --empty and --quiet. The others are for wrangler. Throws if a value
 * is invalid.
 */
export function readDevArguments(args: string[]): DevArguments {
  const known: { port: string; state: string; databases: string | null } = { port: "8787", state: DEFAULT_STATE, databases: null };
  const rest: string[] = [];
  let [isEmpty, isQuiet] = [false, false];
  for (let at = 0; at < args.length; at += 1) {
    const [name, given] = splitOption(args[at] ?? "");
    if (name === "empty" && given === undefined) isEmpty = true;
    else if (name === "quiet" && given === undefined) isQuiet = true;
    else if (name !== "port" && name !== "state" && name !== "databases") rest.push(args[at] ?? "");
    else {
      const value = given ?? args[(at += 1)];
      if (value === undefined || value === "") throw new Error(`--${name} requires a value.`);
      known[name] = value;
    }
  }
  const port = Number(known.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`--port must be a number from 1 to 65535, not "${known.port}".`);
  return { port, state: known.state, databases: known.databases === null ? null : readDatabases(known.databases), isEmpty, isQuiet, rest };
}

/** Whether an option is among those of the caller. */
export function hasOption(args: string[], name: string): boolean {
  return args.some((arg) => splitOption(arg)[0] === name);
}

/** The caller's options for wrangler, with our defaults for those that the caller does not set. */
export function withDefaults(rest: string[], defaults: Record<string, string>): string[] {
  const ours = Object.entries(defaults).filter(([name]) => !hasOption(rest, name));
  return [...ours.map(([name, value]) => `--${name}=${value}`), ...rest];
}

function splitOption(arg: string): [string | null, string | undefined] {
  const match = /^--([^=]+)(?:=(.*))?$/s.exec(arg);
  return match === null ? [null, undefined] : [match[1] ?? null, match[2]];
}
