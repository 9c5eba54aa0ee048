import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { idRangeStatements } from "../../src/platform/db/id-range";
import { restartReplica } from "./on-replica";

const MAX_TRIES = 10;

/** Deletes all that D1 and the objects hold, and makes the tables of a migrated database. */
export async function emptyDatabase(): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await reset();
    restartReplica();
    try {
      await env.DB.batch(env.TEST_SCHEMA.map((statement) => env.DB.prepare(statement)));
      const second = env.DB_1;
      if (second !== undefined) {
        await second.batch([...env.TEST_SCHEMA, ...idRangeStatements(1)].map((statement) => second.prepare(statement)));
      }
      return;
    } catch (error) {
      // What an earlier test left under way may open the database again right before it is deleted, and keep it.
      if (tries === MAX_TRIES) throw error;
    }
  }
}
