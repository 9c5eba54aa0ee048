/**
 * The process below which the Worker runs, head of a process group: Miniflare, and workerd under it. worker.ts starts
 * it, speaks to it over IPC, and kills it; where its starter is gone, it takes itself and workerd down.
 */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import type { Built } from "./worker.ts";

export interface Start extends Built {
  /** Where D1 and the Durable Objects live. */
  state: string;
  vars: Record<string, string>;
}

export type Question = { sql: string; bindings: unknown[] } | { scheduled: number };

process.on("disconnect", () => process.kill(-process.pid, "SIGKILL"));

const [{ script, options: configured, migrations, state, vars }] = (await once(process, "message")) as [Start];
const isEmpty = !existsSync(join(state, "d1"));
const options = convertV4MiniflareOptions({
  host: "127.0.0.1",
  port: 0,
  cf: false,
  logRequests: false,
  log: new Log(LogLevel.WARN),
  resourcePersistencePath: state,
  workers: [
    {
      ...configured,
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
if (isEmpty) await database.batch(migrations.map((statement) => database.prepare(statement)));

async function answer(question: Question): Promise<unknown> {
  if ("sql" in question) {
    const { sql, bindings } = question;
    return (
      await database
        .prepare(sql)
        .bind(...bindings)
        .all()
    ).results;
  }
  const worker = await miniflare.getWorker();
  return await worker.scheduled({ scheduledTime: new Date(question.scheduled), cron: "* * * * *" });
}

process.on("message", ({ id, question }: { id: number; question: Question }) => {
  answer(question).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.send?.({ url: url.origin });
