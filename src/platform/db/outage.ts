/** SQLite's own word on a statement stands in what D1 throws; these few say that the database was busy or broken, not the statement wrong. */
const OF_THE_STATEMENT = /SQLITE_(?!BUSY|LOCKED|INTERRUPT|IOERR|NOMEM|FULL)|No SQL statements/;

/** How D1 begins what it says itself, and the runtime what it says of the way there. D1 has no codes, and adds to its texts. */
const OF_THE_DATABASE = /^(?:D1_ERROR: |Network connection lost|internal error)/;

/** What the database says in an error; empty where the error is not the database's. The ORM hides what was thrown in a cause. */
function databaseMessage(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) if (OF_THE_DATABASE.test(at.message)) return at.message;
  return "";
}

/**
 * Whether an error says that the database could not be reached, or that its response was lost (D1: overloaded, reset, timed
 * out, not reached): it passes, and the request may be made again. A statement that is wrong stays wrong.
 */
export function isOutage(error: unknown): boolean {
  const message = databaseMessage(error);
  return message !== "" && !OF_THE_STATEMENT.test(message);
}

/** Whether an error says that the database lacks a table or a column: it has not been migrated to what this version of the code needs. */
export function isMigrationMissing(error: unknown): boolean {
  return /no such (?:table|column): |has no column named /.test(databaseMessage(error));
}
