type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** One line about a request: who, which route, what came out and what it cost. Never a secret, a body or a query. */
export function logLine(fields: Fields): void {
  console.log(JSON.stringify(fields));
}

/** One line about something that the deployer should look at; `event` names it (docs/runbook.md lists them all). */
export function logWarning(event: string, about: Fields): void {
  console.warn(JSON.stringify({ event, ...about }));
}

/**
 * One line about a violation of our own or of what we stand on. Of the error its name, the first line of its message and where
 * it was thrown: further lines of a database error hold what was to be written.
 */
export function logError(event: string, error: unknown, about: Fields = {}): void {
  console.error(JSON.stringify({ event, ...about, error: textOf(error), at: framesOf(error) }));
}

const FRAMES = 8;

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const own = `${error.name}: ${error.message.split("\n", 1)[0] ?? ""}`;
  return error.cause instanceof Error ? `${own} (${textOf(error.cause)})` : own;
}

function framesOf(error: unknown): string {
  if (!(error instanceof Error) || error.stack === undefined) return "";
  // Behind the message, which is the first thing in it and may have lines that look like frames.
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
