import { expect, it } from "vitest";
import { ingestOrder } from "../../kit/client";
import { createMember } from "../console/kit";
import { aProducingShop, anItem, orderOf, sendAll } from "./kit";

/** The pages that send items to suppliers and record their invoices (docs/spec/console.md#production). */

it("says that no message is sent, which suppliers have a link, and then where links are created", async () => {
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

it("names the currency of each amount of an invoice, with the decimals that it has", async () => {
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

it("leads from production without anything to the orders that are ready to send", async () => {
  const shop = await aProducingShop();
  const { text } = await (await createMember(shop.id, "member")).open("/production");
  const [, empty = ""] = /<div class="empty">(.*?)<\/div>/s.exec(text) ?? [];
  expect(empty.replaceAll(/<[^>]*>/g, "")).toBe(
    "Nothing is with a supplier. Select orders that are ready to send, and send them.View orders ready to send",
  );
  expect(empty).toContain(`<a href="/console/${shop.id}/orders?ready=true" class="button">`);
  expect(text).not.toContain("0 open");
});
