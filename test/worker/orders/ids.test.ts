import { beforeAll, describe, expect, it } from "vitest";
import v2 from "../../../openapi/v2.json";
import { createShop, type Shop, ingestOrder } from "../../kit/client";

/**
 * In v2 an order's id is an integer and an item's id a string, in every request and response (docs/spec/resources.md#ids).
 */

type Schema = Record<string, unknown>;

/** The types of every property with one of the names, in all schemas of the document. */
function typesOf(names: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const gather = (part: unknown, place: string): void => {
    if (part === null || typeof part !== "object") return;
    for (const [name, inner] of Object.entries(part as Schema)) {
      const at = `${place}.${name}`;
      if (place.endsWith(".properties") && names.includes(name)) {
        const { type, anyOf = [] } = inner as { type?: string | string[]; anyOf?: { type: string }[] };
        found.set(at, new Set([type ?? [], anyOf.map((one) => one.type)].flat(2)));
      }
      if (name !== "example" && name !== "examples") gather(inner, at);
    }
  };
  gather(v2.components.schemas, "");
  gather(v2.paths, "");
  return found;
}

describe("in the OpenAPI document of v2", () => {
  it("every order_id is an integer or null", () => {
    const found = typesOf(["order_id"]);
    expect(found.size).toBeGreaterThan(10);
    for (const [place, types] of found)
      expect({ place, types: [...types].filter((type) => type !== "null") }).toEqual({ place, types: ["integer"] });
  });

  it("every order_item_id may be a string", () => {
    const found = typesOf(["order_item_id"]);
    expect(found.size).toBeGreaterThan(3);
    for (const [place, types] of found) expect({ place, isText: types.has("string") }).toEqual({ place, isText: true });
  });
});

describe("an order and its parts", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await createShop();
  });

  it("have the order's id as an integer in v2; an item of Public V1 has it as a string", async () => {
    const order = await ingestOrder(shop);
    const [item] = order.items;
    expect({ order_id: item.order_id, typeOfId: typeof item.id }).toEqual({ order_id: order.id, typeOfId: "string" });
    const { body: fulfillment } = await shop.v2(`/orders/${order.id}/fulfillments`, { body: { tracking_number: "1Z" } });
    expect({ order_id: fulfillment.order_id, order_item_id: fulfillment.items[0].order_item_id }).toEqual({
      order_id: order.id,
      order_item_id: item.id,
    });
    expect((await shop.v2("/order-items")).body.data[0].order_id).toBe(order.id);
    const { body: sku } = await shop.v2("/catalog/unmatched-skus");
    expect(sku.data.map(({ newest_item }: { newest_item: { order_id: unknown } }) => newest_item.order_id)).toEqual([order.id]);
    const { data } = (await shop.v1(`/orderItems/${item.id}`)).body;
    expect({ orderId: data.orderId, id: data.id }).toEqual({ orderId: String(order.id), id: item.id });
  });
});
