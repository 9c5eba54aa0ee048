import { afterAll, beforeAll, describe } from "vitest";
import { build, startWorker, temporaryFolder } from "../node/server/worker.ts";
import { installedBrowser, startBrowser } from "./chromium.ts";
import type { World } from "./console/kit.ts";
import { signInSuite } from "./console/sign-in.ts";
import { storesSuite } from "./console/stores.ts";

const chromium = installedBrowser();
const folder = temporaryFolder();
let world: World | null = null;

beforeAll(async () => {
  if (chromium === null) return;
  const worker = await startWorker(await build(`${folder.path}/built`), `${folder.path}/state`);
  world = { worker, browser: await startBrowser(chromium) };
});
afterAll(async () => {
  await world?.browser.close();
  await world?.worker.kill();
  folder[Symbol.dispose]();
});

function there(): World {
  if (world === null) throw new Error("There is no browser.");
  return world;
}

// One Worker and one browser for all: to build and start them takes longer than most of what they are used for.
describe.skipIf(chromium === null)("the console in a browser", () => {
  signInSuite(there);
  storesSuite(there);
});
