/**
 * Runs the whole service on this machine: `npm run dev -- [options]` (cli/dev/arguments.ts). Creates secrets, the databases and a demo
 * organization with data if they are missing.
 */
import { constants } from "node:os";
import { join, resolve } from "node:path";
import { configurationFor } from "./databases/configuration.ts";
import { DEV_HELP, hasOption, readDevArguments } from "./dev/arguments.ts";
import { ensureDevVars, isEnvironmentMissing, unlistedVars } from "./dev/dev-vars.ts";
import { runScheduledEveryMinute } from "./dev/every-minute.ts";
import { greeting } from "./dev/greeting.ts";
import { waitUntilLive, isPortFree } from "./dev/listening.ts";
import type { ProcessTree } from "./dev/process-tree.ts";
import { applyMigrations } from "./dev/local-database.ts";
import { ensureDemo } from "./dev/seed.ts";
import { ROOT, startWorker } from "./dev/wrangler.ts";
import { makePrivateFolder } from "./private-files.ts";
import { WranglerOutput } from "./dev/wrangler-output.ts";

const stopping = new AbortController();
/** The running program, for the signal handlers. */
let tree: ProcessTree | null = null;
/** The exit code for the signal that was received, or null. */
let signalExitCode: number | null = null;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    signalExitCode ??= 128 + constants.signals[signal];
    stopping.abort();
    void tree?.stop();
  });
}

/** The variables of `.dev.vars` that wrangler does not pass to the Worker, and the default ENVIRONMENT. */
function varsForWorker(): Map<string, string> {
  const vars = unlistedVars(ROOT);
  if (isEnvironmentMissing(ROOT)) vars.set("ENVIRONMENT", "development");
  return vars;
}

/** Says what takes a moment. */
const report = (progress: string): void => void process.stdout.write(`${progress}\n`);

async function main(): Promise<number> {
  if (process.argv.includes("--help")) {
    process.stdout.write(DEV_HELP);
    return 0;
  }
  const { port, state, databases, isEmpty, isQuiet, rest } = readDevArguments(process.argv.slice(2));
  const folder = resolve(state);
  const url = `http://127.0.0.1:${port}`;
  if (!(await isPortFree(port))) {
    throw new Error(
      `Port ${port} is in use. Stop the other program, or choose another port: npm run dev -- --port ${port === 65_535 ? 8787 : port + 1}`,
    );
  }
  const { OPERATOR_TOKEN } = ensureDevVars(join(ROOT, ".dev.vars"));
  makePrivateFolder(folder);

  stopping.signal.throwIfAborted();
  report("Preparing the local database …");
  // The build step also migrates, but wrangler hides its error output.
  const count = await applyMigrations(folder, databases, (started) => (tree = started));
  // A signal may have arrived while no program was running.
  stopping.signal.throwIfAborted();

  report("Starting the server …");
  const configuration = configurationFor(ROOT, count, { name: null, plan: "paid", files: { jurisdiction: null } });
  const worker = startWorker({ port, state: folder, configuration, vars: varsForWorker(), rest });
  tree = worker;
  const output = new WranglerOutput({ root: ROOT, isQuiet, showsWrangler: hasOption(rest, "log-level") });
  output.attach(worker.child, process.stdout, process.stderr);
  void worker.ended.finally(() => stopping.abort());
  try {
    if (await waitUntilLive(url, stopping.signal)) {
      const demo = await ensureDemo(url, OPERATOR_TOKEN, folder, { withoutData: isEmpty, report });
      runScheduledEveryMinute(url, stopping.signal);
      process.stdout.write(greeting(demo, state));
    } else if (!stopping.signal.aborted) {
      throw new Error(`${url}/health/live did not return 200 within a minute.`);
    }
  } catch (error) {
    await worker.stop();
    throw error;
  }
  return worker.ended;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (signalExitCode === null) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
if (signalExitCode !== null) process.exitCode = signalExitCode;
