import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Question, Start } from "./worker-process.ts";

export const OPERATOR_TOKEN = "an-operator-token-for-tests-0123456789";

const VARS = { MASTER_SECRET: "a-master-secret-for-tests-0123456789", OPERATOR_TOKEN, ALLOW_INSECURE_WEBHOOK_TARGETS: "true" };

/** A folder of its own, gone with its scope. */
export function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "order-operations-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Builds the Worker into `folder` as a deployment does; answers the script. */
export async function build(folder: string, entry = "src/worker.ts"): Promise<string> {
  const args = ["node_modules/wrangler/bin/wrangler.js", "deploy", entry, "--dry-run", "--env=", `--outdir=${folder}`];
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_WRITE_LOGS: "false", WRANGLER_HIDE_BANNER: "true" };
  await promisify(execFile)(process.execPath, args, { env });
  return join(folder, basename(entry).replace(/\.ts$/, ".js"));
}

/** A Worker that runs in workerd on a free port of 127.0.0.1. */
export interface RunningWorker extends AsyncDisposable {
  url: string;
  /** Rows of the Worker's own database. */
  rows<Row = Record<string, unknown>>(sql: string, ...bindings: unknown[]): Promise<Row[]>;
  /** Runs the scheduled handler as if it were `at`, ms since 1970. */
  sweep(at: number): Promise<void>;
  /** SIGKILL to the whole process tree; answers when nobody is left. */
  kill(): Promise<void>;
}

/** Starts a built Worker on a state folder; an empty one gets the database's tables. */
export async function startWorker({ script, state, vars = {} }: Omit<Start, "vars"> & Partial<Start>): Promise<RunningWorker> {
  const start: Start = { script, state, vars: { ...VARS, ...vars } };
  const child = fork(join(import.meta.dirname, "worker-process.ts"), [JSON.stringify(start)], {
    // The head of a process group: workerd is killed with it, never orphaned.
    detached: true,
    execArgv: [],
    env: { ...process.env, X_LOCAL_OBSERVABILITY: "false" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const url = await Promise.race([
    once(child, "message").then(([message]) => (message as { url: string }).url),
    once(child, "exit").then(() => Promise.reject(new Error(`The Worker did not start:\n${said}`))),
  ]);
  const kill = () => killTree(child, url);
  return {
    url,
    rows: async <Row>(sql: string, ...bindings: unknown[]) => (await ask(child, { sql, bindings })) as Row[],
    sweep: async (at) => void (await ask(child, { scheduled: at })),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

async function killTree(child: ChildProcess, url: string): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  process.kill(-child.pid, "SIGKILL");
  await exited;
  // workerd holds the port as long as it holds the database.
  while (await isListening(url)) await wait(5);
}

let asked = 0;

async function ask(child: ChildProcess, question: Question): Promise<unknown> {
  const id = (asked += 1);
  return await new Promise((resolve, reject) => {
    const listen = (answer: { id: number; result?: unknown; error?: string }) => {
      if (answer.id !== id) return;
      child.off("message", listen);
      if (answer.error === undefined) resolve(answer.result);
      else reject(new Error(answer.error));
    };
    child.on("message", listen);
    child.send({ id, question });
  });
}

async function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
