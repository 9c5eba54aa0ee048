/** What tables are declared with. The index of the ORM would also put its query builders into the Worker, which builds its statements itself. */
export { check } from "drizzle-orm/sqlite-core/checks";
export { customType, integer, SQLiteCustomColumn, SQLiteInteger, text } from "drizzle-orm/sqlite-core/columns";
export { foreignKey } from "drizzle-orm/sqlite-core/foreign-keys";
export { index, uniqueIndex } from "drizzle-orm/sqlite-core/indexes";
export { primaryKey } from "drizzle-orm/sqlite-core/primary-keys";
export { SQLiteTable, sqliteTable } from "drizzle-orm/sqlite-core/table";
export { getTableConfig } from "drizzle-orm/sqlite-core/utils";
