import { cpSync, symlinkSync } from "node:fs";
import { basename, join, resolve } from "node:path";

/** The files that the command-line tools read, and those from which the Worker is built. */
const PARTS = ["cli", "docs", "migrations", "openapi", "packages", "src", "package.json", "tsconfig.json", "wrangler.toml"];

/**
 * Copies the project into `folder` with the installed packages, so that a command-line tool neither reads the developer's settings
 * (`.dev.vars`, `.env`) nor changes their state.
 */
export function copyProject(folder: string): string {
  for (const part of PARTS) {
    cpSync(part, join(folder, part), { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}
