/** SQLite's error codes, which D1 includes in its messages, except those for a busy or broken database: the statement itself is wrong. */
const STATEMENT_ERROR = /SQLITE_(?!BUSY|LOCKED|INTERRUPT|IOERR|NOMEM|FULL)|No SQL statements/;

/** The beginnings of messages from D1 and, for network errors, from the runtime. D1 has no error codes. */
const DATABASE_ERROR = /^(?:D1_ERROR: |Network connection lost|internal error)/;

/** The database is full, or the account: D1 writes nothing more, and a caller who repeats the request changes nothing. */
const FULL = /Exceeded maximum DB size|maximum account storage limit|database or disk is full|SQLITE_FULL/i;

/** An invocation has made more calls than the platform allows. That is a mistake of ours, and the repeated request would make it too. */
const TOO_MANY_CALLS = /Too many (?:API requests|subrequests) by single Worker invocation/i;

/** The errors after which Cloudflare recommends to repeat a query. Others, such as an overload, would get worse by it. */
const TRANSIENT =
  /Network connection lost|reset because its code was updated|storage caused object to be reset|due to transient issue on remote node/;

const messagesOf = (error: unknown): string => (error instanceof Error ? `${error.message}\n${messagesOf(error.cause)}` : "");

export const isDatabaseFull = (error: unknown): boolean => FULL.test(databaseMessage(error));

export const isTooManyCalls = (error: unknown): boolean => TOO_MANY_CALLS.test(messagesOf(error));

/** Whether the same batch may succeed at once. */
export const isTransientError = (error: unknown): boolean => TRANSIENT.test(databaseMessage(error));

/** The database's message in an error; empty if the error is not from the database. The ORM wraps the original error as its cause. */
function databaseMessage(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) if (DATABASE_ERROR.test(at.message)) return at.message;
  return "";
}

/**
 * Whether an error means that the database could not be reached or its response was lost (D1: overloaded, reset, timed out, not reached).
 * Such an error is temporary, so the request may be retried. The error of a wrong statement is not.
 */
export function isOutage(error: unknown): boolean {
  const message = databaseMessage(error);
  return message !== "" && !STATEMENT_ERROR.test(message) && !FULL.test(message) && !TOO_MANY_CALLS.test(message);
}

/** Whether an error means that the database lacks a table or a column, because a migration has not been applied. */
export function isMigrationMissing(error: unknown): boolean {
  return /no such (?:table|column): |has no column named /.test(databaseMessage(error));
}
