import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import { agentOf } from "../mcp/agent";
import { MIB, readAllPages } from "./kit";

const [ORDERS, ITEMS] = [11, 2000];
/** A fifth of a page without a limit (below), for five orders. Over MCP, no response is longer than 4 MiB. */
const [MAX_RESPONSE_LENGTH, MAX_MCP_RESPONSE_LENGTH] = [12 * MIB, 4 * MIB];

let shop: Shop;
let ids: number[];
beforeAll(async () => {
  shop = await createShop();
  ids = [];
  const items = Array.from({ length: ITEMS }, (_, n) => ({
    name: `Mug ${n}`,
    sku: `MUG-${n}`,
    price: 1,
    personalization: "For Ann",
    size: "L",
  }));
  for (let first = 0; first < ORDERS; first += 2) {
    const orders = Array.from({ length: Math.min(2, ORDERS - first) }, (_, n) => ({
      store: "Gift shop",
      external_id: `P-${first + n}`,
      customer_name: "Ann Example",
      items,
    }));
    const { body } = await shop.v2("/orders/bulk", { body: { orders } });
    ids.push(...body.results.map(({ id }: { id: number }) => id));
  }
}, 600_000);

/** A page of 30 such orders was 58 MB in V1, 60 MB in v2 and 19 MB over MCP. More than two pages are enough to show the limit. */
describe("pages of orders with 2,000 items each", () => {
  it("have five orders in V1", async () => {
    const rejected = await shop.v1(`/orders?page_size=${ORDERS}`);
    expect({ status: rejected.status, page_size: rejected.body.error.details[0].page_size }).toEqual({ status: 400, page_size: 5 });
    const found: number[] = [];
    for (let page = 1; page <= Math.ceil(ORDERS / 5); page += 1) {
      const { body, text } = await shop.v1(`/orders?sort=id:asc&page_size=5&page=${page}`);
      found.push(...body.data.map(({ id }: { id: number }) => id));
      expect(body.data.every(({ items }: { items: unknown[] }) => items.length === ITEMS)).toBe(true);
      expect(text.length).toBeLessThan(MAX_RESPONSE_LENGTH);
    }
    expect(found).toEqual(ids);
  });

  it("have five orders in v2", async () => {
    const { ids: found, pages } = await readAllPages(async (cursor) => {
      const { body, text } = await shop.v2(`/orders?sort=id:asc&limit=30${cursor === undefined ? "" : `&cursor=${cursor}`}`);
      expect(body.data.every(({ items }: { items: unknown[] }) => items.length === ITEMS)).toBe(true);
      expect(text.length).toBeLessThan(MAX_RESPONSE_LENGTH);
      return body;
    });
    expect({ found, pages }).toEqual({ found: ids, pages: [5, 5, 1] });
  });

  it("have one order over MCP", async () => {
    const agent = agentOf(shop.token);
    const { ids: found, pages } = await readAllPages(async (cursor) => {
      const { data, response } = await agent.call("find_orders", { sort: "id:asc", limit: 30, ...(cursor && { cursor }) });
      expect(response.text.length).toBeLessThan(MAX_MCP_RESPONSE_LENGTH);
      return data;
    });
    expect({ found, pages: new Set(pages) }).toEqual({ found: ids, pages: new Set([1]) });
  });
});
