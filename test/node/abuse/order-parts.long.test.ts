import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { builtWorker } from "../server/built-worker.ts";
import { openShop, type Shop } from "../server/shop.ts";
import { type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";

/** The memory of an isolate at Cloudflare. */
const HEAP_MIB = 128;

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

/** A shop whose coupons and shipments of each order are as large as a response may be. `hangs`: it never responds with shipments. */
async function startHostileShop(orders: number, { hangs = false } = {}): Promise<AsyncDisposable & { url: string }> {
  // A response may have 4 MiB (src/resources/connections/shop-client.ts).
  const part = JSON.stringify([{ x: "x".repeat(4_000_000) }]);
  const date_modified = new Date().toUTCString();
  const page = JSON.stringify(Array.from({ length: orders }, (_, index) => ({ id: index + 1, items_shipped: 1, date_modified })));
  const server = createServer(({ url = "" }, response) => {
    if (hangs && url.includes("/shipments?")) return;
    response.setHeader("Content-Type", "application/json").end(/\/(?:coupons|shipments)\?/.test(url) ? part : page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Creates an organization with a connection to a shop. Returns it, and the path of the connection's test. */
async function connect(shop_url: string): Promise<{ shop: Shop; path: string }> {
  const shop = await openShop(worker.url);
  await shop.v2("/stores", { name: "Big", code: "big", platform: "bigcommerce" });
  const api = { shop_url, key: "store-hash", secret: "token-0123456789" };
  const connection = { store: "big", platform: "bigcommerce", webhook_secret: "a-secret-of-the-sender-0123456789", api };
  const { id } = (await shop.v2("/connections", connection)).body;
  return { shop, path: `/connections/${id}/test` };
}

/** Another organization is served, and workerd has not ended. */
async function assertOthersAreServed(): Promise<void> {
  expect((await other.v2("/me")).status).toBe(200);
  expect(() => process.kill(worker.pid, 0)).not.toThrow();
}

it.each([
  // As many as are requested of BigCommerce at once. The coupons and shipments of one exceed the 4 MiB of text that may be kept.
  { orders: 5, error: "The response of the shop is too large." },
  { orders: 25, error: "The shop returned more orders than were requested." },
])(
  "$orders orders whose coupons and shipments are as large as a response may be are rejected, and others are served afterwards: $error",
  async ({ orders, error }) => {
    await using hostile = await startHostileShop(orders);
    const { shop, path } = await connect(hostile.url);
    const tests = await Promise.all([1, 2, 3].map(async () => await shop.v2(path, {})));
    // There is memory for what two of them keep. Another one may be told to try again.
    const outcomes = new Set(tests.map(({ status, body }) => (status === 503 ? "503" : (body.error as unknown))));
    outcomes.delete("503");
    expect([...outcomes]).toEqual([error]);
    await assertOthersAreServed();
  },
);

it("many tests at once of a shop whose shipments never arrive each end with 200 or 503, and others are served afterwards", async () => {
  await using hostile = await startHostileShop(1, { hangs: true });
  const { shop, path } = await connect(hostile.url);
  const tests = await Promise.all(Array.from({ length: 60 }, async () => (await shop.v2(path, {})).status));
  // 200 has the shop's failure in its body. 503: there was no memory for the test, so it was not made.
  expect(new Set(tests)).toEqual(new Set([200, 503]));
  await assertOthersAreServed();
});
