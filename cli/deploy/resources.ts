import type { Target } from "./target.ts";
import { outputOf, type Wrangler } from "./wrangler.ts";

/** The names of the resources that the account does not have. */
export interface MissingResources {
  database: string | null;
  queues: string[];
}

/** Finds out which of the target's database and queues do not exist yet. Throws if the account cannot be read. */
export async function missingResources(wrangler: Wrangler, target: Target): Promise<MissingResources> {
  const [hasDatabase, ...hasQueue] = await Promise.all([
    databaseExists(wrangler, target),
    ...target.queues.map((queue) => queueExists(wrangler, queue)),
  ]);
  return { database: hasDatabase ? null : target.database, queues: target.queues.filter((_, at) => !hasQueue[at]) };
}

/**
 * Creates the missing resources. `wrangler deploy` would create the database and the queues with a producer, but the migrations need the
 * database earlier, and the dead-letter queue has no producer.
 */
export async function createResources(wrangler: Wrangler, missing: MissingResources, tell: (line: string) => void): Promise<void> {
  if (missing.database !== null) {
    await wrangler.runOrThrow("d1", "create", missing.database, "--update-config=false");
    tell(`Created the database ${missing.database}.`);
  }
  for (const queue of missing.queues) {
    await wrangler.runOrThrow("queues", "create", queue);
    tell(`Created the queue ${queue}.`);
  }
}

async function databaseExists(wrangler: Wrangler, { database, databaseId }: Target): Promise<boolean> {
  const databases = JSON.parse(await wrangler.runOrThrow("d1", "list", "--json")) as { uuid: string; name: string }[];
  if (databaseId === null) return databases.some(({ name }) => name === database);
  if (databases.some(({ uuid }) => uuid === databaseId)) return true;
  throw new Error(
    `This account has no database ${databaseId}, which wrangler.toml names. Check that you are logged in to the right account.`,
  );
}

async function queueExists(wrangler: Wrangler, queue: string): Promise<boolean> {
  const result = await wrangler.run("queues", "info", queue);
  if (result.code === 0) return true;
  if (outputOf(result).includes(`Queue "${queue}" does not exist`)) return false;
  throw new Error(`The queue ${queue} could not be looked up.\n${outputOf(result)}`);
}
