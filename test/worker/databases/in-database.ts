import { env } from "cloudflare:workers";
import { databaseOf } from "../../../src/platform/db/database";

/** Rows of a query in the database with this number. */
export async function inDatabase<Row>(database: number, sql: string, ...bindings: unknown[]): Promise<Row[]> {
  const { results } = await databaseOf(env, { database })
    .prepare(sql)
    .bind(...bindings)
    .all<Row>();
  return results;
}
