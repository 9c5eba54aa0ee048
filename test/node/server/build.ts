import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";
import { MIGRATIONS_TABLE } from "../../kit/schema-snapshot.ts";
import type { BuiltWorker } from "./worker-options.ts";

/**
 * Where wrangler looks for local settings. With this it finds neither the developer's `.dev.vars` nor their `.env`; its types lack the
 * option.
 */
const NO_LOCAL_SETTINGS: object = { envFiles: ["no-such-file"] };

/** A build whose database starts without tables. */
export interface FreshBuild extends BuiltWorker {
  database: { migrations: string[] };
}

/** Builds the Worker for a script outside of a test. Tests use `builtWorker`. */
export async function build(folder: string, entry?: string): Promise<FreshBuild> {
  return { modules: [await bundle(".", folder, entry)], options: readOptions("."), database: { migrations: readMigrations() } };
}

/** Bundles the Worker of a project into `folder` as a deployment does. Returns the file. */
export async function bundle(project: string, folder: string, entry = "src/entrypoints/worker.ts"): Promise<string> {
  const args = [resolve("node_modules/wrangler/bin/wrangler.js"), "deploy", entry, "--dry-run", `--outdir=${folder}`];
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_WRITE_LOGS: "false", WRANGLER_HIDE_BANNER: "true" };
  await promisify(execFile)(process.execPath, args, { cwd: project, env });
  return join(folder, basename(entry).replace(/\.ts$/, ".js"));
}

/** The Worker's settings in the project's wrangler.toml without its variables, as Miniflare's options. */
export function readOptions(project: string): Record<string, unknown> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(resolve(project, "wrangler.toml"), undefined, NO_LOCAL_SETTINGS);
  const { modulesRules: _rules, bindings: _bindings, ...options } = workerOptions;
  return options;
}

/** The statements of all migrations in their order, and those that record them as wrangler does. */
export function readMigrations(): string[] {
  const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  const statements = files.toSorted().flatMap((name) => unstable_splitSqlQuery(readFileSync(join("migrations", name), "utf8")));
  return [...statements, MIGRATIONS_TABLE, ...files.toSorted().map((name) => `INSERT INTO d1_migrations (name) VALUES ('${name}')`)];
}
