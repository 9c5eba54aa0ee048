import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "order-import-"));
}

/** Copies the slice of the data set into a folder, because an import writes its reports next to the file. Returns the path. */
export function copySlice(folder: string): string {
  const copy = join(folder, "slice.csv");
  copyFileSync(resolve("test/fixtures/online-retail-slice.csv"), copy);
  return copy;
}

export interface ImportRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs the importer (that of the measurements for the format of their data set) in `cwd`, as a person would, without settings from this
 * environment.
 */
export function runImporter(cwd: string, args: string[], env: Record<string, string> = {}): Promise<ImportRun> {
  return new Promise((done, fail) => {
    const { ORDER_OPERATIONS_URL: _url, ORDER_OPERATIONS_TOKEN: _token, ...inherited } = process.env;
    const script = args.includes("online-retail") ? "bench/import-online-retail.ts" : "cli/import.ts";
    const child = spawn(process.execPath, [resolve(script), ...args], {
      cwd,
      env: { ...inherited, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.on("error", fail);
    child.on("close", (code) => done({ code, stdout, stderr }));
  });
}
