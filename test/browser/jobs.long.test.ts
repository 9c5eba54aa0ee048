import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CrashingWorker } from "../node/crash/crashing-worker.ts";
import { program } from "../node/program.ts";
import { builtCrashEntry } from "../node/server/built-worker.ts";
import { PHONE, startBrowser } from "./chromium.ts";
import { openConsole, type ConsoleSetup } from "./console/kit.ts";
import { type Effort, CountedInput } from "./jobs/counted-input.ts";
import { JOBS } from "./jobs/jobs.ts";
import { createScene, type Scene } from "./jobs/scene.ts";

const chromium = program("chromium");
let crashing: CrashingWorker;
let setup: ConsoleSetup;
let scene: Scene;
const measured: (Effort & { job: string; budget: Effort; seconds: number })[] = [];

beforeAll(async () => {
  if (chromium === null) return;
  crashing = await CrashingWorker.start(await builtCrashEntry(), { timersByClock: true });
  await crashing.moveClock(new Date(crashing.now).setUTCHours(12, 0) - crashing.now);
  setup = { worker: crashing.worker, browser: await startBrowser(chromium), now: () => crashing.now };
  scene = await createScene(setup);
});

afterAll(async () => {
  if (chromium === null) return;
  await setup.browser.close();
  await crashing[Symbol.asyncDispose]();
  // The seconds are those of a program without hesitation, for information only.
  console.table(measured.map(({ budget, ...row }) => ({ ...row, "of clicks": budget.clicks, "of keystrokes": budget.keystrokes })));
});

// They change the same shop, one after another, like the tasks of a day.
describe.skipIf(chromium === null)("a day's work in the console", () => {
  it.each(JOBS.map((job) => [job.name, job] as const))("%s", async (name, { as, budget, run, check }) => {
    await using visit = await openConsole(setup, scene.shop, as === undefined ? "owner" : "viewer");
    await visit.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    if (as !== undefined) await visit.page.setViewportSize(PHONE);
    await visit.open("/home");
    const input = new CountedInput(visit.page);
    const startedAt = performance.now();
    await run(input, scene);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    await check(input, scene);
    const { clicks, keystrokes } = input.effort;
    measured.push({ job: name, clicks, keystrokes, budget, seconds });
    expect(clicks, "clicks").toBeLessThanOrEqual(budget.clicks);
    expect(keystrokes, "keystrokes").toBeLessThanOrEqual(budget.keystrokes);
    expect(visit.complaints).toEqual([]);
  });
});
