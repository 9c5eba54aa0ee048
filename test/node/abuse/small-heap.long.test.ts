import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, request, type RequestOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { inForm } from "../../kit/form.ts";
import { HOSTILE_JSON } from "../../kit/hostile-json.ts";
import { builtWorker } from "../server/built-worker.ts";
import { openShop, type Shop } from "../server/shop.ts";
import { type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";

const MIB = 1024 * 1024;
/** The memory of an isolate at Cloudflare. */
const HEAP_MIB = 128;
const AT_ONCE = inForm({ test: 30, long: 120, full: 120 });
const DAY_MS = 86_400_000;

const folder = temporaryFolder();
let worker: RunningWorker;
let other: Shop;
beforeAll(async () => {
  worker = await startWorker(await builtWorker(), folder.path, {}, { direct: true, heapMiB: HEAP_MIB });
  other = await openShop(worker.url);
});
afterAll(async () => {
  await worker?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

let callers = 0;

/**
 * Sends a body from an own address. Returns the status of the response, or null if the connection was closed before it arrived.
 */
async function post(path: string, body: Buffer, headers: Record<string, string>): Promise<number | null> {
  const { hostname, port } = new URL(worker.url);
  const own = { "Content-Length": body.length, "CF-Connecting-IP": `2001:db8:${(callers += 1).toString(16)}::1` };
  const options: RequestOptions = { method: "POST", hostname, port, path, headers: { ...own, ...headers } };
  return await new Promise((settle) => {
    const sending = request(options, (response) => {
      response.resume();
      settle(response.statusCode ?? null);
    });
    sending.on("error", () => settle(null));
    sending.end(body);
  });
}

/** Sends a body AT_ONCE times at the same time. Returns the statuses. */
async function many(path: string, text: string, headers: Record<string, string>): Promise<(number | null)[]> {
  const body = Buffer.from(text);
  return await Promise.all(Array.from({ length: AT_ONCE }, async () => await post(path, body, headers)));
}

/** An organization of its own for a test, which may have only a few connections. */
async function newShop(): Promise<{ shop: Shop; stores: string[] }> {
  const shop = await openShop(worker.url);
  const stores = ["first", "second", "third", "fourth"];
  for (const code of stores) await shop.v2("/stores", { name: code, code, platform: "woocommerce" });
  return { shop, stores };
}

/**
 * Attacks the Worker while another organization makes requests, all of which succeed, and workerd keeps running. Returns the statuses of
 * the attack.
 */
async function attack(sendAttack: () => Promise<(number | null)[]>): Promise<Set<number | null>> {
  const statuses: number[] = [];
  const state = { isOver: false };
  const others = async () => {
    do
      statuses.push(
        await other.v2("/me").then(
          ({ status }) => status,
          () => 0,
        ),
      );
    while (!state.isOver);
  };
  const [attackStatuses] = await Promise.all([sendAttack().finally(() => (state.isOver = true)), others()]);
  statuses.push((await other.v2("/me")).status);
  expect([...new Set(statuses)]).toEqual([200]);
  expect(() => process.kill(worker.pid, 0)).not.toThrow();
  return new Set(attackStatuses);
}

describe.each(inForm({ test: ["wide"], long: Object.keys(HOSTILE_JSON), full: Object.keys(HOSTILE_JSON) }))(
  "others are served during an attack with JSON that is %s",
  (form) => {
    const make = (bytes: number) => HOSTILE_JSON[form]?.(bytes) ?? "";

    it("in bodies of 1 MiB at the address of a connection", async () => {
      const secret = "a-secret-of-the-sender-0123456789";
      const { shop } = await newShop();
      const connection = await shop.v2("/connections", { store: "first", platform: "woocommerce", webhook_secret: secret });
      const carrier = await shop.v2("/connections", { platform: "aftership", webhook_secret: secret });
      const pathOf = ({ body }: typeof carrier) => new URL(body.delivery_url).pathname;
      const body = make(MIB);
      const wrong = `${"A".repeat(43)}=`;
      const right = createHmac("sha256", secret).update(body).digest("base64");
      for (const path of ["/in/x", "/in/1_con_0000000000000000000000", pathOf(carrier), pathOf(connection)]) {
        const headers = { "aftership-hmac-sha256": wrong, "X-WC-Webhook-Signature": wrong };
        expect(await attack(async () => await many(path, body, headers))).not.toContain(200);
      }
      const headers = { "aftership-hmac-sha256": right, "X-WC-Webhook-Signature": right, "X-WC-Webhook-Topic": "order.updated" };
      for (const path of [pathOf(carrier), pathOf(connection)]) await attack(async () => await many(path, body, headers));
    });

    it("in bodies of an integrator, and of a visitor without a session", async () => {
      const { shop } = await newShop();
      const headers = { Authorization: `Bearer ${shop.token}`, "Content-Type": "application/json" };
      for (const [path, bytes] of [
        ["/api/v2/orders", MIB],
        ["/api/v2/orders/bulk", 4 * MIB],
        ["/api/v2/mcp", MIB],
      ] as const) {
        const body = make(bytes);
        expect(await attack(async () => await many(path, body, headers))).not.toContain(500);
      }
      const signIn = { Origin: worker.url, "Content-Type": "application/x-www-form-urlencoded" };
      await attack(async () => await many("/console/sign-in", `email=${make(MIB)}`, signIn));
    });

    it("in responses of a shop to a test, a reconciliation, and the read of an order whose fulfillment is sent to it", async () => {
      // A response may have 4 MiB (src/resources/connections/shop-client.ts).
      const bodies = [make(8 * MIB), make(4 * MIB - 1024), make(2 * MIB)];
      const calls = { lists: 0, orders: 0 };
      const server = createServer(({ url = "" }, response) => {
        calls[/\/orders\/\d+$/.test(url) ? "orders" : "lists"] += 1;
        const body = bodies[(calls.lists + calls.orders) % bodies.length];
        response.setHeader("Content-Type", "application/json").end(body);
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      try {
        const shop_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const api = { shop_url, key: "ck_0123456789", secret: "cs_0123456789" };
        const { shop, stores } = await newShop();
        const connections: string[] = [];
        for (const store of stores) {
          const created = await shop.v2("/connections", { store, platform: "woocommerce", api, send_fulfillments: true });
          connections.push(created.body.id);
        }
        const test = async (id: string) => (await shop.v2(`/connections/${id}/test`, {})).status;
        await attack(async () => await Promise.all([...connections, ...connections].map(test)));
        const listsOfTests = calls.lists;
        expect(listsOfTests).toBeGreaterThan(0);
        // A day later, a reconciliation is due also for a connection whose last one failed.
        const cron = async () => {
          await worker.runCron(Date.now() + DAY_MS);
          return [];
        };
        await attack(cron);
        expect(calls.lists).toBeGreaterThan(listsOfTests);
        const ship = async (nth: number) => {
          // Only an item that the shop knows is sent to it.
          const items = [{ external_id: `${nth}`, name: "Mug", quantity: 1, price: 9.99 }];
          const order = await shop.order({ store: stores[0], external_id: `${nth}`, items });
          return (await shop.v2(`/orders/${order.id}/fulfillments`, { status: "in_transit", tracking_number: `T${nth}` })).status;
        };
        expect(await attack(async () => await Promise.all([1, 2, 3, 4].map(ship)))).toEqual(new Set([201]));
        const send = async () => {
          await cron();
          await vi.waitFor(() => expect(calls.orders).toBeGreaterThan(0), { timeout: 20_000 });
          return [];
        };
        await attack(send);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
  },
);
