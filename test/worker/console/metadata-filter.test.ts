import { beforeAll, expect, it } from "vitest";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { createMember, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
let foundId: number;
let otherId: number;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
  foundId = (await ingestOrder(shop, { metadata: { batch: "7", "a b": "x=y" } })).id;
  otherId = (await ingestOrder(shop, { metadata: { batch: "8" } })).id;
});

const openList = async (text: string) => {
  const { status, text: page } = await member.open(`/orders?metadata=${encodeURIComponent(text)}`);
  return { status, page, ids: [foundId, otherId].filter((id) => page.includes(`/orders/${id}"`)) };
};

it("the filter by metadata finds the orders with a key and its value, and shows the pair again", async () => {
  expect((await openList("batch=7")).ids).toEqual([foundId]);
  expect((await openList(" a b = x=y ")).ids).toEqual([foundId]);
  expect((await openList("batch=9")).ids).toEqual([]);
  expect((await openList("BATCH=7")).ids).toEqual([]);
  // As in v2, a pair whose value is empty is no filter.
  for (const empty of ["", " ", "batch="]) expect((await openList(empty)).ids).toEqual([foundId, otherId]);
  expect((await openList("batch=7")).page).toMatch(/<input[^>]* name="metadata"[^>]* value="batch=7"/);
});

it("the filter by metadata rejects a text without an equals sign, and a name that is not a valid key", async () => {
  for (const wrong of ["batch", "a[b=1", "=1", `${"k".repeat(41)}=1`])
    expect({ wrong, status: (await openList(wrong)).status }).toEqual({ wrong, status: 400 });
  expect((await openList("batch")).page).toContain("Enter a key and its value, for example batch=7.");
});

it("the filter by metadata applies to exports and to actions on all matching orders, too", async () => {
  // The ids for an action on all matching orders.
  const { text } = await member.open("/orders/ids?metadata=batch%3D7");
  expect(JSON.parse(text)).toMatchObject({ ids: [foundId] });
  const exported = await member.open("/orders.csv?metadata=batch%3D8");
  expect([exported.text.includes(`\n${otherId},`), exported.text.includes(`\n${foundId},`)]).toEqual([true, false]);
});
