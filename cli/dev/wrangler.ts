import { join, resolve } from "node:path";
import { withDefaults } from "./arguments.ts";
import { STATE_VARIABLE } from "./local-state.ts";
import { type ProcessTree, startTree } from "./process-tree.ts";

/** The project's own folder. */
export const ROOT = resolve(import.meta.dirname, "../..");
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");

/** Wrangler asks nothing, phones nowhere, and keeps its files in the project's folder. */
function quietly(state: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
    WRANGLER_REGISTRY_PATH: join(state, "registry"),
    WRANGLER_SEND_ERROR_REPORTS: "false",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_WRITE_LOGS: "false",
    // It writes every request into a database of its own, which slows down everything and grows without end.
    X_LOCAL_OBSERVABILITY: "false",
  };
}

/** Applies the migrations that the local database lacks; shows what the program said only where it failed. */
export function migrate(state: string): { tree: ProcessTree; done: Promise<void> } {
  const tree = startTree(process.execPath, [join(import.meta.dirname, "apply-migrations.ts"), state], {
    cwd: ROOT,
    env: quietly(state),
    output: "kept",
  });
  let said = "";
  tree.child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  tree.child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const check = async (): Promise<void> => {
    const code = await tree.ended;
    if (code !== 0) throw new Error(`The database could not be migrated (exit code ${code}).\n${said}`);
  };
  return { tree, done: check() };
}

export interface ServeOptions {
  port: number;
  state: string;
  vars: Map<string, string>;
  rest: string[];
}

/** Starts the Worker on 127.0.0.1 with these variables beside those of `.dev.vars`; `rest` overrides any of our own options. */
export function serve({ port, state, vars, rest }: ServeOptions): ProcessTree {
  const options = withDefaults(rest, {
    ip: "127.0.0.1",
    "inspector-port": "0",
    "log-level": "error",
    "show-interactive-dev-session": "false",
  });
  const added = [...vars].map(([name, value]) => `--var=${name}:${value}`);
  const args = [WRANGLER, "dev", `--port=${port}`, `--persist-to=${state}`, ...added, ...options];
  return startTree(process.execPath, args, { cwd: ROOT, env: { ...quietly(state), [STATE_VARIABLE]: state }, output: "shown" });
}
