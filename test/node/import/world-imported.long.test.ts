import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SHOP_FACT } from "../../../src/resources/orders/files/format.ts";
import { sharedWorker } from "../server/built-worker.ts";
import { openShop } from "../server/shop.ts";
import { readOrders } from "./read-orders.ts";

const WORLD = "test/fixtures/world";

/** The expected values of a file that this test needs (world.test.ts). */
interface Expected {
  file: string;
  format: string;
  encoding?: string;
  orders: Record<string, { total_amount?: number; audit?: boolean }>;
}

const files = readdirSync(WORLD, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".expected.json"))
  .map((path) => ({ folder: path.split("/")[0] ?? "", ...(JSON.parse(readFileSync(`${WORLD}/${path}`, "utf8")) as Expected) }))
  // The orders of our own export must exist.
  .filter(({ format }) => format !== "order-operations");

interface Stored {
  external_id: string;
  number: string;
  total_amount: number;
  requires_audit: boolean | null;
  audit_reasons: string[] | null;
}

it("every order of the corpus is stored with the total of its file, and flagged for audit exactly if the parts differ from it", async () => {
  const { url } = await sharedWorker();
  const shop = await openShop(url);
  const headers = { Authorization: `Bearer ${shop.token}`, "Content-Type": "application/json" };
  const expected: object[] = [];
  const orders: object[] = [];
  for (const { folder, file, encoding, orders: ofFile } of files) {
    const read = await readOrders(`${WORLD}/${folder}/${file}`, encoding ?? null);
    for (const [key, { order }] of read.orders) {
      const external_id = `${folder} ${file} ${key}`;
      // Without an expected total, the one that was read, whose parts world.test.ts adds up.
      const { total_amount = order.total_amount, audit = false } = ofFile[key] ?? {};
      orders.push({ store: "gift", ...SHOP_FACT, ...order, external_id });
      const [requires_audit, audit_reasons] = audit ? [true, ["amounts_disagree"]] : [null, null];
      expected.push({ external_id, requires_audit, audit_reasons, total_amount });
    }
  }
  const response = await fetch(`${url}/api/v2/orders/bulk`, { method: "POST", headers, body: JSON.stringify({ orders }) });
  expect(await response.json()).toMatchObject({ summary: { created: orders.length, failed: 0 } });
  const { data } = (await (await fetch(`${url}/api/v2/orders?limit=200`, { headers })).json()) as { data: Stored[] };
  const stored = new Map(data.map((order) => [order.external_id, order]));
  for (const order of expected as { external_id: string }[]) expect(stored.get(order.external_id)).toMatchObject(order);
  expect(stored.size).toBe(expected.length);
});
