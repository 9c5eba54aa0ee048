import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Demo, ensureDemo } from "../../../cli/dev/seed.ts";
import { sharedWorker } from "../server/built-worker.ts";
import { OPERATOR_TOKEN, temporaryFolder } from "../server/worker.ts";

it("creates a demo organization once, and another one if the credentials in demo.json no longer work", async () => {
  const { url } = await sharedWorker();
  using folder = temporaryFolder();
  const file = join(folder.path, "demo.json");
  const reports: string[] = [];
  const report = (progress: string) => void reports.push(progress);
  const first = await ensureDemo(url, OPERATOR_TOKEN, folder.path, { withoutData: true, report });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await ensureDemo(url, OPERATOR_TOKEN, folder.path, { report })).toEqual(first);
  expect(reports).toEqual(["Creating an organization without data …"]);

  writeFileSync(file, JSON.stringify({ ...first, api_token: first.api_token.replace(/.{6}$/, "000000") }));
  const anew = await ensureDemo(url, OPERATOR_TOKEN, folder.path, { withoutData: true, report });
  expect(reports[1]).toContain(`The credentials of organization ${first.organization_id} no longer work`);
  expect(anew.organization_id).not.toBe(first.organization_id);
  const response = await fetch(`${url}/api/v2/orders`, { headers: { Authorization: `Bearer ${anew.api_token}` } });
  expect(response.status).toBe(200);
});

/** The number of rows of a list in the demo, and their currencies. */
async function summarizeList({ url, api_key, api_token }: Demo, path: string) {
  const response = await fetch(url + path, {
    headers: path.startsWith("/api/v2/") ? { Authorization: `Bearer ${api_token}` } : { "x-api-key": api_key },
  });
  const { data } = (await response.json()) as { data: { currency?: string; original_currency?: string }[] };
  return { rows: data.length, currencies: [...new Set(data.map(({ currency, original_currency }) => currency ?? original_currency))] };
}

it("a demo has orders, expenses, products, tickets, a webhook and suppliers, in one currency, and without data no order", async () => {
  const { url } = await sharedWorker();
  using folder = temporaryFolder();
  const demo = await ensureDemo(url, OPERATOR_TOKEN, folder.path);
  expect(await summarizeList(demo, "/api/v2/orders?limit=200")).toEqual({ rows: 40, currencies: ["USD"] });
  expect(await summarizeList(demo, "/expenses?page_size=100")).toMatchObject({ rows: 12, currencies: ["USD"] });
  expect(await summarizeList(demo, "/products?page_size=100")).toMatchObject({ rows: 10 });
  expect(await summarizeList(demo, "/api/v2/tickets")).toMatchObject({ rows: 6 });
  expect(await summarizeList(demo, "/api/v2/webhooks")).toMatchObject({ rows: 1 });
  expect(await summarizeList(demo, "/api/v2/suppliers")).toMatchObject({ rows: 3 });
  for (const state of ["sent", "accepted", "in_production"]) {
    expect((await summarizeList(demo, `/api/v2/supplier-orders?state=${state}`)).rows, state).toBeGreaterThan(0);
  }
  for (const status of ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"]) {
    expect((await summarizeList(demo, `/api/v2/orders?status=${encodeURIComponent(status)}`)).rows, status).toBeGreaterThan(0);
  }

  using other = temporaryFolder();
  const empty = await ensureDemo(url, OPERATOR_TOKEN, other.path, { withoutData: true });
  expect(await summarizeList(empty, "/api/v2/orders")).toMatchObject({ rows: 0 });
});
