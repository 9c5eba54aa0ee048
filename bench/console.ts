/**
 * How soon the console's order list is painted, and how much travels for it, as the organization grows: the real Worker with
 * the UCI data set's orders, four times over, in Chromium.
 *
 *     npm run bench -- console online-retail.csv.gz      (or the folder that it is in)
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { BulkClient } from "../cli/import/bulk-client.ts";
import { startBrowser } from "../test/browser/chromium.ts";
import { openShop } from "../test/node/server/shop.ts";
import { build } from "../test/node/server/build.ts";
import { OPERATOR_TOKEN, startWorker, temporaryFolder } from "../test/node/server/worker.ts";
import { findProgram } from "../test/node/setup/programs.ts";
import { quantile } from "./pressure.ts";
import { retailBatches } from "./retail-batches.ts";

const STEPS = [1000, 10_000, 100_000];
const ROUNDS = 40;
const PERSON = { email: "bench@example.com", password: "a sentence is a good password", role: "member" };

/** One load: the first contentful paint in ms, and document, stylesheet and script in bytes, as they travel from here and unpacked. */
interface Loaded {
  ms: number;
  bytes: number;
  plainBytes: number;
}

/** An organization with so many orders, and the loads of its list. */
interface Measured {
  orders: number;
  cold: Loaded[];
  warm: Loaded[];
}

const msOf = (loads: readonly Loaded[]) => loads.map(({ ms }) => ms);

/** The median of the rounds' ratios, with their middle half: the noise. */
function ratio(loads: readonly Loaded[], base: readonly Loaded[] = []): string {
  const ratios = msOf(loads).map((ms, round) => ms / (base[round]?.ms ?? Number.NaN));
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(2));
  return `${middle} (${low} to ${high})`;
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

/** A tab that loads pages from an empty cache or from a warm one. `bytes` counts what has traveled, and `plainBytes` what that is unpacked. */
async function tabOf(context: BrowserContext, cold: boolean) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: cold });
  const sizes = { bytes: 0, plainBytes: 0 };
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (sizes.bytes += encodedDataLength));
  session.on("Network.dataReceived", ({ dataLength }) => (sizes.plainBytes += dataLength));
  return {
    /** Loads a page. */
    load: async (url: string) => {
      Object.assign(sizes, { bytes: 0, plainBytes: 0 });
      await page.goto(url, { waitUntil: "load" });
      return { ms: await paintOf(page), ...sizes };
    },
  };
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console`);
  await page.getByLabel("Email address").fill(PERSON.email);
  await page.getByLabel("Password").fill(PERSON.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign in" }).waitFor({ state: "detached" });
}

/** Makes the person a member. Only the first time, a password is set. */
async function addPerson(url: string, organization: number, isNew: boolean): Promise<void> {
  const { email, role, password } = PERSON;
  const response = await fetch(`${url}/operator/organizations/${organization}/members`, {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email, role, ...(isNew && { password }) }),
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
  if (given === undefined) throw new Error("Name the file, or its folder: npm run bench -- console online-retail.csv.gz");
  return statSync(given).isDirectory() ? join(given, "online-retail.csv.gz") : given;
}

/** Fills an organization with at least so many orders. Returns how many. */
async function fill(url: string, token: string, batches: readonly (readonly string[])[], count: number): Promise<number> {
  const client = new BulkClient({ url, token, onConflict: "error", dryRun: false });
  let orders = 0;
  for (const batch of repeated(batches)) {
    if (orders >= count) break;
    const failed = (await client.post(batch)).find(({ outcome }) => outcome === "failed");
    if (failed !== undefined) throw new Error(`An order was not ingested: ${failed.message}`);
    orders += batch.length;
  }
  return orders;
}

async function measure(file: string): Promise<Measured[]> {
  const chromium = findProgram("chromium");
  if (chromium === null) throw new Error("There is no Chromium here: install it, or name one in CHROMIUM.");
  using folder = temporaryFolder();
  await using worker = await startWorker(await build(join(folder.path, "built")), join(folder.path, "state"));
  const batches = await retailBatches(file);
  const sizes: { orders: number; page: string; cold: Loaded[]; warm: Loaded[] }[] = [];
  for (const step of STEPS) {
    const shop = await openShop(worker.url);
    await addPerson(worker.url, shop.id, sizes.length === 0);
    const orders = await fill(worker.url, shop.token, batches, step);
    sizes.push({ orders, page: `${worker.url}/console/${shop.id}/orders`, cold: [], warm: [] });
  }
  await using browser = await startBrowser(chromium);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(await context.newPage(), worker.url);
  const [cold, warm] = [await tabOf(context, true), await tabOf(context, false)];
  // In turns, so that all sizes meet the same machine. The first round warms what is warm: the isolate, the cache.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const size of sizes) {
      const loaded = [await cold.load(size.page), await warm.load(size.page)] as const;
      if (round === 0) continue;
      size.cold.push(loaded[0]);
      size.warm.push(loaded[1]);
    }
  }
  return sizes;
}

// In memory where there is such a folder: a disk's syncs would be measured instead of the Worker.
if (existsSync("/dev/shm")) process.env["TMPDIR"] ??= "/dev/shm";
const measured = await measure(fileIn(process.argv[2]));
const [smallest] = measured;
const kib = (bytes: number) => (bytes / 1024).toFixed(1).padStart(9);
console.log("orders   cold ms   warm ms   sent KiB  plain KiB   to the smallest: cold, warm");
for (const { orders, cold, warm } of measured) {
  const columns = [cold, warm].map((loads) => quantile(msOf(loads), 0.5).toFixed(0).padStart(9));
  const sizes = [cold.map(({ bytes }) => bytes), cold.map(({ plainBytes }) => plainBytes)].map((each) => kib(quantile(each, 0.5)));
  console.log(
    `${String(orders).padStart(6)} ${columns.join(" ")}  ${sizes.join("  ")}   ${ratio(cold, smallest?.cold)}, ${ratio(warm, smallest?.warm)}`,
  );
}
