import { releaseId } from "./release";

type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** Logs one line about what has happened, for example a request with its principal, route, result and cost. It never contains a secret, a body or a query. */
export function logLine(fields: Fields): void {
  console.log(JSON.stringify({ ...fields, release: releaseId() }));
}

/** Logs one line about something that the deployer should look at. docs/runbook.md lists all values of `event`. */
export function logWarning(event: string, about: Fields): void {
  console.warn(JSON.stringify({ event, ...about, release: releaseId() }));
}

/**
 * Logs one line about an error in our code or in a dependency: its name, the first line of its message, and the stack. Further lines of a
 * database error are left out, because they contain the values that were to be written.
 */
export function logError(event: string, error: unknown, about: Fields = {}): void {
  console.error(JSON.stringify({ event, ...about, error: textOf(error), at: framesOf(error), release: releaseId() }));
}

/** The layers between a query and the function that made it are about ten frames, and the runtime by itself keeps no more than that. */
const FRAMES = 20;
// A property of V8, which no type of the runtime has.
Object.assign(Error, { stackTraceLimit: FRAMES });

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const own = `${error.name}: ${error.message.split("\n", 1)[0] ?? ""}`;
  return error.cause instanceof Error ? `${own} (${textOf(error.cause)})` : own;
}

function framesOf(error: unknown): string {
  if (!(error instanceof Error) || error.stack === undefined) return "";
  // The stack starts with the message, which may have lines that look like frames, and values of a database error: skip it.
  const from = error.stack.indexOf(error.message) + error.message.length;
  const frames = error.stack
    .slice(from)
    .split("\n")
    .filter((line) => line.startsWith("    at "));
  return frames
    .slice(0, FRAMES)
    .map((line) => line.trim())
    .join("; ");
}
