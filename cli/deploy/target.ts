import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import type { Unstable_RawConfig } from "wrangler";

/** The local database's id at the top level of wrangler.toml: nobody's database has it. */
const LOCAL_DATABASE_ID = "00000000-0000-0000-0000-000000000001";
/** A configuration written for one deployment, beside wrangler.toml, so that the paths in it mean the same. */
const WRITTEN = ".wrangler-deploy.json";

/** What is deployed, under which names. */
export interface Target {
  worker: string;
  database: string;
  /** Null where wrangler is to find the database by its name. */
  databaseId: string | null;
  /** All queues, each once. */
  queues: string[];
  /** The account that the configuration names, if it does. */
  accountId: string | null;
  /** What every wrangler command is told of the configuration. */
  selection: string[];
}

/**
 * Reads what `[env.production]` of wrangler.toml deploys. A Deploy button writes the names that a person chose, and the
 * id of the database that it made, at the top level: where that id is a real one, the top level's names, database and
 * queues are taken instead, by way of a file that `dispose` removes. Throws where the configuration lacks something.
 */
export function readTarget(folder: string): { target: Target; dispose: () => void } {
  const raw = parse(readFileSync(join(folder, "wrangler.toml"), "utf8")) as Unstable_RawConfig;
  const chosen = raw.d1_databases?.[0]?.database_id;
  const isProvisioned = chosen !== undefined && chosen !== LOCAL_DATABASE_ID;
  const written = join(folder, WRITTEN);
  const config = isProvisioned ? withTopLevelNames(raw) : raw;
  const target = targetOf(config, isProvisioned ? ["--config", WRITTEN] : []);
  if (isProvisioned) writeFileSync(written, JSON.stringify(config, null, 2));
  return { target, dispose: () => rmSync(written, { force: true }) };
}

function withTopLevelNames(raw: Unstable_RawConfig): Unstable_RawConfig {
  const { name, d1_databases, queues } = raw;
  const production = {
    ...raw.env?.["production"],
    ...(name && { name }),
    ...(d1_databases && { d1_databases }),
    ...(queues && { queues }),
  };
  return { ...raw, env: { ...raw.env, production } };
}

function targetOf(config: Unstable_RawConfig, file: string[]): Target {
  const production = config.env?.["production"];
  const [database] = production?.d1_databases ?? [];
  const { producers = [], consumers = [] } = production?.queues ?? {};
  const named = [
    ...producers.map(({ queue }) => queue),
    ...consumers.flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue]),
  ];
  const queues = [...new Set(named.filter((queue) => queue !== undefined))];
  if (!production?.name || !database?.database_name || queues.length === 0)
    throw new Error("wrangler.toml names no Worker, no database or no queue under [env.production].");
  return {
    worker: production.name,
    database: database.database_name,
    databaseId: database.database_id ?? null,
    queues,
    accountId: production.account_id ?? config.account_id ?? null,
    selection: [...file, "--env", "production"],
  };
}
