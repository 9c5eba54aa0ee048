import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessTree } from "./process-tree.ts";
import { migrate, ROOT } from "./wrangler.ts";

/**
 * Applies the migrations that the local database lacks. A file beside the database lists those that were applied, so that Miniflare
 * is started only if they differ. `onStart` is given the started program, to end it. Throws if it fails.
 */
export async function applyMigrations(state: string, onStart: (tree: ProcessTree) => void = () => {}): Promise<void> {
  const names = readdirSync(join(ROOT, "migrations")).filter((name) => name.endsWith(".sql"));
  const expected = `${names.toSorted().join("\n")}\n`;
  const list = join(state, "v3/d1/applied-migrations.txt");
  if (hasDatabase(state) && existsSync(list) && readFileSync(list, "utf8") === expected) return;
  const { tree, done } = migrate(state);
  onStart(tree);
  await done;
  writeFileSync(list, expected);
}

/** The folder's name is Miniflare's. If it changes, each build starts Miniflare, which then finds nothing to apply. */
function hasDatabase(state: string): boolean {
  const folder = join(state, "v3/d1/miniflare-D1DatabaseObject");
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
}
