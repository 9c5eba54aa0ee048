import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blackPng } from "../../browser/png.ts";
import { builtCrashEntry } from "../server/built-worker.ts";
import { idempotencyKey, openShop, type Shop } from "../server/shop.ts";
import type { RunningWorker } from "../server/worker.ts";
import { CrashingWorker, PAST_LEASE_MS } from "./crashing-worker.ts";

/** Uploads, sending to suppliers and the public pages, killed around the commit and sent again. */

let crashing: CrashingWorker;
beforeAll(async () => {
  crashing = await CrashingWorker.start(await builtCrashEntry(), { timersByClock: true });
});
afterAll(async () => await crashing?.[Symbol.asyncDispose]());

/** A request that can be sent again. Resolves with the status. */
type Request = (base: string) => Promise<number>;

interface CreatedOrder {
  orderId: number;
  itemId: string;
}

async function createOrder(shop: Shop): Promise<CreatedOrder> {
  const items = [{ name: "Mug", sku: "MUG", price: 9, quantity: 2, assigned_supplier: "Acme" }];
  const { id, items: made } = await shop.order({ items, number: "#1" });
  return { orderId: id, itemId: made[0].id };
}

const upload = (shop: Shop, { itemId }: CreatedOrder, headers: Record<string, string>): Request => {
  return async (base) => {
    const response = await fetch(`${base}/api/v2/files?name=design.png&order_item_id=${itemId}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${shop.token}`, "Content-Type": "application/octet-stream", ...headers },
      body: new Uint8Array(blackPng(40, 30)),
    });
    await response.arrayBuffer();
    return response.status;
  };
};

/** A request to v2 with a key. */
const requestWithKey = (shop: Shop, path: string, body: object): Request => {
  const key = idempotencyKey();
  return async (base) => (await shop.at(base).v2(path, body, key)).status;
};

/** A form of a page behind a link, which was opened before. */
async function openForm(
  base: string,
  path: string,
  { action, fields }: { action: string; fields: Record<string, string> },
): Promise<Request> {
  const page = await (await fetch(base + path)).text();
  const [, token = ""] = /name="form_token" value="([^"]+)"/.exec(page) ?? [];
  const body = new URLSearchParams({ form_token: token, ...fields }).toString();
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" };
  return async (currentBase) => {
    const response = await fetch(currentBase + action, { method: "POST", redirect: "manual", headers, body });
    await response.arrayBuffer();
    return response.status;
  };
}

const pathOf = (url: string): string => new URL(url).pathname;

async function sendToSuppliers(shop: Shop, { orderId }: CreatedOrder): Promise<{ id: string; supplier: string }> {
  const { body } = await shop.v2("/supplier-orders", { order_ids: [orderId], override_reason: "Now" });
  const [{ id, supplier_id }] = body.supplier_orders;
  return { id, supplier: pathOf((await shop.v2(`/suppliers/${supplier_id}/links`, {})).body.url) };
}

interface Write {
  name: string;
  status: number;
  open: (shop: Shop, made: CreatedOrder, base: string) => Promise<Request>;
}

const WRITES: readonly Write[] = [
  { name: "an upload of a design", status: 201, open: async (shop, made) => upload(shop, made, idempotencyKey()) },
  {
    name: "sending to suppliers",
    status: 201,
    open: async (shop, { orderId }) => requestWithKey(shop, "/supplier-orders", { order_ids: [orderId], override_reason: "Now" }),
  },
  {
    name: "sending proofs",
    status: 200,
    open: async (shop, made, base) => {
      await upload(shop, made, {})(base);
      // As a draft, because a Worker that is started again has another origin, which the URL of a design does not name.
      await shop.v2("/proofs", { order_item_id: made.itemId });
      return requestWithKey(shop, "/proofs/send", { order_ids: [made.orderId] });
    },
  },
  {
    name: "a supplier's acceptance",
    status: 303,
    open: async (shop, made, base) => {
      const { id, supplier } = await sendToSuppliers(shop, made);
      return await openForm(base, supplier, { action: `${supplier}/orders/${id}/accept`, fields: {} });
    },
  },
  {
    name: "a supplier's pasted tracking numbers",
    status: 303,
    open: async (shop, made, base) => {
      const { supplier } = await sendToSuppliers(shop, made);
      return await openForm(base, `${supplier}/tracking`, { action: `${supplier}/tracking`, fields: { lines: "1\t1Z999" } });
    },
  },
  {
    name: "a buyer's approval",
    status: 303,
    open: async (shop, made, base) => {
      await upload(shop, made, {})(base);
      const [{ url, proofs }] = (await shop.v2("/proofs/send", { order_ids: [made.orderId] })).body.orders;
      const path = pathOf(url);
      return await openForm(base, path, { action: `${path}/decide/${proofs[0].id}`, fields: { decision: "approved" } });
    },
  },
];

const TABLES = [
  "files",
  "item_designs",
  "proofs",
  "links",
  "supplier_orders",
  "supplier_order_lines",
  "fulfillments",
  "order_history",
  "events",
  "write_markers",
];

/** The database of the organizations. It is not database 0, which also has the control data. */
const DATABASE = 1;

/** The number of rows of an organization in each table. */
async function rowCountsOf({ rowsIn }: RunningWorker, { id }: Shop): Promise<Record<string, number> | undefined> {
  const counts = TABLES.map((table) => `(select count(*) from ${table} where organization_id = ?1) as ${table}`);
  return (await rowsIn<Record<string, number>>(DATABASE, `select ${counts.join()}`, id))[0];
}

describe.each(WRITES)("$name", ({ open, status }) => {
  it("happens once and completely if the Worker is killed before or right after the commit", async () => {
    const prepare = async () => {
      const { worker } = crashing;
      const shop = await openShop(worker.url, { database: DATABASE });
      await shop.v2("/suppliers", { name: "Acme" });
      return { shop, request: await open(shop, await createOrder(shop), worker.url) };
    };
    const ordinary = await prepare();
    const before = await rowCountsOf(crashing.worker, ordinary.shop);
    expect(await ordinary.request(crashing.worker.url)).toBe(status);
    const once = await rowCountsOf(crashing.worker, ordinary.shop);
    expect(once).not.toEqual(before);
    for (const point of ["commit", "committed"]) {
      const { shop, request } = await prepare();
      const { url } = crashing.worker;
      await crashing.pauseAt([point], () => void request(url).catch(() => undefined));
      await crashing.restart(PAST_LEASE_MS);
      expect({ point, rows: await rowCountsOf(crashing.worker, shop) }).toEqual({ point, rows: point === "commit" ? before : once });
      for (const time of ["again", "once more"]) {
        expect({ point, time, status: await request(crashing.worker.url), rows: await rowCountsOf(crashing.worker, shop) }).toEqual({
          point,
          time,
          status,
          rows: once,
        });
      }
    }
  }, 120_000);
});
