import { expect, it } from "vitest";
import { createMember } from "../console/kit";
import { aProducingShop, anItem, orderOf } from "./kit";

/** The page of the console that sends items to their suppliers (docs/spec/console.md#production). */

it("says that no message is sent, which suppliers have a link, and then where links are created", async () => {
  const shop = await aProducingShop();
  const member = await createMember(shop.id, "member");
  const order = await orderOf(shop, anItem(), anItem({ name: "Bag", assigned_supplier: "Bag works" }), anItem({ assigned_supplier: "Nobody" }));
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
