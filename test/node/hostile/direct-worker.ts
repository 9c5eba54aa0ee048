import { Log, LogLevel, Miniflare } from "miniflare";
import { freePort } from "../processes.ts";
import { optionsFor } from "../server/worker-options.ts";
import { type Built, OPERATOR_TOKEN, temporaryFolder } from "../server/worker.ts";

/**
 * A built Worker on a socket of its own in workerd: bytes reach it without Miniflare's proxy before it, which answers much of
 * what is malformed by itself.
 */
export async function startDirectly(built: Built) {
  const state = temporaryFolder();
  const port = await freePort();
  const vars = { MASTER_SECRET: "a-master-secret-for-tests-0123456789", OPERATOR_TOKEN };
  let said = "";
  const listening = {
    log: new Log(LogLevel.NONE),
    handleStructuredLogs: ({ message }: { message: string }) => void (said += `${message}\n`),
  };
  // The documentation's files come with a router before the Worker, which would read the bytes first.
  const { assets: _assets, ...options } = built.options;
  const direct = { unsafeDirectSockets: [{ host: "127.0.0.1", port }] };
  const miniflare = new Miniflare(optionsFor({ ...built, options }, state.path, vars, listening, direct));
  await miniflare.ready;
  const database = await miniflare.getD1Database("DB");
  await database.batch(built.migrations.map((statement) => database.prepare(statement)));
  return {
    url: `http://127.0.0.1:${port}`,
    /** What the runtime said of itself. */
    said: () => said,
    async rows<Row>(sql: string, ...bound: unknown[]): Promise<Row[]> {
      const { results } = await database
        .prepare(sql)
        .bind(...bound)
        .all();
      return results as Row[];
    },
    async [Symbol.asyncDispose]() {
      await miniflare.dispose();
      state[Symbol.dispose]();
    },
  };
}
