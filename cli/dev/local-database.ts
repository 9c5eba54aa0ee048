import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessTree } from "./process-tree.ts";
import { startMigration, ROOT } from "./wrangler.ts";

/**
 * Applies the pending migrations to the local database. A file next to the database lists the applied ones, so that Miniflare is started
 * only if there are new ones. `onStart` gets the started program, so that the caller can end it. Throws if a migration fails.
 */
export async function applyMigrations(state: string, onStart: (tree: ProcessTree) => void = () => {}): Promise<void> {
  const names = readdirSync(join(ROOT, "migrations")).filter((name) => name.endsWith(".sql"));
  const expected = `${names.toSorted().join("\n")}\n`;
  const list = join(state, "v3/d1/applied-migrations.txt");
  if (hasDatabase(state) && existsSync(list) && readFileSync(list, "utf8") === expected) return;
  const { tree, done } = startMigration(state);
  onStart(tree);
  await done;
  writeFileSync(list, expected);
}

/** Miniflare chooses the folder's name. If it changes, this returns false, and each build starts Miniflare needlessly. */
function hasDatabase(state: string): boolean {
  const folder = join(state, "v3/d1/miniflare-D1DatabaseObject");
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
}
