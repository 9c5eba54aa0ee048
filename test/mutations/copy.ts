import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface RepositoryCopy {
  root: string;
  remove: () => void;
}

/** The files that git tracks in `root`, and new files that it does not ignore, as they are in the working tree. */
export function repositoryFiles(root: string): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  return [...new Set(listed.split("\0"))].filter((name) => name !== "" && existsSync(join(root, name)));
}

/** Copies the repository at `root` into a temporary folder. Installed packages are linked, not copied. */
export function copyRepository(root: string): RepositoryCopy {
  const copy = mkdtempSync(join(tmpdir(), "order-operations-mutations-"));
  const remove = () => rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
  try {
    // A test reads the history, so the copy needs one.
    execFileSync("git", ["clone", "--quiet", "--no-checkout", root, copy], { stdio: ["ignore", "ignore", "inherit"] });
    execFileSync("git", ["reset", "--quiet"], { cwd: copy });
    for (const name of repositoryFiles(root)) {
      mkdirSync(dirname(join(copy, name)), { recursive: true });
      cpSync(join(root, name), join(copy, name), { verbatimSymlinks: true });
    }
    linkPackages(join(root, "node_modules"), join(copy, "node_modules"));
    return { root: copy, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Links each installed package separately. The folder as a whole can't be linked, because a workspace package is a relative link in it,
 * which must lead to the copy's own source, and tools write their caches next to the packages.
 */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name.startsWith("@")) linkPackages(source, target);
    else if (entry.name === ".bin" || !entry.name.startsWith(".")) symlinkSync(source, target);
  }
}
