import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import type { Builds } from "../setup/builds.ts";
import type { BuiltWorker } from "./worker-options.ts";
import { type RunningWorker, startWorker } from "./worker.ts";

/** The deployed Worker, built once for the whole run. */
export async function builtWorker(): Promise<BuiltWorker> {
  return (await builds()).worker;
}

/** The same Worker with a single database, as in a new deployment and in the guide. */
export async function builtWithOneDatabase(): Promise<BuiltWorker> {
  const built = await builtWorker();
  return { ...built, options: { ...built.options, d1Databases: { DB: { id: "DB" } } } };
}

/** The same Worker behind test/kit/crash-entry.ts, with which a test can pause it and set its clock. */
export async function builtCrashEntry(): Promise<BuiltWorker> {
  return (await builds()).crashEntry;
}

/** The source of the build: a copy of the project with a developer's `.dev.vars`. */
export async function builtProject(): Promise<string> {
  return (await builds()).project;
}

async function builds(): Promise<Builds> {
  const response = await fetch(inject("buildsUrl"));
  if (!response.ok) throw new Error(`The Worker could not be built:\n${await response.text()}`);
  return (await response.json()) as Builds;
}

let shared: Promise<RunningWorker> | null = null;

/**
 * A Worker that all test files of this process share, for tests that use only an organization of their own. It ends with the process.
 */
export async function sharedWorker(): Promise<RunningWorker> {
  shared ??= builtWorker().then(async (built) => await startWorker(built, mkdtempSync(join(inject("runFolder"), "shared-"))));
  return await shared;
}
