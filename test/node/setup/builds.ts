/**
 * The shared parts of a test run: one build of the Worker, and the files of one migrated database. Both are created when the first test
 * file needs them, in this process, so that they are created only once. At the end of the run, it lists the tests that were skipped
 * because of a missing program.
 */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { idRangeStatements } from "../../../src/platform/db/id-range.ts";
import type { BuiltWorker } from "../server/worker-options.ts";
import { DATABASES } from "../server/databases.ts";
import { startWorker, temporaryFolder } from "../server/worker.ts";
import { copyProject } from "../server/project-copy.ts";
import { bundleCrashEntry } from "./crash-bundle.ts";
import { missingLines } from "./programs.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address at which `builtWorker` gets the build (test/node/server/built-worker.ts). */
    buildsUrl: string;
    /** A folder that all files of the run share and that is deleted after the run. */
    runFolder: string;
  }
}

/** The results of the build. */
export interface Builds {
  /** The copy of the project from which it was built. */
  project: string;
  /** The deployed Worker. */
  worker: BuiltWorker;
  /** The same bundle behind test/kit/crash-entry.ts. */
  crashEntry: BuiltWorker;
}

/** A developer's own settings next to the source, none of which may be in the bundle. */
const LOCAL_SETTINGS = {
  MASTER_SECRET: "a-local-master-secret-0123456789-abcdef",
  OPERATOR_TOKEN: "a-local-operator-token-0123456789-abcdef",
  MAINTENANCE: "true",
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = temporaryFolder();
  let builds: Promise<Builds> | null = null;
  const server = createServer((_request, response) => {
    builds ??= makeBuilds(folder.path);
    builds.then(
      (finished) => response.end(JSON.stringify(finished)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  project.provide("buildsUrl", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  project.provide("runFolder", folder.path);
  return async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await builds?.catch(() => undefined);
    for (const line of missingLines(folder.path)) process.stdout.write(`${line}\n`);
    folder[Symbol.dispose]();
  };
}

async function makeBuilds(folder: string): Promise<Builds> {
  // Wrangler takes a second to load, and most single files do not need it.
  const { bundle, readMigrations, readOptions } = await import("../server/build.ts");
  const project = copyProject(join(folder, "project"));
  const settings = Object.entries(LOCAL_SETTINGS).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(project, ".dev.vars"), settings.join(""));
  const d1Databases = Object.fromEntries(DATABASES.map((name) => [name, { id: name }]));
  const options = { ...readOptions(project), r2Buckets: { FILES: { id: "files" } }, d1Databases };
  const [entry, snapshot] = await Promise.all([
    bundle(project, join(folder, "built")),
    migrate(join(folder, "migrated"), options, readMigrations()),
  ]);
  const crashEntry = await bundleCrashEntry(join(folder, "built"));
  const database = { snapshot };
  return { project, worker: { modules: [entry], options, database }, crashEntry: { modules: [crashEntry, entry], options, database } };
}

/**
 * A state folder whose databases have all their tables. A separate Worker creates them, because sending each statement from outside takes
 * a second.
 */
async function migrate(folder: string, { d1Databases }: Record<string, unknown>, migrations: string[]): Promise<string> {
  const [state, snapshot] = [join(folder, "state"), join(folder, "snapshot")];
  mkdirSync(state, { recursive: true });
  const script = join(folder, "migrate.js");
  writeFileSync(
    script,
    `const statements = ${JSON.stringify(DATABASES.map((_, database) => [...migrations, ...(database === 0 ? [] : idRangeStatements(database))]))};
    export default {
      async fetch(request, env) {
        const databases = ${JSON.stringify(DATABASES)}.map((name) => env[name]);
        await Promise.all(databases.map((d1, nth) => d1.batch(statements[nth].map((statement) => d1.prepare(statement)))));
        return new Response("migrated");
      },
    };`,
  );
  await using worker = await startWorker({ modules: [script], options: { d1Databases }, database: { migrations: [] } }, state);
  const response = await fetch(worker.url);
  const text = await response.text();
  if (text !== "migrated") throw new Error(`The database could not be migrated:\n${text}`);
  await worker.kill();
  // The index of SQLite's log was memory that workerd shared, and is created again.
  cpSync(state, snapshot, { recursive: true, filter: (name) => !name.endsWith("-shm") });
  return snapshot;
}
