/**
 * Runs the whole service on this machine: `npm run dev -- [--port 8787] [options of wrangler dev]`.
 * Secrets, database and a demo organization are made where they are missing and kept otherwise.
 */
import { mkdirSync } from "node:fs";
import { constants } from "node:os";
import { join, resolve } from "node:path";
import { readDevArguments } from "./dev/arguments.ts";
import { ensureDevVars, isEnvironmentMissing, unlistedVars } from "./dev/dev-vars.ts";
import { everyMinute } from "./dev/every-minute.ts";
import { greeting } from "./dev/greeting.ts";
import { becomesHealthy, isPortFree } from "./dev/listening.ts";
import type { ProcessTree } from "./dev/process-tree.ts";
import { applyMigrations } from "./dev/local-database.ts";
import { ensureDemo } from "./dev/seed.ts";
import { ROOT, serve } from "./dev/wrangler.ts";

const stopping = new AbortController();
/** What runs now, for the signal handlers. */
let tree: ProcessTree | null = null;
/** The exit code that a signal asks for. */
let askedToEnd: number | null = null;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    askedToEnd ??= 128 + constants.signals[signal];
    stopping.abort();
    void tree?.stop();
  });
}

/** What wrangler does not take from `.dev.vars` by itself, for the Worker. */
function addedVars(): Map<string, string> {
  const vars = unlistedVars(ROOT);
  if (isEnvironmentMissing(ROOT)) vars.set("ENVIRONMENT", "development");
  return vars;
}

async function main(): Promise<number> {
  const { port, state, rest } = readDevArguments(process.argv.slice(2));
  const folder = resolve(state);
  const url = `http://127.0.0.1:${port}`;
  if (!(await isPortFree(port))) {
    throw new Error(
      `Port ${port} is in use. Stop the other program, or choose another port: npm run dev -- --port ${port === 65_535 ? 8787 : port + 1}`,
    );
  }
  const { OPERATOR_TOKEN } = ensureDevVars(join(ROOT, ".dev.vars"));
  mkdirSync(folder, { recursive: true });

  stopping.signal.throwIfAborted();
  // The build step would do it too, but would hide what wrangler says of a failure.
  await applyMigrations(folder, (started) => (tree = started));
  // A signal that came between the two programs found nothing to end.
  stopping.signal.throwIfAborted();

  const served = serve({ port, state: folder, vars: addedVars(), rest });
  tree = served;
  void served.ended.finally(() => stopping.abort());
  try {
    if (await becomesHealthy(url, stopping.signal)) {
      const demo = await ensureDemo(url, OPERATOR_TOKEN, folder);
      everyMinute(url, stopping.signal);
      process.stdout.write(greeting(demo, state));
    } else if (!stopping.signal.aborted) {
      throw new Error(`${url}/health did not return 200 within a minute.`);
    }
  } catch (error) {
    await served.stop();
    throw error;
  }
  return served.ended;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (askedToEnd === null) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
if (askedToEnd !== null) process.exitCode = askedToEnd;
