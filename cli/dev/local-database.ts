import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { writePrivateFile } from "../private-files.ts";
import type { ProcessTree } from "./process-tree.ts";
import { startMigration, ROOT } from "./wrangler.ts";

/**
 * Applies the pending migrations to the local databases, and returns how many of them the Worker is to use: as many as `asked`, or (null)
 * as there are. All that exist are migrated. A file next to them has their number and the applied migrations, so that Miniflare is started
 * only if something is new. `onStart` gets the started program, so that the caller can end it. Throws if a migration fails, and if one that
 * was applied has changed since or no longer exists.
 */
export async function applyMigrations(
  state: string,
  asked: number | null,
  onStart: (tree: ProcessTree) => void = () => {},
): Promise<number> {
  const list = join(state, "v3/d1/applied-migrations.txt");
  const applied = existsSync(list) ? readFileSync(list, "utf8") : "";
  const existing = Number(/^(\d+) databases\n/.exec(applied)?.[1] ?? 1);
  const databases = Math.max(asked ?? 1, existing);
  const migrations = migrationLines();
  assertKnown(applied, migrations, state);
  const expected = `${databases} databases\n${migrations.join("\n")}\n`;
  if (applied !== expected || !hasDatabases(state, databases)) {
    const { tree, done } = startMigration(state, databases);
    onStart(tree);
    await done;
    writePrivateFile(list, expected);
  }
  return asked ?? databases;
}

/** The name and the hash of each migration, in ascending order. */
function migrationLines(): string[] {
  const folder = join(ROOT, "migrations");
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names.toSorted().map(
    (name) =>
      `${name} ${createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex")}`,
  );
}

/** Throws unless all applied migrations are among those of the project. */
function assertKnown(applied: string, migrations: readonly string[], state: string): void {
  const lines = applied.split("\n").slice(1);
  if (lines.every((line) => line === "" || migrations.includes(line))) return;
  const folder = relative(process.cwd(), state) || state;
  throw new Error(
    `The local data in ${folder} has another database schema than this version. To start again without it, run: rm -rf ${folder}`,
  );
}

/** Miniflare chooses the folder's name. If it changes, this returns false, and each build starts Miniflare needlessly. */
function hasDatabases(state: string, databases: number): boolean {
  const folder = join(state, "v3/d1/miniflare-D1DatabaseObject");
  if (!existsSync(folder)) return false;
  return readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite").length >= databases;
}
