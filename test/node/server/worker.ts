import { type ChildProcess, fork } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bindingOf } from "../../../src/platform/db/binding.ts";
import type { Command, Message } from "./worker-host.ts";
import type { BuiltWorker } from "./worker-options.ts";

export const OPERATOR_TOKEN = "an-operator-token-for-tests-0123456789";

const VARS = { MASTER_SECRET: "a-master-secret-for-tests-0123456789", OPERATOR_TOKEN, ALLOW_INSECURE_WEBHOOK_TARGETS: "true" };

/** A new folder that is deleted at the end of its scope. */
export function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "order-operations-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A Worker that runs in workerd on a free port of 127.0.0.1. */
export interface RunningWorker extends AsyncDisposable {
  url: string;
  /** The process id of its workerd. */
  pid: number;
  /** Whether requests reach it without Miniflare's proxy. In that case it has no files of the documentation and the console. */
  isDirect: boolean;
  /** Runs a statement in the newest database, in which organizations are created, and returns its rows. */
  rows: <Row = Record<string, unknown>>(sql: string, ...bindings: unknown[]) => Promise<Row[]>;
  /** Runs a statement in the directory, which has all control data. */
  directoryRows: <Row = Record<string, unknown>>(sql: string, ...bindings: unknown[]) => Promise<Row[]>;
  /** Runs a statement in the database with this number. */
  rowsIn: <Row = Record<string, unknown>>(database: number, sql: string, ...bindings: unknown[]) => Promise<Row[]>;
  /** Runs the jobs of a cron trigger at the time `at` (ms since 1970). Default: all jobs. */
  runCron: (at: number, cron?: string) => Promise<void>;
  /** Its log so far. */
  log: () => string;
  /** Sends SIGKILL to its workerd, which has its database, objects and queues, and waits for its end. */
  kill: () => Promise<void>;
}

/** The network settings of a Worker, and the memory that it may use. */
export interface StartOptions {
  /** A file of additional trusted certificates. */
  authority?: string;
  /** Whether requests reach it without Miniflare's proxy. */
  direct?: boolean;
  /** The limit of its isolates' heap in MiB. workerd ends when an isolate exceeds it. */
  heapMiB?: number;
}

/** Starts a built Worker on a state folder. */
export async function startWorker(
  built: BuiltWorker,
  state: string,
  vars: Record<string, string> = {},
  { authority = "", direct = false, heapMiB }: StartOptions = {},
): Promise<RunningWorker> {
  if ("snapshot" in built.database && !existsSync(join(state, "d1"))) cpSync(built.database.snapshot, state, { recursive: true });
  const host = hostWith({
    ...(authority !== "" && { NODE_EXTRA_CA_CERTS: authority }),
    ...(heapMiB !== undefined && { MINIFLARE_WORKERD_V8_FLAGS: `--max-heap-size=${heapMiB}` }),
  });
  const worker = (workers += 1);
  let log = "";
  host.logs.set(worker, (line) => (log += `${line}\n`));
  const started = await host.ask({ worker, start: { built, state, vars: { ...VARS, ...vars }, direct } });
  const { url, pid } = started as { url: string; pid: number };
  const kill = async () => void (await host.ask({ worker, kill: true }));
  const newest = Object.keys(built.options["d1Databases"] ?? {}).length - 1;
  const rowsIn = async <Row>(number: number, sql: string, ...bindings: unknown[]) => {
    const database = bindingOf(number);
    return (await host.ask({ worker, database, sql, bindings })) as Row[];
  };
  return {
    url,
    pid,
    isDirect: direct,
    rows: async (sql, ...bindings) => await rowsIn(newest, sql, ...bindings),
    directoryRows: async (sql, ...bindings) => await rowsIn(0, sql, ...bindings),
    rowsIn,
    runCron: async (at, cron = "all") => void (await host.ask({ worker, scheduled: at, cron })),
    log: () => log,
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

interface Host {
  ask: (command: Command) => Promise<unknown>;
  /** Receives the lines of a Worker's log. */
  logs: Map<number, (line: string) => void>;
}

let workers = 0;
/** By their environment, which a process reads when it starts. */
const hosts = new Map<string, Host>();

function hostWith(environment: Readonly<Record<string, string>>): Host {
  const name = JSON.stringify(environment);
  const host = hosts.get(name) ?? startHost(environment);
  hosts.set(name, host);
  return host;
}

/** Starts the process that runs all Workers of this process, and ends with it. */
function startHost(environment: Readonly<Record<string, string>>): Host {
  const child = fork(join(import.meta.dirname, "worker-host.ts"), {
    // The leader of a process group: every workerd is killed with it.
    detached: true,
    execArgv: [],
    env: { ...process.env, X_LOCAL_OBSERVABILITY: "false", ...environment },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const logs: Host["logs"] = new Map();
  const pending = new Map<number, { settle: (result: unknown) => void; fail: (error: Error) => void }>();
  child.on("message", (message: Message) => {
    if ("log" in message) return logs.get(message.worker)?.(message.log);
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if (message.error === undefined) waiting?.settle(message.result);
    else waiting?.fail(new Error(message.error));
    keepAliveWhile(child, pending.size);
  });
  child.once("exit", () => {
    for (const { fail } of pending.values()) fail(new Error(`The process that runs the Workers has ended:\n${output}`));
    for (const [name, host] of hosts) if (host.logs === logs) hosts.delete(name);
  });
  let commands = 0;
  return {
    logs,
    ask: async (command) => {
      const id = (commands += 1);
      return await new Promise((settle, fail) => {
        pending.set(id, { settle, fail });
        keepAliveWhile(child, pending.size);
        child.send({ id, command });
      });
    },
  };
}

/** Keeps this process alive for a host only while a command is running. */
function keepAliveWhile(child: ChildProcess, waiting: number): void {
  const hold = waiting > 0 ? "ref" : "unref";
  child[hold]();
  child.channel?.[hold]();
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.[hold]();
}
