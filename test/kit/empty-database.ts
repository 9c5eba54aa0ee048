import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { allDatabases } from "../../src/platform/db/database";
import { idRangeStatements } from "../../src/platform/db/id-range";
import { restartReplica } from "./on-replica";

const MAX_TRIES = 10;

async function makeTables(d1: D1Database, database: number): Promise<void> {
  const statements = database === 0 ? env.TEST_SCHEMA : [...env.TEST_SCHEMA, ...idRangeStatements(database)];
  await d1.batch(statements.map((statement) => d1.prepare(statement)));
}

/** Deletes all data in D1 and in the objects, and creates the tables of migrated databases. */
export async function emptyDatabase(): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await reset();
    restartReplica();
    try {
      await Promise.all(allDatabases(env).map(makeTables));
      return;
    } catch (error) {
      // Unfinished work of an earlier test may open the database again right before it is deleted.
      if (tries === MAX_TRIES) throw error;
    }
  }
}
