import { join, resolve } from "node:path";
import { withDefaults } from "./arguments.ts";
import { STATE_VARIABLE } from "./local-state.ts";
import { type ProcessTree, startTree } from "./process-tree.ts";

/** The project's folder. */
export const ROOT = resolve(import.meta.dirname, "../..");
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");

/** Makes wrangler run without prompts and telemetry, and keep its files in the state folder. */
function wranglerEnvironment(state: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
    WRANGLER_REGISTRY_PATH: join(state, "registry"),
    WRANGLER_SEND_ERROR_REPORTS: "false",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_WRITE_LOGS: "false",
    // Local observability writes every request to a database, which slows down requests and grows without limit.
    X_LOCAL_OBSERVABILITY: "false",
  };
}

/** Applies the pending migrations to this many local databases. Shows the program's output only if it fails. */
export function startMigration(state: string, databases: number): { tree: ProcessTree; done: Promise<void> } {
  const tree = startTree(process.execPath, [join(import.meta.dirname, "apply-migrations.ts"), state, String(databases)], {
    cwd: ROOT,
    env: wranglerEnvironment(state),
  });
  let output = "";
  tree.child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  tree.child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const check = async (): Promise<void> => {
    const code = await tree.ended;
    if (code !== 0) throw new Error(`The local databases could not be migrated (exit code ${code}).\n${output}`);
  };
  return { tree, done: check() };
}

export interface ServeOptions {
  port: number;
  state: string;
  /** The configuration file. Null: wrangler.toml. */
  configuration: string | null;
  vars: Map<string, string>;
  rest: string[];
}

/**
 * Starts the Worker on 127.0.0.1 with these variables and those of `.dev.vars`. `rest` overrides our default options. It is not minified, so that the
 * frames of a stack have the names of functions.
 */
export function startWorker({ port, state, configuration, vars, rest }: ServeOptions): ProcessTree {
  const options = withDefaults(rest, {
    ...(configuration !== null && { config: configuration }),
    ip: "127.0.0.1",
    "inspector-port": "0",
    "log-level": "log",
    minify: "false",
    "show-interactive-dev-session": "false",
  });
  const added = [...vars].map(([name, value]) => `--var=${name}:${value}`);
  const args = [WRANGLER, "dev", `--port=${port}`, `--persist-to=${state}`, ...added, ...options];
  return startTree(process.execPath, args, { cwd: ROOT, env: { ...wranglerEnvironment(state), [STATE_VARIABLE]: state } });
}
