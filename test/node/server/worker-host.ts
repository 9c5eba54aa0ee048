/**
 * A process that runs Workers: Miniflare, with a workerd for each Worker. worker.ts starts this process and communicates by IPC. It is
 * the leader of a process group, and ends itself and every workerd when its parent has ended.
 */
import { type ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import type { BuiltWorker } from "./worker-options.ts";

// Miniflare is large, so its compiled code is cached for later processes.
enableCompileCache();
const { Miniflare } = await import("miniflare");
const { optionsFor } = await import("./worker-options.ts");
flushCompileCache();

export interface Start {
  built: BuiltWorker;
  /** The folder of D1 and the Durable Objects. */
  state: string;
  vars: Record<string, string>;
  /** Whether requests reach the Worker without Miniflare's proxy, which responds to many malformed requests itself. */
  direct: boolean;
}

/** The commands of worker.ts, each for the Worker with this number. */
export type Command =
  | { worker: number; start: Start }
  | { worker: number; database: string; sql: string; bindings: unknown[] }
  | { worker: number; scheduled: number; cron: string }
  | { worker: number; kill: true };

/** The messages to worker.ts: the reply to a command by its id, or a line of a Worker's log. */
export type Message = { id: number; result?: unknown; error?: string } | { worker: number; log: string };

interface Running {
  miniflare: InstanceType<typeof Miniflare>;
  workerd: ChildProcess;
}

process.on("disconnect", () => process.kill(-process.pid, "SIGKILL"));

const send = (message: Message): void => void process.send?.(message);
const running = new Map<number, Running>();
let spawned: ChildProcess | null = null;
subscribe("child_process", (message) => (spawned = (message as { process: ChildProcess }).process));

async function start(worker: number, { built, state, vars, direct }: Start): Promise<{ url: string; pid: number | undefined }> {
  const isEmpty = !existsSync(join(state, "d1"));
  const logging = { handleStructuredLogs: ({ message }: { message: string }) => send({ worker, log: message }) };
  // The documentation's files add a router before the Worker, which would read the bytes first.
  const { assets, ...bare } = built.options;
  const options = direct ? bare : { ...bare, ...(assets !== undefined && { assets }) };
  const sockets = direct ? { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] } : {};
  spawned = null;
  const miniflare = new Miniflare(optionsFor({ ...built, options }, state, vars, logging, sockets));
  const proxied = await miniflare.ready;
  const url = direct ? await miniflare.unsafeGetDirectURL() : proxied;
  if (spawned === null) throw new Error("Miniflare started no workerd.");
  const workerd: ChildProcess = spawned;
  running.set(worker, { miniflare, workerd });
  if (isEmpty && "migrations" in built.database && built.database.migrations.length > 0) {
    const database = await miniflare.getD1Database("DB");
    await database.batch(built.database.migrations.map((statement) => database.prepare(statement)));
  }
  return { url: url.origin, pid: workerd.pid };
}

/** Kills workerd with the Worker, its database, objects and queues. */
async function kill(worker: number): Promise<void> {
  const found = running.get(worker);
  if (found === undefined) return;
  running.delete(worker);
  const { miniflare, workerd } = found;
  // It may have ended by itself.
  const exited = workerd.exitCode === null && workerd.signalCode === null ? once(workerd, "exit") : null;
  workerd.kill("SIGKILL");
  // In the same turn, because Miniflare would start another workerd after one has ended.
  await Promise.all([exited, miniflare.dispose()]);
}

async function execute(command: Command): Promise<unknown> {
  const { worker } = command;
  if ("start" in command) return await start(worker, command.start);
  if ("kill" in command) return await kill(worker);
  const found = running.get(worker);
  if (found === undefined) throw new Error("This Worker is not running.");
  if ("scheduled" in command) {
    // Not by getWorker(): its proxy blocks this process in synchronous calls, which would delay workerd's output and every other command.
    const run = new URL("http://localhost/cdn-cgi/local/scheduled?format=json");
    run.searchParams.set("time", String(command.scheduled));
    run.searchParams.set("cron", command.cron);
    const response = await found.miniflare.dispatchFetch(run);
    if (!response.ok) throw new Error(`The cron failed: ${response.status} ${await response.text()}`);
    return await response.json();
  }
  const database = await found.miniflare.getD1Database(command.database);
  const statement = database.prepare(command.sql).bind(...command.bindings);
  return (await statement.all()).results;
}

/** Workers start one after another, so that each one's workerd is known. */
let starting: Promise<unknown> = Promise.resolve();

process.on("message", ({ id, command }: { id: number; command: Command }) => {
  const outcome = "start" in command ? starting.then(() => execute(command)) : execute(command);
  if ("start" in command) starting = outcome.catch(() => undefined);
  outcome.then(
    (result) => send({ id, result }),
    (error: unknown) => send({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
