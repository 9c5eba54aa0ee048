import { expect, it } from "vitest";
import { createShop, idempotencyKey, rowsOf, type Shop, ingestOrder } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { type CallLimit, exportParts, nameOf, openPart, parsePart, requestPart, search } from "./export-kit";
import { fillWithPerson, PERSON } from "./kit";

/** The export of a person's data in parts (docs/spec/personal-data.md#export). */

/** The limit of the Free plan. */
const FREE: CallLimit = { maxCalls: 50, countedPer: "batch" };
const PAID: CallLimit = { maxCalls: 1_000, countedPer: "batch" };

/** Creates the person's data in a shop, with enough orders for an export of several parts on the Free plan. */
async function fill(shop: Shop) {
  captureEnqueued();
  const ids = await fillWithPerson(shop);
  for (let nth = 0; nth < 4; nth += 1) await ingestOrder(shop, { customer_name: PERSON.name, items: [{ name: "Mug", price: nth }] });
  return ids;
}

it.each([0, 1])("the parts have each row of the search once, within the calls of the Free plan: database %i", async (database) => {
  const shop = await createShop({ database });
  await fill(shop);
  const found = await search(shop.id, PERSON);
  const parts = await exportParts(shop, PERSON, FREE);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.flat()).toEqual(found);
  expect(new Set(found.map(nameOf)).size).toBe(found.length);
  const [whole, ...others] = await exportParts(shop, PERSON, PAID);
  expect({ whole, others }).toEqual({ whole: found, others: [] });
});

it("a page of the search also stays within the calls of the Free plan", async () => {
  const shop = await createShop({ database: 1 });
  await fill(shop);
  const expected = await search(shop.id, PERSON);
  const found = [];
  let cursor: string | undefined;
  do {
    const response = await requestPart(shop, "search", { ...PERSON, cursor }, FREE);
    expect(response.status).toBe(200);
    const page = await response.json<{ data: unknown[]; next_cursor: string | null }>();
    found.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(found).toEqual(expected);
});

it("rows that change between the parts are in exactly one part", async () => {
  const shop = await createShop({ database: 1 });
  const { order, mentioned, ticket } = await fill(shop);
  const later = await ingestOrder(shop, { customer_name: PERSON.name, items: [{ name: "Mug", price: 1 }] });
  const before = (await search(shop.id, PERSON)).map(nameOf);
  let changes = 0;
  const parts = await exportParts(shop, PERSON, { maxCalls: 20, countedPer: "batch" }, async (nth) => {
    changes += 1;
    // The ticket moves between the person's orders and one that only mentions them. Both recipients are replaced by another person and back.
    const target = [mentioned, later.id, order][nth % 3];
    await shop.v2(`/tickets/${ticket}`, { method: "PATCH", body: { order_id: target }, headers: idempotencyKey() });
    const name = nth % 2 === 0 ? PERSON.name : "Somebody Else";
    for (const id of [order, later.id])
      await shop.v2(`/orders/${id}`, { method: "PATCH", body: { customer_phone: `+49 170 5550123 ${nth}`, ship_name: name } });
  });
  expect(changes).toBeGreaterThan(2);
  const exported = parts.flat().map(nameOf);
  expect(new Set(exported).size).toBe(exported.length);
  expect(before.filter((name) => !exported.includes(name))).toEqual([]);
});

it("a row with an identifier whose order is no longer the person's is in a later part", async () => {
  const shop = await createShop({ database: 1 });
  const { id } = await ingestOrder(shop, { customer_email: PERSON.email, items: [{ name: "Mug", price: 1 }] });
  const ofOrder: string[] = [];
  for (let nth = 0; nth < 1000; nth += 1) ofOrder.push(`Letter ${nth} to ${PERSON.email}`);
  await rowsOf(
    shop,
    `insert into order_notes (organization_id, order_id, author_name, text, created_at)
     select ?, ?, 'Somebody', value, 1 from json_each(?)`,
    shop.id,
    id,
    JSON.stringify(ofOrder),
  );
  const before = (await search(shop.id, { email: PERSON.email })).map(nameOf);
  const parts = await exportParts(shop, { email: PERSON.email }, { maxCalls: 10, countedPer: "batch" }, async (nth) => {
    if (nth === 1) await rowsOf(shop, "update orders set customer_email = null where id = ?", id);
  });
  expect(parts.length).toBeGreaterThan(1);
  const exported = parts.flatMap((rows) => rows.map(nameOf));
  expect(exported.toSorted()).toEqual(before.toSorted());
});

it("a part whose download broke off can be requested again with the same cursor", async () => {
  const shop = await createShop({ database: 1 });
  await fill(shop);
  const { next } = parsePart(await (await requestPart(shop, "export", PERSON, FREE)).text());
  const second = async () => await requestPart(shop, "export", { ...PERSON, cursor: next }, FREE);
  await (await openPart(shop, "export", { ...PERSON, cursor: next }, FREE)).body?.cancel();
  const [once, again] = [parsePart(await (await second()).text()), parsePart(await (await second()).text())];
  expect(once.rows.length).toBeGreaterThan(0);
  expect(again.rows).toEqual(once.rows);
});

it("a cursor continues only the export of its organization and its person, and no search, nor does that of a search an export", async () => {
  const [shop, other] = [await createShop({ database: 1 }), await createShop({ database: 1 })];
  await fill(shop);
  const { next: cursor } = parsePart(await (await requestPart(shop, "export", PERSON, FREE)).text());
  const { next_cursor: ofSearch } = await (await requestPart(shop, "search", PERSON, FREE)).json<{ next_cursor: string }>();
  expect([typeof cursor, typeof ofSearch]).toEqual(["string", "string"]);
  const codeOf = async (response: Response) => {
    expect(response.status).toBe(400);
    return /"code":"(invalid_cursor)"/.exec(await response.text())?.[1];
  };
  expect(await codeOf(await requestPart(other, "export", { ...PERSON, cursor }, FREE))).toBe("invalid_cursor");
  expect(await codeOf(await requestPart(shop, "export", { ...PERSON, name: "Zora", cursor }, FREE))).toBe("invalid_cursor");
  expect(await codeOf(await requestPart(shop, "export", { ...PERSON, cursor: ofSearch }, FREE))).toBe("invalid_cursor");
  expect(await codeOf(await requestPart(shop, "search", { ...PERSON, cursor }, FREE))).toBe("invalid_cursor");
  expect((await requestPart(shop, "export", { ...PERSON, cursor }, FREE)).status).toBe(200);
});
