import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** The content of the site's files by path, such as `guide/errors.html`. */
export type Files = ReadonlyMap<string, string | Uint8Array>;

/**
 * Makes `folder` contain exactly these files. Unchanged files are not written, and others are replaced atomically, because a server may be
 * reading the folder and another build may be writing the same files.
 */
export function writeFiles(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) {
    const path = join(folder, name);
    if (isUpToDate(path, content)) continue;
    mkdirSync(dirname(path), { recursive: true });
    const temporary = `${folder}.${process.pid}`;
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.has(relative(folder, path))) rmSync(path, { force: true });
  }
}

function isUpToDate(path: string, content: string | Uint8Array): boolean {
  try {
    return readFileSync(path).equals(Buffer.from(content));
  } catch {
    return false;
  }
}
