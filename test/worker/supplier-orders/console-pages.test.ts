import { expect, it } from "vitest";
import { ingestOrder } from "../../kit/client";
import { createMember } from "../console/kit";
import { aProducingShop, anItem, orderOf, sendAll } from "./kit";

/** The pages that send items to suppliers and record their invoices (docs/spec/console.md#production). */

it("the page that sends items says that no message is sent, which suppliers have a link, and then where links are created", async () => {
  const shop = await aProducingShop();
  const member = await createMember(shop.id, "member");
  const order = await orderOf(
    shop,
    anItem(),
    anItem({ name: "Bag", assigned_supplier: "Bag works" }),
    anItem({ assigned_supplier: "Nobody" }),
  );
  const { data } = (await shop.v2("/suppliers")).body;
  const acme = data.find(({ name }: { name: string }) => name === "Acme").id;
  const cardsOf = async () => {
    const { text } = await member.open(`/production/send?ids=${order.id}`);
    expect(text).toContain("No message is sent: a supplier sees the order on its link.");
    return text.match(/<h2>(?:Acme|Bag works|No active supplier)|Has a link|No link yet/g)?.map((part) => part.replace("<h2>", ""));
  };
  expect(await cardsOf()).toEqual(["Acme", "No link yet", "Bag works", "No link yet", "No active supplier"]);
  const link = await shop.v2(`/suppliers/${acme}/links`, { body: {} });
  expect(await cardsOf()).toEqual(["Acme", "Has a link", "Bag works", "No link yet", "No active supplier"]);
  await shop.v2(`/suppliers/${acme}/links/${link.body.id}`, { method: "DELETE" });
  expect(await cardsOf()).toEqual(["Acme", "No link yet", "Bag works", "No link yet", "No active supplier"]);

  const items = order.items.slice(0, 2).map(({ id }: { id: string }) => id);
  const quantities = Object.fromEntries(items.map((id: string) => [`quantity_${id}`, "3"]));
  const sent = await member.send("/production/send", { ids: String(order.id), item: items, ...quantities, override_reason: "" });
  const shown = await member.open((sent.location ?? "").replace(`/console/${shop.id}`, ""));
  expect(shown.text).toContain(
    `Supplier orders created. Tell each supplier. <a href="/console/${shop.id}/suppliers">Suppliers and their links</a>`,
  );
});

it("the page of an invoice names the currency of each amount, with the decimals that it has", async () => {
  const shop = await aProducingShop();
  const owner = await createMember(shop.id, "owner");
  const fieldsOf = async (currency: string, costs: readonly number[]) => {
    const items = costs.map((cost) => anItem({ cost }));
    const order = await ingestOrder(shop, { currency, items });
    const { id } = await sendAll(shop, order.id);
    const { text } = await owner.open(`/production/${id}/invoice`);
    return [...text.matchAll(/<span class="soft">(\w+)<\/span><input name="charged_cost_[^>]*value="([^"]*)"/g)].map(
      ([, of, value]) => `${of} ${value}`,
    );
  };
  expect(await fieldsOf("USD", [1.2, 3, 0.1234])).toEqual(["USD 1.20", "USD 3.00", "USD 0.1234"]);
  expect(await fieldsOf("JPY", [120, 1.5])).toEqual(["JPY 120", "JPY 1.5"]);
});

it("the list of production says whose orders it has if they are those of one supplier, and then opens the tab of all, not of the open ones", async () => {
  const shop = await aProducingShop();
  const member = await createMember(shop.id, "member");
  const { supplier_id } = await sendAll(shop, (await orderOf(shop, anItem())).id);
  const headOf = async (path: string) => {
    const { text } = await member.open(path);
    const [, lead = null] = /<h1>Production<\/h1><p class="soft">(.*?)<\/p>/s.exec(text) ?? [];
    const [, tab = null] = /<nav class="tabs" aria-label="State"><a [^>]*aria-current="page"[^>]*>(\w+)/s.exec(text) ?? [];
    return { lead, tab };
  };
  expect(await headOf("/production")).toMatchObject({ tab: "Open" });
  expect(await headOf(`/production?supplier_id=${supplier_id}`)).toEqual({ lead: "With Acme", tab: "All" });
});

it("an empty list of production leads to the orders that are ready to send", async () => {
  const shop = await aProducingShop();
  const { text } = await (await createMember(shop.id, "member")).open("/production");
  const [, empty = ""] = /<div class="empty">(.*?)<\/div>/s.exec(text) ?? [];
  expect(empty.replaceAll(/<[^>]*>/g, "")).toBe(
    "Nothing is with a supplier. Select orders that are ready to send, and send them.View orders ready to send",
  );
  expect(empty).toContain(`<a href="/console/${shop.id}/orders?ready=true" class="button">`);
  expect(text).not.toContain("0 open");
});

/** The items that are selected on the page that sends them to suppliers, as its form has them: `id:left`. */
const selectedIn = (html: string): string[] =>
  [...html.matchAll(/<input type="checkbox" name="item" value="(\d+:\d+)"[^>]*>/g)].flatMap(([box, choice = ""]) =>
    / checked/.test(box) ? [choice] : [],
  );

it("the lines of a supplier order are on pages of 50", async () => {
  const shop = await aProducingShop();
  const member = await createMember(shop.id, "member");
  const order = await orderOf(shop, ...Array.from({ length: 60 }, (_, n) => anItem({ name: `Mug ${n + 1}` })));
  const { id } = await sendAll(shop, order.id);
  const linesOf = async (path: string) => [...(await member.open(path)).text.matchAll(/>Mug (\d+)<\/a>/g)].map(([, n]) => Number(n));
  const first = await linesOf(`/production/${id}`);
  expect([first.length, first.at(0), first.at(-1)]).toEqual([50, 1, 50]);
  expect((await member.open(`/production/${id}`)).text).toContain(`href="/console/${shop.id}/production/${id}?lines_page=2"`);
  expect(await linesOf(`/production/${id}?lines_page=2`)).toEqual([51, 52, 53, 54, 55, 56, 57, 58, 59, 60]);
});

it("a rejection that was not carried out opens the page of its line, with the reason in the form of that line alone", async () => {
  const shop = await aProducingShop();
  const member = await createMember(shop.id, "member");
  const order = await orderOf(shop, ...Array.from({ length: 60 }, (_, n) => anItem({ name: `Mug ${n + 1}` })));
  const { id } = await sendAll(shop, order.id);
  const item = order.items.find(({ name }: { name: string }) => name === "Mug 60").id;
  const reason = `No cups. ${"x".repeat(500)}`;
  const { status, text } = await member.send(`/production/${id}/lines/${item}/reject`, { reason });
  const fields = [...text.matchAll(/<input id="([^"]*)" name="reason"[^>]*value="([^"]*)"/g)].filter(([, , value]) => value !== "");
  expect({ status, fields: fields.map(([, field, value]) => ({ field, value })) }).toEqual({
    status: 400,
    fields: [{ field: `${item}-reason`, value: reason }],
  });
  expect(text).toContain(">Mug 60</a>");
});

it("the page that sends items shows no more than one form can send, and then the next ones", { tags: "long" }, async () => {
  const shop = await aProducingShop();
  const member = await createMember(shop.id, "member");
  const order = await orderOf(shop, ...Array.from({ length: 410 }, (_, n) => anItem({ name: `Mug ${n + 1}`, quantity: 1 })));
  const path = `/production/send?ids=${order.id}`;
  const sendShown = async (html: string) => {
    const items = selectedIn(html);
    const quantities = Object.fromEntries(items.map((choice) => [`quantity_${choice.split(":")[0]}`, "1"]));
    const more = html.includes('name="has_more"') ? { has_more: "1" } : {};
    const sent = await member.send("/production/send", { ids: String(order.id), item: items, ...quantities, ...more });
    return { count: items.length, to: (sent.location ?? sent.text).replace(`/console/${shop.id}`, "").replace(/[?&]done=.*/, "") };
  };
  const first = (await member.open(path)).text;
  expect(first).toContain("These are the first 400 items. After you have sent them, this page has the next ones.");
  expect(await sendShown(first)).toEqual({ count: 400, to: path });
  const second = (await member.open(path)).text;
  expect(second).not.toContain("These are the first");
  expect(await sendShown(second)).toEqual({ count: 10, to: expect.stringMatching(/^\/production\/sor_/) });
});

it(
  "the page that sends items shows those that lack nothing before the others, so that these never hide them",
  { tags: "long" },
  async () => {
    const shop = await aProducingShop();
    const member = await createMember(shop.id, "member");
    const lacking = Array.from({ length: 400 }, (_, n) => anItem({ name: `Mug ${n + 1}`, quantity: 1, assigned_supplier: null }));
    const order = await orderOf(shop, ...lacking, anItem({ name: "Ready mug", quantity: 1 }));
    const { text } = await member.open(`/production/send?ids=${order.id}`);
    expect({ sent: selectedIn(text), notice: text.match(/These are the first \d+ items/)?.[0] }).toEqual({
      sent: [`${order.items.at(-1).id}:1`],
      notice: "These are the first 400 items",
    });
  },
);

it("the page that sends items stays small, whatever their texts", async () => {
  const shop = await aProducingShop();
  const member = await createMember(shop.id, "member");
  const order = await orderOf(shop, ...Array.from({ length: 200 }, () => anItem({ name: '"'.repeat(255) })));
  const { text } = await member.open(`/production/send?ids=${order.id}`);
  expect(text.length).toBeLessThan(1024 * 1024);
  expect(text).toMatch(/These are the first 1\d\d items/);
});
