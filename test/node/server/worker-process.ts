/**
 * The process below which the Worker runs, head of a process group: Miniflare, and workerd under it. worker.ts starts
 * it, speaks to it over IPC, and kills it; where its starter is gone, it takes itself and workerd down.
 */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { optionsFor } from "./worker-options.ts";
import type { Built } from "./worker.ts";

export interface Start extends Built {
  /** Where D1 and the Durable Objects live. */
  state: string;
  vars: Record<string, string>;
}

export type Question = { sql: string; bindings: unknown[] } | { scheduled: number };

process.on("disconnect", () => process.kill(-process.pid, "SIGKILL"));

const [{ state, vars, ...built }] = (await once(process, "message")) as [Start];
const isEmpty = !existsSync(join(state, "d1"));
const miniflare = new Miniflare(optionsFor(built, state, vars));
const url = await miniflare.ready;
const database = await miniflare.getD1Database("DB");
if (isEmpty) await database.batch(built.migrations.map((statement) => database.prepare(statement)));

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
