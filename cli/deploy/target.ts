import { readConfiguration } from "../databases/configuration.ts";

/** The names of the deployed resources. */
export interface Target {
  worker: string;
  /** The first database. The names of the others begin with its name. */
  database: string;
  /** null if wrangler finds the database by its name. */
  databaseId: string | null;
  /** All queues, without duplicates. */
  queues: string[];
  /** The account in the configuration, or null. */
  accountId: string | null;
}

/** Reads what wrangler.toml deploys, with the names that a Deploy button may have written into it. Throws if it names no Worker, database or queue. */
export function readTarget(folder: string): Target {
  const config = readConfiguration(folder);
  const [database] = config.d1_databases ?? [];
  const { producers = [], consumers = [] } = config.queues ?? {};
  const names = [
    ...producers.map(({ queue }) => queue),
    ...consumers.flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue]),
  ];
  const queues = [...new Set(names.filter((queue) => queue !== undefined))];
  if (!config.name || !database?.database_name || queues.length === 0)
    throw new Error("wrangler.toml must name a Worker, a database and a queue.");
  return {
    worker: config.name,
    database: database.database_name,
    databaseId: database.database_id ?? null,
    queues,
    accountId: config.account_id ?? null,
  };
}
