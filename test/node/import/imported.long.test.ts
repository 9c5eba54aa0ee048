import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { ensureDemo } from "../../../cli/dev/seed.ts";
import { sharedWorker } from "../server/built-worker.ts";
import { OPERATOR_TOKEN, temporaryFolder } from "../server/worker.ts";
import { countPlainly, SLICE } from "./count-plainly.ts";
import { copySlice, runImporter } from "./run-import.ts";

let url: string;
let token: string;
beforeAll(async () => {
  ({ url } = await sharedWorker());
  using folder = temporaryFolder();
  ({ api_token: token } = await ensureDemo(url, OPERATOR_TOKEN, folder.path, { withoutData: true }));
});

interface StoredOrder {
  external_id: string;
  total_amount: number;
  items: { quantity: number }[];
}

/** The orders in the API of the shop after the import, in the terms of countPlainly. */
async function storedOrders() {
  const response = await fetch(`${url}/api/v2/orders?limit=200`, { headers: { Authorization: `Bearer ${token}` } });
  const { data, has_more } = (await response.json()) as { data: StoredOrder[]; has_more: boolean };
  expect(has_more).toBe(false);
  expect(new Set(data.map(({ external_id }) => external_id)).size).toBe(data.length);
  return new Map(
    data.map(({ external_id, items, total_amount }) => [
      external_id,
      {
        items: items.length,
        units: items.reduce((sum, { quantity }) => sum + quantity, 0),
        thousandths: Math.round(total_amount * 1000),
      },
    ]),
  );
}

it("imports a file of real orders: nothing in a dry run, every order once, and nothing the second time", async () => {
  using folder = temporaryFolder();
  const args = [copySlice(folder.path), "--format", "online-retail", "--store", "gift", "--url", url, "--token", token];
  expect((await runImporter(folder.path, [...args, "--dry-run"])).stdout).toMatch(/^orders +52 would be created, .* 0 would fail$/m);
  expect(await storedOrders()).toEqual(new Map());
  expect((await runImporter(folder.path, args)).stdout).toMatch(/^orders +52 created, .* 0 failed$/m);
  expect(await storedOrders()).toEqual(countPlainly().orders);
  expect(await runImporter(folder.path, args)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^orders +0 created, 0 updated, 52 unchanged, 0 skipped, 0 failed$/m) as string,
  });
});

/** The invoices of the slice by countPlainly, each with the day of its first row in London. */
function datedInvoices() {
  const days = new Map<string, string>();
  for (const line of readFileSync(SLICE, "utf8").trimEnd().split("\n").slice(1).toReversed()) {
    const [invoice = ""] = line.split(",");
    days.set(invoice, /,(\d{4}-\d{2}-\d{2}) \d{2}:/.exec(line)?.[1] ?? "");
  }
  return [...countPlainly().orders].map(([invoice, sums]) => ({
    ...sums,
    day: days.get(invoice) ?? "",
    isCancelled: invoice.startsWith("C"),
  }));
}

// The orders are those that the test before has imported.
it("analytics report the same sums of the imported orders as the plain count, by day and in total", async () => {
  const summary = async (query: string) => {
    const address = `${url}/api/v2/analytics/summary?timezone=Europe/London&currency=GBP&${query}`;
    const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
    const { currencies } = (await response.json()) as { currencies: { orders: Record<string, number>; revenue: { gross: number } }[] };
    return currencies.map(({ orders: { count, items, cancelled }, revenue }) => {
      const thousandths = Math.round(revenue.gross * 1000);
      return { count, items, cancelled, thousandths };
    });
  };
  const invoices = datedInvoices();
  const expectedSummary = (of: typeof invoices) => {
    const kept = of.filter(({ isCancelled }) => !isCancelled);
    const sum = (value: (one: (typeof invoices)[number]) => number) => kept.reduce((total, one) => total + value(one), 0);
    const [items, thousandths] = [sum((one) => one.units), sum((one) => one.thousandths)];
    return { count: kept.length, items, cancelled: of.length - kept.length, thousandths };
  };
  // All of the file, then each day with invoices.
  expect(await summary("period=custom&from=2010-12-01&to=2011-12-31")).toEqual([expectedSummary(invoices)]);
  for (const [day, of] of Map.groupBy(invoices, (invoice) => invoice.day)) {
    expect(await summary(`period=custom&from=${day}&to=${day}`), day).toEqual([expectedSummary(of)]);
  }
});
