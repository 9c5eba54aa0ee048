import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

const MAX_TRIES = 10;

/** Deletes all that D1 and the objects hold, and makes the tables of a migrated database. */
export async function emptyDatabase(): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await reset();
    try {
      await env.DB.batch(env.TEST_SCHEMA.map((statement) => env.DB.prepare(statement)));
      return;
    } catch (error) {
      // What an earlier test left under way may open the database again right before it is deleted, and keep it.
      if (tries === MAX_TRIES) throw error;
    }
  }
}
