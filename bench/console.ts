/**
 * How soon the console's order list is painted, and how much travels for it, as the organization grows: the real Worker with
 * the UCI data set's orders, four times over, in Chromium.
 *
 *     npm run bench:console -- online-retail.csv.gz      (or the folder that it is in)
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { BulkClient } from "../cli/import/bulk-client.ts";
import { startBrowser } from "../test/browser/chromium.ts";
import { openShop } from "../test/node/server/shop.ts";
import { build } from "../test/node/server/build.ts";
import { OPERATOR_TOKEN, startWorker, temporaryFolder } from "../test/node/server/worker.ts";
import { findProgram } from "../test/node/setup/programs.ts";
import { retailBatches } from "./retail-batches.ts";

const STEPS = [1000, 10_000, 100_000];
const LOADS = 15;
const PERSON = { email: "bench@example.com", password: "a sentence is a good password", role: "member" };

interface Measured {
  orders: number;
  /** Medians of the first contentful paint, ms. */
  coldMs: number;
  warmMs: number;
  /** Document, stylesheet and script: as they travel from here, and unpacked. */
  bytes: number;
  plainBytes: number;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Ms from the navigation to the first contentful paint of the page that is shown. */
async function paintOf(page: Page): Promise<number> {
  return await page.evaluate(
    async () =>
      await new Promise<number>((settle) => {
        const seen = (list: PerformanceObserverEntryList | PerformanceObserver) => {
          const entries = "getEntries" in list ? list.getEntries() : [];
          const paint = entries.find(({ name }) => name === "first-contentful-paint");
          if (paint !== undefined) settle(paint.startTime);
        };
        new PerformanceObserver(seen).observe({ type: "paint", buffered: true });
      }),
  );
}

/** Loads a page again and again, from an empty cache or from a warm one. */
async function loads(page: Page, url: string, cold: boolean) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: cold });
  let [bytes, plainBytes] = [0, 0];
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  session.on("Network.dataReceived", ({ dataLength }) => (plainBytes += dataLength));
  // The first one warms what is warm: the isolate, the cache.
  await page.goto(url, { waitUntil: "networkidle" });
  [bytes, plainBytes] = [0, 0];
  const paints: number[] = [];
  for (let nth = 0; nth < LOADS; nth += 1) {
    await page.goto(url, { waitUntil: "load" });
    paints.push(await paintOf(page));
  }
  await session.detach();
  return { ms: median(paints), bytes: bytes / LOADS, plainBytes: plainBytes / LOADS };
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console`);
  await page.getByLabel("Email address").fill(PERSON.email);
  await page.getByLabel("Password").fill(PERSON.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/home");
}

async function addPerson(url: string, organization: number): Promise<void> {
  const response = await fetch(`${url}/operator/organizations/${organization}/members`, {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify(PERSON),
  });
  if (!response.ok) throw new Error(`A member could not be made: ${response.status} ${await response.text()}`);
}

/** The batches again and again, each time with other external ids. */
function* repeated(batches: readonly (readonly string[])[]): Generator<string[], never> {
  for (let copy = 1; ; copy += 1) {
    for (const batch of batches) yield batch.map((json) => json.replace(/"external_id":"([^"]*)"/, `"external_id":"$1/${copy}"`));
  }
}

function fileIn(given: string | undefined): string {
  if (given === undefined) throw new Error("Name the file, or its folder: npm run bench:console -- online-retail.csv.gz");
  return statSync(given).isDirectory() ? join(given, "online-retail.csv.gz") : given;
}

async function measure(file: string): Promise<Measured[]> {
  const chromium = findProgram("chromium");
  if (chromium === null) throw new Error("There is no Chromium here: install it, or name one in CHROMIUM.");
  using folder = temporaryFolder();
  await using worker = await startWorker(await build(join(folder.path, "built")), join(folder.path, "state"));
  const shop = await openShop(worker.url);
  await addPerson(worker.url, shop.id);
  await using browser = await startBrowser(chromium);
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signIn(page, worker.url);
  const client = new BulkClient({ url: worker.url, token: shop.token, onConflict: "error", dryRun: false });
  const left = repeated(await retailBatches(file));
  const measured: Measured[] = [];
  let orders = 0;
  for (const step of STEPS) {
    while (orders < step) {
      const { value: batch } = left.next();
      const failed = (await client.post(batch)).find(({ outcome }) => outcome === "failed");
      if (failed !== undefined) throw new Error(`An order was not ingested: ${failed.message}`);
      orders += batch.length;
    }
    const url = `${worker.url}/console/${shop.id}/orders`;
    const [cold, warm] = [await loads(page, url, true), await loads(page, url, false)];
    measured.push({ orders, coldMs: cold.ms, warmMs: warm.ms, bytes: cold.bytes, plainBytes: cold.plainBytes });
  }
  return measured;
}

// In memory where there is such a folder: a disk's syncs would be measured instead of the Worker.
if (existsSync("/dev/shm")) process.env["TMPDIR"] ??= "/dev/shm";
const measured = await measure(fileIn(process.argv[2]));
const [first, last] = [measured[0], measured.at(-1)];
const kib = (bytes: number) => (bytes / 1024).toFixed(1).padStart(9);
console.log("orders   cold ms   warm ms   sent KiB  plain KiB");
for (const { orders, coldMs, warmMs, bytes, plainBytes } of measured) {
  console.log(
    `${String(orders).padStart(6)} ${coldMs.toFixed(0).padStart(9)} ${warmMs.toFixed(0).padStart(9)}  ${kib(bytes)}  ${kib(plainBytes)}`,
  );
}
if (first !== undefined && last !== undefined) {
  const ratio = (of: (row: Measured) => number) => (of(last) / of(first)).toFixed(2).padStart(9);
  console.log(
    ` ratio ${ratio((row) => row.coldMs)} ${ratio((row) => row.warmMs)}  ${ratio((row) => row.bytes)}  ${ratio((row) => row.plainBytes)}`,
  );
}
