/** Ids of one database: 2^40, so that those of 8,192 databases are safe integers. */
const IDS_OF_A_DATABASE = 2 ** 40;

/**
 * The statements that give a new database its own range of ids, right after its migrations. Ids are then unique in the whole service, and
 * an organization keeps its ids when it moves.
 */
export function idRangeStatements(database: number): string[] {
  const start = database * IDS_OF_A_DATABASE;
  return [
    `update sequences set value = ${start}`,
    "delete from sqlite_sequence where name <> 'd1_migrations'",
    `insert into sqlite_sequence (name, seq) select name, ${start} from sqlite_schema
      where type = 'table' and sql like '%autoincrement%' and name <> 'd1_migrations'`,
  ];
}
