import { type SQL, sql } from "drizzle-orm";

/** What an ingest's marker remembers: its results, and the id of the first order that it created. */
export function rememberIngest(firstOrderId: SQL | null, results: readonly unknown[]): SQL {
  return sql`json_object('first_order_id', ${firstOrderId ?? null}, 'results', json(${JSON.stringify(results)}))`;
}
