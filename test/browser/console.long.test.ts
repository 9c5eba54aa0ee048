import { afterAll, beforeAll, describe } from "vitest";
import { program } from "../node/program.ts";
import { CrashingWorker } from "../node/crash/crashing-worker.ts";
import { builtCrashEntry } from "../node/server/built-worker.ts";
import { startBrowser } from "./chromium.ts";
import type { ConsoleSetup } from "./console/kit.ts";
import { ordersSuite } from "./console/orders.ts";
import { shippingSuite } from "./console/shipping.ts";
import { shownSuite } from "./console/shown.ts";
import { settingsSuite } from "./console/settings.ts";
import { signInSuite } from "./console/sign-in.ts";
import { orderNavigationSuite } from "./console/order-navigation.ts";
import { secondFactorSuite } from "./console/second-factor.ts";
import { productsSuite } from "./console/products.ts";
import { expensesSuite } from "./console/expenses.ts";
import { ticketsSuite } from "./console/tickets.ts";
import { storesSuite } from "./console/stores.ts";
import { productionSuite } from "./console/production.ts";
import { analyticsSuite } from "./console/analytics.ts";
import { transferSuite } from "./console/transfer.ts";
import { typedSuite } from "./console/typed.ts";
import { firstStepsSuite } from "./console/first-steps.ts";
import { webhooksSuite } from "./console/webhooks.ts";
import { everyPageSuite } from "./console/every-page.ts";

const chromium = program("chromium");
let crashing: CrashingWorker | null = null;
let setup: ConsoleSetup | null = null;

beforeAll(async () => {
  if (chromium === null) return;
  // No delivery is retried while a page is checked, and no midnight passes.
  crashing = await CrashingWorker.start(await builtCrashEntry(), { timersByClock: true });
  await crashing.moveClock(new Date(crashing.now).setUTCHours(12, 0) - crashing.now);
  setup = { worker: crashing.worker, browser: await startBrowser(chromium), now: () => crashing?.now ?? 0 };
});
afterAll(async () => {
  await setup?.browser.close();
  await crashing?.[Symbol.asyncDispose]();
});

function requireSetup(): ConsoleSetup {
  if (setup === null) throw new Error("There is no browser.");
  return setup;
}

// One Worker and one browser for all tests, because starting them takes longer than most tests.
describe.skipIf(chromium === null)("the console in a browser", () => {
  signInSuite(requireSetup);
  secondFactorSuite(requireSetup);
  settingsSuite(requireSetup);
  ordersSuite(requireSetup);
  shippingSuite(requireSetup);
  shownSuite(requireSetup);
  orderNavigationSuite(requireSetup);
  typedSuite(requireSetup);
  productsSuite(requireSetup);
  expensesSuite(requireSetup);
  ticketsSuite(requireSetup);
  storesSuite(requireSetup);
  productionSuite(requireSetup);
  transferSuite(requireSetup);
  webhooksSuite(requireSetup);
  analyticsSuite(requireSetup);
  firstStepsSuite(requireSetup);
  everyPageSuite(requireSetup);
});
