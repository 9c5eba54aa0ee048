import { rowsOf } from "../../kit/client";

/** Rows of a query in the database with this number. */
export async function inDatabase<Row>(database: number, sql: string, ...bindings: unknown[]): Promise<Row[]> {
  return await rowsOf<Row>({ database }, sql, ...bindings);
}
