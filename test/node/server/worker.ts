import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";
import type { Question, Start } from "./worker-process.ts";

export const OPERATOR_TOKEN = "an-operator-token-for-tests-0123456789";

const VARS = { MASTER_SECRET: "a-master-secret-for-tests-0123456789", OPERATOR_TOKEN, ALLOW_INSECURE_WEBHOOK_TARGETS: "true" };

/** A folder of its own, gone with its scope. */
export function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "order-operations-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A built Worker, and what its configuration says of it. */
export interface Built {
  script: string;
  /** Miniflare's, made of wrangler.toml. */
  options: Record<string, unknown>;
  /** Statements that make the tables of an empty database. */
  migrations: string[];
}

/** Builds the Worker into `folder` as a deployment does. */
export async function build(folder: string, entry = "src/worker.ts"): Promise<Built> {
  const args = ["node_modules/wrangler/bin/wrangler.js", "deploy", entry, "--dry-run", "--env=", `--outdir=${folder}`];
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_WRITE_LOGS: "false", WRANGLER_HIDE_BANNER: "true" };
  await promisify(execFile)(process.execPath, args, { env });
  const { modulesRules: _, ...options } = unstable_getMiniflareWorkerOptions(resolve("wrangler.toml")).workerOptions;
  const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  const migrations = files.toSorted().flatMap((name) => unstable_splitSqlQuery(readFileSync(join("migrations", name), "utf8")));
  return { script: join(folder, basename(entry).replace(/\.ts$/, ".js")), options, migrations };
}

/** A Worker that runs in workerd on a free port of 127.0.0.1. */
export interface RunningWorker extends AsyncDisposable {
  url: string;
  /** Rows of the Worker's own database. */
  rows: <Row = Record<string, unknown>>(sql: string, ...bindings: unknown[]) => Promise<Row[]>;
  /** Runs the scheduled handler as if it were `at`, ms since 1970. */
  sweep: (at: number) => Promise<void>;
  /** All that it has logged so far. */
  log: () => string;
  /** SIGKILL to the whole process tree; answers when nobody is left. */
  kill: () => Promise<void>;
}

/** Starts a built Worker on a state folder; an empty one gets the database's tables. `authority` is a file of certificates that it trusts too. */
export async function startWorker(
  built: Built,
  state: string,
  vars: Record<string, string> = {},
  authority?: string,
): Promise<RunningWorker> {
  const child = fork(join(import.meta.dirname, "worker-process.ts"), {
    // The head of a process group: workerd is killed with it, never orphaned.
    detached: true,
    execArgv: [],
    // What a killed one leaves behind goes with its state.
    env: {
      ...process.env,
      TMPDIR: state,
      X_LOCAL_OBSERVABILITY: "false",
      ...(authority !== undefined && { NODE_EXTRA_CA_CERTS: authority }),
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  child.once("exit", () => endGroup(child));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.send({ ...built, state, vars: { ...VARS, ...vars } } satisfies Start);
  const url = await Promise.race([
    once(child, "message").then(([message]) => (message as { url: string }).url),
    once(child, "exit").then(() => Promise.reject(new Error(`The Worker did not start:\n${said}`))),
  ]);
  const kill = () => killTree(child, url);
  return {
    url,
    rows: async <Row>(sql: string, ...bindings: unknown[]) => (await ask(child, { sql, bindings })) as Row[],
    sweep: async (at) => void (await ask(child, { scheduled: at })),
    log: () => said,
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

async function killTree(child: ChildProcess, url: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, "exit");
    endGroup(child);
    await exited;
  }
  // workerd holds the port as long as it holds the database.
  while (await isListening(url)) await wait(5);
}

/** workerd would outlive a head that died by itself. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left.
  }
}

let asked = 0;

async function ask(child: ChildProcess, question: Question): Promise<unknown> {
  const id = (asked += 1);
  return await new Promise((settle, fail) => {
    const listen = (answer: { id: number; result?: unknown; error?: string }) => {
      if (answer.id !== id) return;
      child.off("message", listen);
      if (answer.error === undefined) settle(answer.result);
      else fail(new Error(answer.error));
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
