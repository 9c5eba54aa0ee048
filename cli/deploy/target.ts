import { type Installation, readConfiguration } from "../databases/configuration.ts";

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

/**
 * Reads what an installation deploys. Throws if wrangler.toml names no Worker, database or queue, or if the name of one of them does not
 * begin with that of the Worker: two installations could then share it.
 */
export function readTarget(folder: string, installation?: Installation): Target {
  const toml = readConfiguration(folder);
  for (const name of resourceNames(toml)) {
    if (toml.name !== undefined && !name.startsWith(toml.name))
      throw new Error(`In wrangler.toml, the name "${name}" must begin with that of the Worker, "${toml.name}".`);
  }
  const config = readConfiguration(folder, installation);
  const [database] = config.d1_databases ?? [];
  const queues = queueNames(config);
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

type Configuration = ReturnType<typeof readConfiguration>;

function queueNames(config: Configuration): string[] {
  const { producers = [], consumers = [] } = config.queues ?? {};
  const names = [
    ...producers.map(({ queue }) => queue),
    ...consumers.flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue]),
  ];
  return [...new Set(names.filter((queue) => queue !== undefined))];
}

function resourceNames(config: Configuration): string[] {
  const databases = (config.d1_databases ?? []).flatMap(({ database_name: name }) => (name === undefined ? [] : [name]));
  return [...databases, ...queueNames(config)];
}
