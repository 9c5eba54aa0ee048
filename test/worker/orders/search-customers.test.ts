import { beforeAll, describe, expect, it } from "vitest";
import { createCredential, createShop, rows, type Shop, ingestOrder, v2As } from "../../kit/client";
import { createMember } from "../console/kit";
import { erase } from "../personal-data/kit";

/** Orders are found by their customer, address and tags (docs/spec/lists-and-filters.md#search). */

const CUSTOMER = {
  number: "#1",
  customer_name: "Ann Łęcka",
  customer_email: "Ann.Lee+shop@Example.co.uk",
  customer_phone: "+44 (0)20 7946 0958 ext. 12",
  ship_name: "Søren Đặng",
  ship_company: "Straße & Co",
  ship_city: "Tromsø",
  ship_zipcode: "SW1A 1AA",
  tags: ["wholesale-vip", "Größe L"],
};

let shop: Shop;
let id: number;
let otherId: number;
beforeAll(async () => {
  shop = await createShop();
  id = (await ingestOrder(shop, CUSTOMER)).id;
  const other = await ingestOrder(shop, {
    number: "#2",
    customer_name: "Bo",
    customer_email: "bo@example.com",
    customer_phone: "+1 555 010 9999",
    ship_city: "Oslo",
  });
  otherId = other.id;
});

const idsFor = async (q: string, call = shop.v2): Promise<number[]> =>
  (await call(`/orders?q=${encodeURIComponent(q)}`)).body.data.map((order: { id: number }) => order.id);

describe("an order is found by", () => {
  it.each([
    ["the beginning of its email address", "ann.lee+shop@exam"],
    ["the whole address, as it is copied from a mail", "<ANN.LEE+shop@example.co.uk>,"],
    ["the address beside a word", "tromso ann.lee+shop@example.co.uk"],
    ["a phone number as it is stored", "+44 (0)20 7946 0958"],
    ["its digits alone", "442079460958"],
    ["the number with 00", "0044 20 7946-0958"],
    ["the national number", "020 7946 0958"],
    ["the national number with other separators", "(020)7946.0958"],
    ["the end of the number", "7946 0958"],
    ["its extension", "+44 20 7946 0958 x12"],
    ["the number beside a word", "lecka 02079460958"],
    ["the postal code", "SW1A 1AA"],
    ["the postal code without its space", "sw1a1aa"],
    ["the city, where ø is o", "tromso"],
    ["the city as it is written", "Tromsø"],
    ["a name with ł", "ann lecka"],
    ["a name with đ and ø", "soren dang"],
    ["a company with ß", "strasse"],
    ["a tag", "vip"],
    ["a tag with ß", "grosse"],
  ])("%s", async (_what, q) => {
    expect(await idsFor(q)).toEqual([id]);
  });

  it.each([
    ["another address that ends alike", "lee+shop@example.co.uk"],
    ["fewer digits than a phone number has", "460958"],
    ["another country's number with the same end", "+49 30 7946 0958"],
    ["a number with other digits in the middle", "020 7947 0958"],
  ])("not by %s", async (_what, q) => {
    expect(await idsFor(q)).toEqual([]);
  });

  it("a phone number that is stored without its country code, also with it", async () => {
    const { id: national } = await ingestOrder(shop, { customer_phone: "030 1234567" });
    for (const q of ["+49 30 1234567", "0049301234567", "301234567"]) expect(await idsFor(q)).toEqual([national]);
  });

  it("the new values after a change, and not the old ones", async () => {
    const { id: moved } = await ingestOrder(shop, {
      customer_email: "old@example.net",
      customer_phone: "089 7654321",
      ship_city: "Ulm",
      tags: ["q3"],
    });
    const body = { customer_email: "new@example.net", customer_phone: "089 1111222", ship_city: "Bonn", tags: ["q4"] };
    await shop.v2(`/orders/${moved}`, { method: "PATCH", body });
    for (const q of ["old@example.net", "0897654321", "ulm", "q3"]) expect({ q, ids: await idsFor(q) }).toEqual({ q, ids: [] });
    for (const q of ["new@example.net", "0891111222", "bonn", "q4"]) expect({ q, ids: await idsFor(q) }).toEqual({ q, ids: [moved] });
  });
});

describe("contact data", () => {
  it("is not searched for a token without customers:read, nor for Public V1", async () => {
    const token = await createCredential(shop.id, "api_token", { scopes: ["orders:read"] });
    for (const q of ["ann.lee+shop@example.co.uk", "ann.lee+shop@", "020 7946 0958"]) {
      expect(await idsFor(q, v2As(token))).toEqual([]);
      expect(await idsFor(q, shop.v1)).toEqual([]);
    }
    // Both find what is not contact data.
    for (const call of [v2As(token), shop.v1]) expect(await idsFor("tromso", call)).toEqual([id]);
  });

  it("is searched in the console, also for a viewer, in the list and in the global search", async () => {
    const viewer = await createMember(shop.id, "viewer");
    for (const q of ["ann.lee+shop@example.co.uk", "020 7946 0958"]) {
      expect((await viewer.open(`/search?q=${encodeURIComponent(q)}`)).location).toMatch(new RegExp(`/orders/${id}$`));
      const { text } = await viewer.open(`/orders?q=${encodeURIComponent(q)}`);
      const shown = [id, otherId].filter((each) => text.includes(`/orders/${each}"`));
      expect(shown).toEqual([id]);
    }
  });

  it("is removed from the index when the person is erased", { tags: "long" }, async () => {
    const mine = await createShop();
    const person = { name: "Zora Quell", email: "zora@quell.example", phone: "+49 170 5550123" };
    await ingestOrder(mine, {
      customer_name: person.name,
      customer_email: person.email,
      customer_phone: person.phone,
      ship_city: "Quellheim",
    });
    const terms = async () =>
      (await rows<{ term: string }>("select term from order_words where term like ?", `${mine.id}~%`)).filter(({ term }) =>
        /~(?:email|phone)~|~(?:quell|zora)/.test(term),
      );
    const before = await terms();
    for (const kind of ["~email~", "~phone~", "~quell", "~zora"])
      expect(
        before.some(({ term }) => term.includes(kind)),
        kind,
      ).toBe(true);
    expect((await erase(mine, person)).status).toBe("done");
    expect(await terms()).toEqual([]);
    for (const q of [person.email, person.phone, "zora", "quellheim"]) expect(await idsFor(q, mine.v2)).toEqual([]);
  });
});

it("a number that looks like a phone number in part is searched as a whole", async () => {
  const orderWithTracking = async (tracking_number: string) => {
    const order = await ingestOrder(shop, { number: `N-${tracking_number}` });
    await shop.v2(`/orders/${order.id}/fulfillments`, { body: { tracking_number } });
    return order.id;
  };
  const [first, , digits] = [
    await orderWithTracking("1Z77X1199"),
    await orderWithTracking("1Z77X1200"),
    await orderWithTracking("940011189922"),
  ];
  expect(await idsFor("1Z77X1199")).toEqual([first]);
  expect(await idsFor("940011189922")).toEqual([digits]);
});
