/** SQLite's error codes, which D1 includes in its messages, except those for a busy or broken database: the statement itself is wrong. */
const STATEMENT_ERROR = /SQLITE_(?!BUSY|LOCKED|INTERRUPT|IOERR|NOMEM|FULL)|No SQL statements/;

/** The beginnings of messages from D1 and, for network errors, from the runtime. D1 has no error codes. */
const DATABASE_ERROR = /^(?:D1_ERROR: |Network connection lost|internal error)/;

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
  return message !== "" && !STATEMENT_ERROR.test(message);
}

/** Whether an error means that the database lacks a table or a column, because a migration has not been applied. */
export function isMigrationMissing(error: unknown): boolean {
  return /no such (?:table|column): |has no column named /.test(databaseMessage(error));
}
