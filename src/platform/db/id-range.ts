/** Ids of one database: 2^40, so that those of 8,192 databases are safe integers. */
const IDS_OF_A_DATABASE = 2 ** 40;

/** The tables that requests insert into. An insert reads the rows of sqlite_sequence up to that of its table, so these come first. */
const OFTEN_WRITTEN =
  "'audit_log', 'events', 'expenses', 'order_history', 'order_notes', 'products', 'stores', 'tickets', 'ticket_messages', 'ticket_history'";

export const lastIdBefore = (database: number): number => database * IDS_OF_A_DATABASE;

/** The highest id that an export of another installation may bring into a database: half of its ids are left. */
export const lastForeignId = (database: number): number => lastIdBefore(database) + IDS_OF_A_DATABASE / 2;

/**
 * The statements that give a database its own range of ids, right after its migrations. Ids are then unique in the whole service, and
 * an organization keeps its ids when it moves. They only raise the last id of a table to the start of the range, so they can run again at
 * any time: ids that were given stay, and a table of a later migration gets its range too.
 */
export function idRangeStatements(database: number): string[] {
  const start = lastIdBefore(database);
  return [
    `update sequences set value = ${start} where value < ${start}`,
    `update sqlite_sequence set seq = ${start} where seq < ${start} and name <> 'd1_migrations'`,
    `insert into sqlite_sequence (name, seq) select name, ${start} from sqlite_schema where type = 'table'` +
      " and sql like '%autoincrement%' and name <> 'd1_migrations' and name not in (select name from sqlite_sequence)" +
      ` order by name not in (${OFTEN_WRITTEN})`,
  ];
}

export function databaseOfId(id: number): number {
  return Math.floor(id / IDS_OF_A_DATABASE);
}
