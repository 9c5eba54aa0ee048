/**
 * What the importer reaches beside its own batches, made beforehand and posted by themselves: each into an empty database of
 * the real Worker, one after the other on this machine.
 *
 *     npm run bench -- import online-retail.csv.gz
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BulkClient } from "../cli/import/bulk-client.ts";
import { openShop } from "../test/node/server/shop.ts";
import { build } from "../test/node/server/build.ts";
import { startWorker, temporaryFolder } from "../test/node/server/worker.ts";
import { retailBatches } from "./retail-batches.ts";

const STORE = "Gift shop";
/** As many as the importer has under way. */
const UNDER_WAY = 4;

/** Runs against an empty database; how many orders there are afterwards, and how many a second that makes. */
async function measured(act: (url: string, token: string) => Promise<void>): Promise<{ orders: number; perSecond: number }> {
  using folder = temporaryFolder();
  await using worker = await startWorker(built, join(folder.path, "state"));
  const { token } = await openShop(worker.url);
  const begun = performance.now();
  await act(worker.url, token);
  const seconds = (performance.now() - begun) / 1000;
  const [{ orders } = { orders: 0 }] = await worker.rows<{ orders: number }>("select count(*) as orders from orders");
  return { orders, perSecond: orders / seconds };
}

async function post(batches: readonly string[][], url: string, token: string): Promise<void> {
  const client = new BulkClient({ url, token, onConflict: "error", dryRun: false });
  const left = batches.values();
  const worker = async () => {
    for (const batch of left) await client.post(batch);
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, worker));
}

async function importFile(file: string, url: string, token: string): Promise<void> {
  using folder = temporaryFolder();
  const reports = ["--failed-file", join(folder.path, "failed.csv"), "--review-file", join(folder.path, "review.csv")];
  const importer = ["--max-semi-space-size=2", "bench/import-online-retail.ts"];
  const args = [...importer, file, "--format", "online-retail", "--store", STORE, "--url", url, "--token", token, ...reports];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "ignore"] });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
}

// In memory where there is such a folder: a disk's syncs would be measured instead of the Worker.
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Name the file: npm run bench -- import online-retail.csv.gz");
using buildFolder = temporaryFolder();
const built = await build(buildFolder.path);
const batches = await retailBatches(file);
const alone = await measured((url, token) => post(batches, url, token));
const imported = await measured((url, token) => importFile(file, url, token));
console.log(`batches alone: ${alone.orders} orders, ${alone.perSecond.toFixed(0)} a second
import:        ${imported.orders} orders, ${imported.perSecond.toFixed(0)} a second
ratio:         ${(imported.perSecond / alone.perSecond).toFixed(2)}`);
