import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openShop, type Shop } from "../server/shop.ts";
import { builtWorker } from "../server/built-worker.ts";
import { type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";
import { runImporter } from "./run-import.ts";

const ORDER_COUNT = 250;
const COLUMNS = [
  "Name",
  "Id",
  "Financial Status",
  "Fulfillment Status",
  "Currency",
  "Subtotal",
  "Shipping",
  "Taxes",
  "Total",
  "Discount Amount",
  "Created at",
  "Lineitem quantity",
  "Lineitem name",
  "Lineitem price",
  "Lineitem sku",
  "Lineitem fulfillment status",
  "Refunded Amount",
  "Vendor",
];

/** A sale in cents: the revenue without tax, and the tax. */
function saleOf(n: number) {
  const net = 1000 + n * 37 + (n % 10 === 0 ? 5_000_000 : 0);
  const tax = n % 11 === 0 ? 0 : Math.round(net * 0.18);
  const total = net + tax;
  const partialRefund = n % 7 === 2 ? Math.floor(total / 3) : 0;
  const refund = n % 5 === 1 ? total : partialRefund;
  return { net, tax, total, refund, shipping: n % 3 === 0 ? 490 : 0, discount: n % 4 === 0 ? 150 : 0 };
}
const SALES = Array.from({ length: ORDER_COUNT }, (_, n) => saleOf(n));

interface TaxConvention {
  /** Whether the shop's prices include tax. */
  includesTax: boolean;
}

const decimal = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

function financialStatusOf(refund: number, total: number): string {
  if (refund === 0) return "paid";
  return refund === total ? "refunded" : "partially_refunded";
}

/** The export of a shop whose prices include tax, or of one that adds it. Both have the same sales. */
function exportOf({ includesTax }: TaxConvention): string {
  const rows = SALES.map(({ net, tax, total, refund, shipping, discount }, n) => {
    // The price of the line for which the total equals the sale.
    const price = (includesTax ? total : net) - shipping + discount;
    const row: Record<string, string> = {
      Name: `#${1001 + n}`,
      Id: String(5_000_000_001_000 + n),
      "Financial Status": financialStatusOf(refund, total),
      "Fulfillment Status": "fulfilled",
      Currency: "TRY",
      Subtotal: decimal(price - discount),
      Shipping: decimal(shipping),
      Taxes: decimal(tax),
      Total: decimal(total),
      "Discount Amount": decimal(discount),
      "Created at": `2024-05-${String(1 + (n % 28)).padStart(2, "0")} 09:58:12 +0300`,
      "Lineitem quantity": "1",
      "Lineitem name": "Kilim",
      "Lineitem price": decimal(price),
      "Lineitem sku": "KILIM",
      "Lineitem fulfillment status": "fulfilled",
      "Refunded Amount": decimal(refund),
      Vendor: "Acme",
    };
    return COLUMNS.map((name) => row[name] ?? "").join(",");
  });
  return [COLUMNS.join(","), ...rows].join("\n");
}

/** The sales minus the refunds without tax, in 1/10,000. */
function netSold(): bigint {
  let sum = 0n;
  for (const { net, tax, total, refund } of SALES) {
    const units = (cents: number) => BigInt(cents) * 100n;
    // Half up: twice the share and one, over two.
    const share = (2n * units(refund) * units(tax) + units(total)) / (2n * units(total));
    sum += units(net) - (units(refund) - (refund === total ? units(tax) : share));
  }
  return sum;
}

const folder = temporaryFolder();
let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker(await builtWorker(), `${folder.path}/state`);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** A file of an export, and the importer for a shop of its own. */
async function openShopWithExport(convention: TaxConvention) {
  const shop = await openShop(worker.url);
  const file = join(folder.path, `orders-${shop.id}.csv`);
  writeFileSync(file, exportOf(convention));
  const run = async (...more: string[]) => {
    const args = [file, "--format", "shopify", "--store", "gift", "--url", worker.url, "--token", shop.token];
    const { stdout, stderr } = await runImporter(folder.path, [...args, ...more]);
    expect(stderr).toBe("");
    expect(stdout).not.toContain("total_differs");
    return stdout;
  };
  return { shop, run };
}

async function revenueOf({ v2 }: Shop) {
  return (await v2("/analytics/summary?period=all_time")).body.currencies[0].revenue;
}

const TAXED_COUNT = SALES.filter(({ tax }) => tax !== 0).length;
const counts = ({ created, unchanged }: { created: number; unchanged: number }) =>
  new RegExp(`^orders +${created} created, 0 updated, ${unchanged} unchanged, 0 skipped, 0 failed$`, "m");

describe.each([
  ["includes tax in its prices", true],
  ["adds tax to its prices", false],
])("the export of a shop that %s", (_shop, includesTax) => {
  it("gives the net revenue of the sales, with the convention detected, and changes nothing when it is imported again", async () => {
    const { shop, run } = await openShopWithExport({ includesTax });
    expect(await run()).toMatch(counts({ created: ORDER_COUNT, unchanged: 0 }));
    const revenue = await revenueOf(shop);
    expect(BigInt(Math.round(revenue.net * 10_000))).toBe(netSold());
    expect(revenue.tax).toBe(SALES.reduce((sum, { tax }) => sum + tax, 0) / 100);
    expect(
      await worker.rows(
        "select taxes_included, tax <> 0 as taxed, count(*) as n, sum(requires_audit) as audit from orders where organization_id = ? group by 1, 2 order by 2",
        shop.id,
      ),
    ).toEqual([
      { taxes_included: null, taxed: 0, n: ORDER_COUNT - TAXED_COUNT, audit: null },
      { taxes_included: Number(includesTax), taxed: 1, n: TAXED_COUNT, audit: null },
    ]);
    expect(await run()).toMatch(counts({ created: 0, unchanged: ORDER_COUNT }));
  });
});
