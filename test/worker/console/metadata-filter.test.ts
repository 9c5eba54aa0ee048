import { beforeAll, expect, it } from "vitest";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { createMember, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
let found: number;
let other: number;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
  found = (await ingestOrder(shop, { metadata: { batch: "7", "a b": "x=y" } })).id;
  other = (await ingestOrder(shop, { metadata: { batch: "8" } })).id;
});

const listed = async (text: string) => {
  const { status, text: page } = await member.open(`/orders?metadata=${encodeURIComponent(text)}`);
  return { status, page, ids: [found, other].filter((id) => page.includes(`/orders/${id}"`)) };
};

it("finds the orders with a key and its value, and shows the pair again", async () => {
  expect((await listed("batch=7")).ids).toEqual([found]);
  expect((await listed(" a b = x=y ")).ids).toEqual([found]);
  expect((await listed("batch=9")).ids).toEqual([]);
  expect((await listed("BATCH=7")).ids).toEqual([]);
  for (const empty of ["", " ", "batch="]) expect((await listed(empty)).ids).toEqual([found, other]);
  expect((await listed("batch=7")).page).toMatch(/<input[^>]* name="metadata"[^>]* value="batch=7"/);
});

it("rejects a text without a value, and a name that is not a valid key", async () => {
  for (const wrong of ["batch", "a[b=1", "=1", `${"k".repeat(41)}=1`])
    expect({ wrong, status: (await listed(wrong)).status }).toEqual({ wrong, status: 400 });
  expect((await listed("batch")).page).toContain("Enter a key and its value, for example batch=7.");
});

it("is also a filter of exports and of actions on all matching orders", async () => {
  const { text } = await member.open("/orders/ids?metadata=batch%3D7");
  expect(JSON.parse(text)).toMatchObject({ ids: [found] });
  const exported = await member.open("/orders.csv?metadata=batch%3D8");
  expect([exported.text.includes(`\n${other},`), exported.text.includes(`\n${found},`)]).toEqual([true, false]);
});
