import { beforeEach, describe, expect, it } from "vitest";
import { ingestOrder, rows, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { createMember, type Visitor } from "../console/kit";
import { claimSizes, MIB } from "../pages/kit";
import { aProofShop, orderWithDesigns, send } from "./kit";

/** The page that creates the links to the proofs of large orders (docs/spec/console.md#production). */

const MAX_SHOWN = 500;

let shop: Shop;
let member: Visitor;
beforeEach(async () => {
  shop = await aProofShop();
  member = await createMember(shop.id, "member");
});

const pageOf = (...ids: readonly number[]): string => `/production/proofs/send?ids=${ids.join(",")}`;
const open = async (...ids: readonly number[]): Promise<string> => (await member.open(pageOf(...ids))).text;

/** The items that a page shows, and those of them that are selected. */
function shownIn(html: string): { items: string[]; selected: string[] } {
  const boxes = [...html.matchAll(/<input type="checkbox" name="item" value="(\d+)"[^>]*>/g)];
  const idsOf = (of: typeof boxes) => of.flatMap(([, id = ""]) => [id]);
  return { items: idsOf(boxes), selected: idsOf(boxes.filter(([box]) => / checked/.test(box))) };
}

/** Sends the form of a page as it was opened. */
async function createLinks(html: string): Promise<string> {
  const hidden = [...html.matchAll(/<input type="hidden" name="(ids|has_more)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  return (await member.send("/production/proofs/send", { ...Object.fromEntries(hidden), item: shownIn(html).selected })).text;
}

/** What a page says about the items that it does not show. */
const noticeOf = (html: string): string[] => [...html.matchAll(/<p>(\d+ more item[^<]*)<\/p>/g)].flatMap(([, text = ""]) => [text]);

/** An order of so many items without and, after them, with a design. Returns the ids of all of its items. */
async function largeOrder(
  { plain, designed }: { plain: number; designed: number },
  fields: object = {},
): Promise<{ id: number; items: string[] }> {
  const [{ id: first }] = (await orderWithDesigns(shop, "Mug")).items;
  const [found] = await rows<{ design_url: string }>("select design_url from order_items where id = ?", Number(first));
  const itemOf = (name: string, design: object) => ({ name, price: 1, ...design, ...fields });
  const order = await ingestOrder(shop, {
    items: [
      ...Array.from({ length: plain }, (_, n) => itemOf(`Plain ${n}`, {})),
      ...Array.from({ length: designed }, (_, n) => itemOf(`Mug ${n}`, { design_url: found?.design_url })),
    ],
  });
  return { id: order.id, items: order.items.map(({ id }: { id: string }) => id) };
}

describe("an order with more items than can be sent at once", () => {
  it("has its proofs sent in several steps, each of which shows what it sends", { tags: "long" }, async () => {
    const { id, items } = await largeOrder({ plain: 3, designed: MAX_SHOWN + 2 });
    const html = await open(id);
    // Items of which nothing can be sent do not take the places of the others.
    expect(shownIn(html)).toEqual({ items: items.slice(3, -2), selected: items.slice(3, -2) });
    expect(noticeOf(html)).toEqual([
      "2 more items have a proof to send, which this page has no room for. Create the links of these first, and then those of the others.",
      "3 more items are not shown, because there is nothing to send.",
    ]);

    const text = await createLinks(html);
    expect(text.match(/id="link-\d+"/g)).toEqual([`id="link-${id}"`]);
    const [, next = ""] = /<a href="\/console\/\d+([^"]*)"[^>]*>Create the links of the other items</.exec(text) ?? [];
    expect(next).toBe(pageOf(id));
    expect((await rows("select 1 from proofs where organization_id = ? and state = 'sent'", shop.id)).length).toBe(MAX_SHOWN);

    const others = await open(id);
    const shown = shownIn(others);
    expect({ count: shown.items.length, selected: shown.selected }).toEqual({ count: MAX_SHOWN, selected: items.slice(-2) });
    expect(noticeOf(others)).toEqual([
      "2 more items are not shown, because the buyers have the proofs already.",
      "3 more items are not shown, because there is nothing to send.",
    ]);
    const last = await createLinks(others);
    expect(last).toContain("Proof links created");
    expect(last).not.toContain("Create the links of the other items");
  });

  it("keeps its page small, whatever its texts", async () => {
    const name = '"'.repeat(255);
    const { id, items } = await largeOrder({ plain: 200, designed: 0 }, { name, design_url: `https://files.example/?${"&".repeat(2000)}` });
    const html = await open(id);
    const shown = shownIn(html).items;
    expect(html.length).toBeLessThan(MIB);
    expect(shown).toEqual(items.slice(0, shown.length));
    // The page has room for 512 KiB of texts. Escaped, a row's name, which it has four times, and its URL take 18,000 characters.
    expect(shown.length).toBe(28);
    expect(noticeOf(html)).toEqual([`${200 - shown.length} more items are not shown, because there is nothing to send.`]);
  });
});

it("an order whose items fit is shown whole, in the order of its items", async () => {
  const { id, items } = await largeOrder({ plain: 2, designed: 2 });
  const html = await open(id);
  expect(shownIn(html)).toEqual({ items, selected: items.slice(2) });
  expect(noticeOf(html)).toEqual([]);
  expect(await createLinks(html)).not.toContain("the other items");
});

describe("orders that are too large together", () => {
  let ids: number[];
  beforeEach(async () => {
    ids = [];
    for (const name of ["Mug", "Bag", "Cup"]) ids.push((await orderWithDesigns(shop, name)).id);
  });

  it("return 413 with the number of orders that fit, and none of their items is read", async () => {
    const itemsPerOrder = 100;
    const large: number[] = [];
    for (let n = 0; n < 3; n += 1) large.push((await largeOrder({ plain: itemsPerOrder, designed: 0 })).id);
    await claimSizes(shop, { item_count: 4000 });
    const line = await logOf(async () => {
      const { status, text } = await member.open(pageOf(...large));
      expect({ status, text }).toEqual({
        status: 413,
        text: expect.stringContaining("these 3 orders have more than 10,000 items, or too much text. Choose at most the first 2."),
      });
    });
    expect(line.rows_read).toBeLessThan(itemsPerOrder);
    expect(shownIn(await open(...ids.slice(0, 2))).items).toHaveLength(2);
  });

  it("return 413 to the API, and nothing is sent", async () => {
    // To be sent, orders may have 5,000 items together (MAX_CHANGED_ITEMS).
    await claimSizes(shop, { item_count: 2000 });
    const { status, body } = await send(shop, { order_ids: ids });
    expect({ status, details: body.error?.details }).toEqual({
      status: 413,
      details: [expect.objectContaining({ code: "stored_items_limit", fitting: 2 })],
    });
    expect(await rows("select 1 from proofs where organization_id = ?", shop.id)).toEqual([]);
    expect((await send(shop, { order_ids: ids.slice(0, 2) })).body.orders).toHaveLength(2);
  });

  it("have the proofs of their named items sent, because a request has few of them", async () => {
    const items = await rows<{ id: number }>("select id from order_items where organization_id = ?", shop.id);
    await claimSizes(shop, { item_count: 2000 });
    const { status, body } = await send(shop, { order_item_ids: items.map(({ id }) => String(id)) });
    expect({ status, count: body.orders?.length }).toEqual({ status: 200, count: 3 });
  });
});
