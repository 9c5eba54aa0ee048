import { dirname } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { freePort } from "../processes.ts";
import { type Built, OPERATOR_TOKEN, temporaryFolder } from "../server/worker.ts";

/**
 * A built Worker on a socket of its own in workerd: bytes reach it without Miniflare's proxy before it, which answers much of
 * what is malformed by itself.
 */
export async function startDirectly({ script, options: configured, migrations }: Built) {
  const state = temporaryFolder();
  const port = await freePort();
  const bindings = { ENVIRONMENT: "development", MASTER_SECRET: "a-master-secret-for-tests-0123456789", OPERATOR_TOKEN };
  const options = convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    logRequests: false,
    log: new Log(LogLevel.NONE),
    resourcePersistencePath: state.path,
    handleStructuredLogs: ({ message }) => void (said += `${message}\n`),
    workers: [
      {
        ...configured,
        name: "order-operations",
        modules: true,
        modulesRoot: dirname(script),
        scriptPath: script,
        bindings,
        unsafeDirectSockets: [{ host: "127.0.0.1", port }],
      },
    ],
  });
  options.enableDevRegistry = false;
  let said = "";
  const miniflare = new Miniflare(options);
  await miniflare.ready;
  const database = await miniflare.getD1Database("DB");
  await database.batch(migrations.map((statement) => database.prepare(statement)));
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
