import { beforeAll, expect, it } from "vitest";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { textOf } from "../pages/kit";
import { type Agent, agentOf } from "./agent";
import { organizationD1 } from "../../kit/databases";

/** The length of the comment of each of three items, almost as long as a row may be (2 MB). Together they are more than 4 MiB. */
const LARGE = 1_900_000;
let shop: Shop;
let agent: Agent;
let order: { id: string; item: string };

beforeAll(async () => {
  shop = await createShop();
  agent = agentOf(shop.token, "?tools=all");
  const { id, items } = await ingestOrder(shop, { items: ["Mug", "Plate", "Bowl"].map((name) => ({ name, price: 1 })) });
  order = { id: String(id), item: String(items[0].id) };
  await organizationD1()
    .prepare(`update order_items set comment = ${textOf(LARGE)} where order_id = ?`)
    .bind(id)
    .run();
});

it("a result of more than 4 MiB is an error that explains how to read it", async () => {
  for (const called of [await agent.call("get_order", { order_id: order.id }), await agent.call("find_orders", { limit: 1 })]) {
    expect({ isError: called.isError, error: called.data.error }).toEqual({
      isError: true,
      error: { code: "result_too_large", message: "The result is larger than 4 MiB. Read it from the HTTP API, or ask for less." },
    });
    expect(called.response.text.length).toBeLessThan(1000);
  }
  expect((await shop.v2(`/orders/${order.id}`)).body.items[0].comment).toHaveLength(LARGE);
});

it("a write whose result is too large is executed, and the error says so", async () => {
  const { isError, data } = await agent.call("set_order_status", { order_id: order.id, status: "In Production", idempotency_key: "k" });
  expect({ isError, error: data.error }).toEqual({
    isError: true,
    error: {
      code: "result_too_large",
      message: "The change was made, but its result is larger than 4 MiB. Read it from the HTTP API, or ask for less.",
    },
  });
  expect((await shop.v2(`/orders/${order.id}`)).body.status).toBe("In Production");
});
