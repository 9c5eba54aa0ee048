import { Miniflare } from "miniflare";
import { idRangeStatements } from "../src/platform/db/id-range.ts";
import type { FreshBuild } from "../test/node/server/build.ts";
import { OPERATOR_TOKEN } from "../test/node/server/worker.ts";
import { optionsFor } from "../test/node/server/worker-options.ts";

const VARS = { MASTER_SECRET: "a-master-secret-for-benchmarks-0123456789", OPERATOR_TOKEN, ALLOW_INSECURE_WEBHOOK_TARGETS: "true" };

const bindingsOf = (count: number): string[] => Array.from({ length: count }, (_, number) => (number === 0 ? "DB" : `DB_${number}`));

/** Starts the Worker with this many databases, on a state folder. Of its log, only errors are shown, and none if they are expected. */
export async function startWithDatabases(built: FreshBuild, state: string, count: number, expectsErrors = false): Promise<Miniflare> {
  const options = { ...built.options, d1Databases: Object.fromEntries(bindingsOf(count).map((name) => [name, { id: name }])) };
  const show = ({ level, message }: { level: string; message: string }) => level === "error" && !expectsErrors && console.error(message);
  const miniflare = new Miniflare(optionsFor({ modules: built.modules, options }, state, VARS, { handleStructuredLogs: show }));
  await miniflare.ready;
  return miniflare;
}

/** Creates the tables of all databases. */
export async function createTables({ database: { migrations } }: FreshBuild, miniflare: Miniflare, count: number): Promise<void> {
  for (const [number, name] of bindingsOf(count).entries()) {
    const database = await miniflare.getD1Database(name, "order-operations");
    await database.batch([...migrations, ...idRangeStatements(number)].map((statement) => database.prepare(statement)));
  }
}
