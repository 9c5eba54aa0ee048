/** Builds the Worker as `wrangler deploy` would and checks its gzipped size. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Less than a quarter of what the platform's free plan accepts (3 MiB). A larger Worker also starts more slowly. */
const MAX_KIB = 694;

const folder = mkdtempSync(join(tmpdir(), "bundle-"));
try {
  execFileSync("wrangler", ["deploy", "--dry-run", "--outdir", folder], { stdio: "pipe" });
  const kib = gzipSync(readFileSync(join(folder, "worker.js"))).length / 1024;
  console.log(`The Worker is ${kib.toFixed(1)} KiB gzipped; at most ${MAX_KIB}.`);
  if (kib > MAX_KIB) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
