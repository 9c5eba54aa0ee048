import { cpSync, symlinkSync } from "node:fs";
import { basename, join, resolve } from "node:path";

/** What the command-line tools read of the project, and what the Worker is built from. */
const PARTS = ["cli", "docs", "migrations", "openapi", "packages", "src", "package.json", "tsconfig.json", "wrangler.toml"];

/**
 * Copies the project into `folder`, with the installed packages: what a command-line tool reads and writes there is
 * neither the developer's settings (`.dev.vars`, `.env`) nor their state.
 */
export function copyProject(folder: string): string {
  for (const part of PARTS) {
    cpSync(part, join(folder, part), { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}
