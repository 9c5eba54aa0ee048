import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type Shop } from "../kit/client";
import { dataOf, type Ids, createOneOfEach, ENDPOINT_LIST, send } from "./kit";

let ours: Shop;
let theirs: Shop;
let ourIds: Ids;
let theirIds: Ids;
beforeAll(async () => {
  [ours, theirs] = [await createShop(), await createShop()];
  [ourIds, theirIds] = [await createOneOfEach(ours), await createOneOfEach(theirs)];
});

/** Everything that a shop can read with GET. */
async function everythingOf(shop: Shop, ids: Ids): Promise<string[]> {
  const reads = ENDPOINT_LIST.filter(([, { method }]) => method === "GET");
  const responses = await Promise.all(reads.map(([, row]) => send(shop.v1, row, ids)));
  return responses.map((response) => JSON.stringify(dataOf(response)));
}

describe("organizations", () => {
  it("an id of another organization is 404 not_found on every endpoint, and nothing of that organization changes", async () => {
    const before = await everythingOf(theirs, theirIds);
    const withIds = ENDPOINT_LIST.filter(([, { path }]) => path(ourIds) !== path(theirIds));
    expect(withIds).toHaveLength(11);
    for (const [name, row] of withIds) {
      const { status, body } = await send(ours.v1, row, theirIds);
      expect({ status, code: body.error.code, message: body.error.message }, name).toEqual({
        status: 404,
        code: "not_found",
        message: "Resource not found.",
      });
    }
    expect(await everythingOf(theirs, theirIds)).toEqual(before);
  });

  it("a list contains only rows of the caller's organization", async () => {
    expect(dataOf(await ours.v1("/orders")).map(({ id }: { id: number }) => id)).toEqual([ourIds.order]);
    expect(dataOf(await ours.v1("/orderItems")).map(({ id }: { id: string }) => id)).toEqual([ourIds.item]);
    for (const path of ["/orders", "/orderItems"]) expect(dataOf(await ours.v1(`${path}?store_id=${theirs.store.id}`))).toEqual([]);
  });

  it("a write changes only the caller's organization", async () => {
    const before = await everythingOf(theirs, theirIds);
    for (const [name, row] of ENDPOINT_LIST.filter(([, { method }]) => method !== "GET")) {
      const response = await send(ours.v1, row, ourIds);
      expect(response.status, name).toBeLessThan(300);
      if ("organization_id" in response.body.data) expect(response.body.data.organization_id, name).toBe(ours.id);
    }
    expect(await everythingOf(theirs, theirIds)).toEqual(before);
  });

  it("a body that names another organization's store is 404 not_found", async () => {
    const body = { category: "rent", amount: 1, date: "2026-01-31", store_id: String(theirs.store.id) };
    for (const [path, sent] of [
      ["/expenses", body],
      ["/expenses/bulk", { expenses: [body] }],
    ] as const) {
      const response = await ours.v1(path, { body: sent });
      expect({ status: response.status, code: response.body.error.code }, path).toEqual({ status: 404, code: "not_found" });
      expect(response.body.error.details[0].path).toMatch(/store_id$/);
    }
  });
});
