import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { orderBody, createShop, call, type Shop, ingestOrder } from "../../kit/client";
import { eventually } from "../../kit/eventually";
import { logOf } from "../../kit/log";
import { claimSizes, MIB, createOrders } from "../pages/kit";
import { readNamedCsv } from "./csv";
import { createMember, ORIGIN, type Visitor } from "./kit";

/** The size and the memory of files of orders. */

let shop: Shop;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  viewer = await createMember(shop.id, "viewer");
});
afterEach(() => vi.restoreAllMocks());

const open = async (visitor: Visitor, organization: number, query = ""): Promise<Response> =>
  await app.fetch(
    new Request(`${ORIGIN}/console/${organization}/orders.csv${query}`, { headers: { Cookie: visitor.cookie } }),
    env,
    createExecutionContext(),
  );

const tags = (count: number, length: number) => Array.from({ length: count }, (_, n) => `${n}-`.padEnd(length, "x"));

describe("an order with several rows", () => {
  const address = { customer_name: "Ann", customer_address: "1 Long Street", ship_name: "Bo", ship_city: "Oslo" };
  const short = { external_id: "texts-once", number: "T-1", ship_country: "NO", ship_zipcode: "0150" };

  async function linesOf(text: string) {
    return readNamedCsv(text).filter((line) => line["external_id"] === short.external_id);
  }

  beforeAll(async () => {
    await ingestOrder(shop, {
      ...short,
      ...address,
      tags: ["gold", "rush"],
      items: [
        { name: "Mug", price: 1 },
        { name: "Cup", price: 2, ship_name: "Cy" },
      ],
    });
  });

  it.each([
    ["a member's file", async () => (await viewer.open("/orders.csv?q=texts-once")).text],
    ["the owner's export", async () => (await (await createMember(shop.id, "owner")).open("/settings/export/orders.csv?part=1")).text],
    [
      "the operator's export",
      async () =>
        (await call(`/operator/organizations/${shop.id}/export/orders.csv`, { headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` } }))
          .text,
    ],
  ])("has its long texts only in the first row, in %s", async (_, download) => {
    const [first, second, ...others] = await linesOf(await download());
    expect(others).toEqual([]);
    expect(first).toMatchObject({ ...short, ...address, tags: "gold, rush", item_name: "Mug" });
    // The identifying columns are in each row.
    expect(second).toMatchObject({ ...short, order_id: first?.["order_id"], status: "New", total_amount: "3", item_name: "Cup" });
    expect(second).toMatchObject({ customer_name: "", customer_address: "", ship_name: "", ship_city: "", tags: "" });
    // An item row has its own values, and not those of its order.
    expect({ firstItemShipName: first?.["item_ship_name"], secondItemShipName: second?.["item_ship_name"] }).toEqual({
      firstItemShipName: "",
      secondItemShipName: "Cy",
    });
  });

  it(
    "is a file not much larger than the stored data, in chunks of at most 64 KiB, also with 2,000 items and 250 tags",
    { tags: "long" },
    async () => {
      const large = await createShop();
      const order = orderBody({ tags: tags(250, 191), items: Array.from({ length: 2000 }, () => ({ name: "Mug", price: 1 })) });
      const made = await large.v2("/orders", { body: order });
      expect(made.status, made.text).toBe(201);
      const response = await open(await createMember(large.id, "viewer"), large.id);
      let bytes = 0;
      const reader = response.body?.getReader();
      for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
        expect(read.value.byteLength).toBeLessThanOrEqual(64 * 1024);
        bytes += read.value.byteLength;
      }
      expect(bytes).toBeGreaterThan(250 * 191);
      // With its tags in each row, it would have 95 MB.
      expect(bytes).toBeLessThan(MIB);
    },
  );
});

describe("an export file", () => {
  it("that would be too large is rejected before its orders are read, with its size in the message", async () => {
    const large = await createShop();
    const visitor = await createMember(large.id, "viewer");
    await createOrders(large, 40);
    await claimSizes(large, { text_bytes: 8 * MIB });
    // The first request of a session records its use.
    await visitor.open("/stores");
    const { d1_trips } = await logOf(async () => {
      const { status, text, headers } = await visitor.open("/orders.csv");
      expect({ status, contentDisposition: headers.get("Content-Disposition") }).toEqual({ status: 400, contentDisposition: null });
      // 40 orders of 8 MiB, and a little for their other columns.
      expect(text).toContain("The file of these orders would have about 321 MiB. A file can have at most 256 MiB. Narrow the filters");
    });
    // One trip for the member, and one for the sizes of the matching orders.
    expect(d1_trips).toBe(2);
    await claimSizes(large, { text_bytes: 100 });
    expect((await visitor.open("/orders.csv")).status).toBe(200);
  });

  it("whose client reads nothing for 30 seconds is cancelled, and releases its lock and its memory", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const stalled: (() => void)[] = [];
    const wait = globalThis.setTimeout;
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms: number) =>
      ms === 30_000 ? void stalled.push(run) : wait(run, ms)) as unknown as typeof setTimeout);
    const reader = (await open(viewer, shop.id)).body?.getReader();
    expect((await open(viewer, shop.id)).status).toBe(429);
    for (const end of stalled) end();
    // The lock is released below. After the file, test/kit/leftover-memory.ts finds memory that is not.
    await expect(reader?.read()).rejects.toThrow("The client took nothing for too long.");
    await eventually(async () => {
      const next = await open(viewer, shop.id);
      expect(next.status).toBe(200);
      await next.text();
    });
    expect(error.mock.calls.map(([line]) => (JSON.parse(String(line)) as { event: string }).event)).toEqual(["export.broken"]);
  });

  it("waits while unread files of its organization use up the memory for files", async () => {
    const large = await createShop();
    await createOrders(large, 8);
    // Each order is a part of 1.9 MiB, of which an organization can have four in memory.
    await claimSizes(large, { text_bytes: 1.9 * MIB });
    const visitors = await Promise.all(Array.from({ length: 5 }, async () => await createMember(large.id, "viewer")));
    const [first, ...others] = await Promise.all(visitors.slice(0, 4).map(async (visitor) => await open(visitor, large.id)));
    let isOpen = false;
    const last = visitors.slice(4).map(async (visitor) => {
      const response = await open(visitor, large.id);
      isOpen = true;
      return response;
    });
    // The file of another organization does not wait.
    const text = await (await open(viewer, shop.id)).text();
    expect([text.length > 0, isOpen]).toEqual([true, false]);
    await first?.body?.cancel();
    await Promise.all([...others, ...(await Promise.all(last))].map(async (response) => await response.body?.cancel()));
    expect(isOpen).toBe(true);
  });
});
