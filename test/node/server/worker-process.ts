/**
 * The process below which the Worker runs, as its own process group: Miniflare, and workerd under it. worker.ts starts
 * it, asks it over IPC, and kills it; it takes itself and workerd down where its starter is gone.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";

export interface Start {
  /** The built script. */
  script: string;
  /** Where D1 and the Durable Objects live. */
  state: string;
  vars: Record<string, string>;
}

export type Question = { sql: string; bindings: unknown[] } | { scheduled: number };

process.on("disconnect", () => process.kill(-process.pid, "SIGKILL"));

const { script, state, vars } = JSON.parse(process.argv[2] ?? "") as Start;
const empty = !existsSync(join(state, "d1"));
const {
  workerOptions: { modulesRules: _, ...worker },
} = unstable_getMiniflareWorkerOptions(resolve("wrangler.toml"));
const options = convertV4MiniflareOptions({
  host: "127.0.0.1",
  port: 0,
  cf: false,
  logRequests: false,
  log: new Log(LogLevel.WARN),
  resourcePersistencePath: state,
  workers: [
    {
      ...worker,
      name: "order-operations",
      modules: true,
      modulesRoot: dirname(script),
      scriptPath: script,
      bindings: { ENVIRONMENT: "development", ...vars },
    },
  ],
});
options.enableDevRegistry = false;

const miniflare = new Miniflare(options);
const url = await miniflare.ready;
const database = await miniflare.getD1Database("DB");
if (empty) {
  const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  const texts = files.toSorted().map((name) => readFileSync(join("migrations", name), "utf8"));
  await database.batch(texts.flatMap((text) => unstable_splitSqlQuery(text)).map((statement) => database.prepare(statement)));
}

async function answer(question: Question): Promise<unknown> {
  if ("sql" in question) {
    const { sql, bindings } = question;
    return (await database.prepare(sql).bind(...bindings).all()).results;
  }
  const bound = await miniflare.getWorker();
  return await bound.scheduled({ scheduledTime: new Date(question.scheduled), cron: "* * * * *" });
}

process.on("message", ({ id, question }: { id: number; question: Question }) => {
  answer(question).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.send?.({ url: url.origin });
