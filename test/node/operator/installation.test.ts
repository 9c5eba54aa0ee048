import { beforeAll, expect, it } from "vitest";
import { respond, startFakeApi } from "../import/fake-api.ts";
import { sharedWorker } from "../server/built-worker.ts";
import { openShop, type Shop } from "../server/shop.ts";
import type { RunningWorker } from "../server/worker.ts";
import { runOperator } from "./run-operator.ts";

/** npm run operator -- list and status (docs/monitoring.md). */

let worker: RunningWorker;
let shop: Shop;

beforeAll(async () => {
  worker = await sharedWorker();
  shop = await openShop(worker.url, { name: "A readable shop", currency: "EUR" });
  await shop.order({ external_id: "one" });
});

it("list prints an organization in one line", async () => {
  const { code, output } = await runOperator(worker.url, ["list"]);
  expect(code).toBe(0);
  const [titles = "", ...lines] = output.trimEnd().split("\n");
  expect(titles).toMatch(/^ *id +name +database +orders +items +last activity/);
  const line = lines.find((text) => text.includes("A readable shop")) ?? "";
  expect(line).toMatch(new RegExp(String.raw`^ *${shop.id}  A readable shop +\d +1 +1  20\d\d-\d\d-\d\dT[\d:.]+Z`));
});

it("status prints the release, the databases, the jobs, and what is under way with organizations", async () => {
  const { code, output } = await runOperator(worker.url, ["status"]);
  expect(code).toBe(0);
  expect(output).toMatch(/^Release \S+\n\ndatabase +status +size +full/);
  expect(output).toMatch(/\n +0  up +\d+\.\d MB  ok.*\n +1  up .*\n +2  up /);
  expect(output).toMatch(/\n(?:job +last run +outcome +last success|No job has run yet\.)\n/);
  expect(output).toMatch(/\n(?:organization +name +under way .*|Nothing is under way with any organization\.)\n/);
});

it("list reads all pages, and no name can send control sequences to the terminal", async () => {
  const organization = { database: 0, closed_for: null, orders: null, items: null, last_activity_at: null };
  await using api = await startListApi([
    { data: [{ id: 1, name: "First\u001b[2J\nshop", ...organization }], next_cursor: "next+1" },
    { data: [{ id: 2, name: "Second", ...organization }], next_cursor: null },
  ]);
  const { code, output } = await runOperator(api.url, ["list"]);
  expect(code).toBe(0);
  expect(output.split("\n").slice(1)).toEqual([expect.stringContaining("1  First?[2J?shop"), expect.stringContaining("2  Second"), ""]);
  expect(api.paths).toEqual(["/operator/organizations?limit=200", "/operator/organizations?limit=200&cursor=next%2B1"]);
});

it("status prints what is unknown while database 0 is unavailable", async () => {
  const down = { bytes: null, fill: null, migration: null, deliveries_due: null, oldest_delivery_due_at: null };
  const database = { number: 0, status: "down", in_maintenance: true, ...down, inbox_messages: null, oldest_inbox_message_at: null };
  await using api = await startListApi([{ release: "r", databases: [database], jobs: null, organizations: null }]);
  const { output } = await runOperator(api.url, ["status"]);
  expect(output).toMatch(/0  down, in maintenance  -/);
  expect(output).toContain("Database 0 is down, so nothing is known of jobs and organizations.");
});

it("an unknown argument is an error", async () => {
  expect(await runOperator(worker.url, ["list", "7"])).toMatchObject({
    code: 2,
    output: expect.stringContaining('Unexpected argument: "7"'),
  });
});

/** An API that returns these bodies, one after another. */
async function startListApi(bodies: unknown[]) {
  const paths: string[] = [];
  const api = await startFakeApi(({ path }, response, nth) => {
    paths.push(path);
    respond(response, 200, bodies[nth - 1]);
  });
  return { url: api.url, paths, [Symbol.asyncDispose]: async () => await api[Symbol.asyncDispose]() };
}
