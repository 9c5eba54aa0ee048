import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Files of a site by path, `guide/errors.html`: texts and bytes. */
export type Files = ReadonlyMap<string, string | Uint8Array>;

/**
 * Makes `folder` hold these files and no others. A file that is there already is left alone, and a new one takes its place at once: a
 * server may be reading the folder, and another build may be writing the same files.
 */
export function writeFiles(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) {
    const path = join(folder, name);
    if (isThere(path, content)) continue;
    mkdirSync(dirname(path), { recursive: true });
    const fresh = `${folder}.${process.pid}`;
    writeFileSync(fresh, content);
    renameSync(fresh, path);
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.has(relative(folder, path))) rmSync(path, { force: true });
  }
}

function isThere(path: string, content: string | Uint8Array): boolean {
  try {
    return readFileSync(path).equals(Buffer.from(content));
  } catch {
    return false;
  }
}
