import type { Target } from "./target.ts";
import { complaint, type Wrangler } from "./wrangler.ts";

/** What the account lacks, by name. */
export interface Missing {
  database: string | null;
  queues: string[];
}

/** Looks up which of the target's database and queues are not there yet. Throws where the account can't be read. */
export async function missingResources(wrangler: Wrangler, target: Target): Promise<Missing> {
  const [hasDatabase, ...hasQueue] = await Promise.all([
    databaseExists(wrangler, target),
    ...target.queues.map((queue) => queueExists(wrangler, queue)),
  ]);
  return { database: hasDatabase ? null : target.database, queues: target.queues.filter((_, at) => !hasQueue[at]) };
}

/**
 * Makes what is missing, and nothing else. `wrangler deploy` would make the database and the queues that are sent to by
 * itself, but the migrations need the database before it, and the dead-letter queue has nobody who sends to it.
 */
export async function createResources(wrangler: Wrangler, missing: Missing, tell: (line: string) => void): Promise<void> {
  if (missing.database !== null) {
    await wrangler.demand("d1", "create", missing.database, "--update-config=false");
    tell(`Created the database ${missing.database}.`);
  }
  for (const queue of missing.queues) {
    await wrangler.demand("queues", "create", queue);
    tell(`Created the queue ${queue}.`);
  }
}

async function databaseExists(wrangler: Wrangler, { database, databaseId }: Target): Promise<boolean> {
  const databases = JSON.parse(await wrangler.demand("d1", "list", "--json")) as { uuid: string; name: string }[];
  if (databaseId === null) return databases.some(({ name }) => name === database);
  if (databases.some(({ uuid }) => uuid === databaseId)) return true;
  throw new Error(
    `This account has no database ${databaseId}, which wrangler.toml names. Check that you are logged in to the right account.`,
  );
}

async function queueExists(wrangler: Wrangler, queue: string): Promise<boolean> {
  const said = await wrangler.ask("queues", "info", queue);
  if (said.code === 0) return true;
  if (complaint(said).includes(`Queue "${queue}" does not exist`)) return false;
  throw new Error(`The queue ${queue} could not be looked up.\n${complaint(said)}`);
}
