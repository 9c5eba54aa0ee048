import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { PHONE, startBrowser } from "./chromium.ts";
import { checkPage, createShop, type Shop, openConsole, type ConsoleVisit, openBrowser, type ConsoleSetup } from "./console/kit.ts";
import { blackPng } from "./png.ts";
import { print, textOf } from "./print.ts";

/** What printed pages say besides their documents (docs/spec/console.md#printing). */

const chromium = program("chromium");
let worker: RunningWorker;
let browser: Browser;
let setup: ConsoleSetup;
let shop: Shop;

interface Order {
  id: number;
  items: { id: string; name: string }[];
}

/** What an item has that a seller of personalized goods sells. */
const PERSONALIZED = {
  price: 25,
  sku: "MUG-11-W-CER-1",
  size: "11 oz",
  color: "White",
  material: "Ceramic",
  personalization: "Happy Birthday,\nDeniz & Ana",
  properties: [
    { name: "Font", value: "Script" },
    { name: "Side", value: "Both sides" },
  ],
};

const ADDRESS = {
  ship_name: "Ann Lee",
  ship_address1: "12 Harbour Street",
  ship_address2: "Flat 4",
  ship_city: "Bath",
  ship_zipcode: "BA1 1AA",
  ship_country: "GB",
  shipping_service: "Royal Mail Tracked 48",
  ship_by_date: "2099-12-03",
  buyer_note: "Please wrap it well.",
};

const createOrder = async (number: string, ...names: string[]) =>
  await shop.v2<Order>("/orders", { store: "gift", number, ...ADDRESS, items: names.map((name) => ({ ...PERSONALIZED, name })) });

/** Gives each item of an order a design with a picture. */
async function giveDesigns({ id, items }: Order, visit: ConsoleVisit): Promise<void> {
  for (const item of items) {
    await visit.open(`/files/items/${item.id}`);
    await visit.page.locator('input[type="file"]').setInputFiles({ name: `${id}.png`, mimeType: "image/png", buffer: blackPng(900, 600) });
    await visit.page.getByRole("button", { name: /^Upload/ }).click();
    await visit.page.getByText("1 file of 1 uploaded.").waitFor();
  }
}

beforeAll(async () => {
  if (chromium === null) return;
  worker = await sharedWorker();
  browser = await startBrowser(chromium);
  setup = { worker, browser, now: Date.now };
  shop = await createShop(setup, "Printed pages");
  await shop.v2(`/stores/${shop.storeId}`, { return_address: "Gift shop\n1 High Street\nBath BA1 1AA" }, "PATCH");
});
afterAll(async () => await browser?.close());

/** Opens and prints a page of the console. Returns the text of each sheet. */
async function printSheets(visit: ConsoleVisit, path: string): Promise<string[]> {
  await visit.open(path);
  return (await print(visit, path.slice(1).replaceAll(/\W+/g, "-"))).map((sheet) => textOf([sheet]));
}

describe.skipIf(chromium === null)("on paper", () => {
  it("an item with a picture is not split between sheets, and a ticket of one fits on a label", async () => {
    await using visit = await openConsole(setup, shop);
    const name = "Mug A, personalized, ceramic, dishwasher safe";
    const [one, four] = [await createOrder("304518223", name), await createOrder("4002", "Mug B", "Mug C", "Mug D", "Mug E")];
    for (const each of [one, four]) await giveDesigns(each, visit);
    for (const { document, paper, expected } of [
      { document: "tickets", paper: "label", expected: ["A", "B", "C", "D", "E"] },
      { document: "tickets", paper: "a4", expected: ["AB", "CD", "E"] },
      { document: "slips", paper: "label", expected: ["A", "BC", "DE"] },
      { document: "slips", paper: "a4", expected: ["A", "BCDE"] },
    ]) {
      const sheets = await printSheets(visit, `/orders/print?document=${document}&paper=${paper}&ids=${one.id},${four.id}`);
      // Each item with all that it has: from its name to its last property, without the name of another item between them.
      const whole = sheets.map((sheet) =>
        [...sheet.matchAll(/Mug([A-E])(?:(?!Mug[A-E]).)*Bothsides/g)].map(([, letter]) => letter).join(""),
      );
      expect(whole, `${document} on ${paper}`).toEqual(expected);
    }
    // The slip of one item has room for its note.
    expect(await printSheets(visit, `/orders/print?document=slips&paper=label&ids=${one.id}`)).toEqual([
      expect.stringContaining("Pleasewrapitwell."),
    ]);
    // A line of the personalization is one on paper, too.
    await visit.open(`/orders/print?document=tickets&paper=label&ids=${one.id}`);
    const lines = (await print(visit, "ticket")).flatMap(({ texts }) => texts.map(({ text }) => text.trim()));
    expect(lines).toEqual(expect.arrayContaining(["Happy Birthday,", "Deniz & Ana"]));
    await visit.page.setViewportSize(PHONE);
    await visit.open(`/orders/print?document=tickets&ids=${one.id}`);
    await checkPage(visit, "tickets with a picture");
    expect(visit.complaints).toEqual([]);
  });

  it("a list of pictures has room for their names, and a buyer's page has its title and no buttons", async () => {
    await using visit = await openConsole(setup, shop);
    const name = "Personalized ceramic mug, 11 oz, dishwasher safe";
    const order = await createOrder("4003", name);
    await giveDesigns(order, visit);
    const { orders: sent } = await shop.v2<{ orders: { url: string; proofs: { id: string }[] }[] }>("/proofs/send", {
      order_ids: [order.id],
    });
    await using buyer = await openBrowser(setup);
    await buyer.page.goto(sent[0]?.url ?? "");
    await buyer.page.getByRole("button", { name: "Approve" }).waitFor();
    const sheet = textOf(await print(buyer, "proofs of a buyer"));
    const title = await buyer.page.locator("h1").innerText();
    expect(title).toContain("4003");
    expect(sheet).toContain(title.replaceAll(/\s/g, ""));
    expect(["Approve", "Askforachange"].filter((text) => sheet.includes(text))).toEqual([]);

    await shop.v2(
      `/proofs/${sent[0]?.proofs[0]?.id}`,
      { state: "changes_requested", comment: "Please write the name in blue letters." },
      "PATCH",
    );
    await visit.open("/production/proofs?state=changes_requested");
    const [list] = await print(visit, "list of proofs");
    const words = new Set(list?.texts.flatMap(({ text }) => text.split(" ")));
    expect(
      ["Personalized", "ceramic", "dishwasher", "version", "letters."].filter((word) => ![...words].some((part) => part.startsWith(word))),
    ).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it("an item that is on hold says so and names its order, an order on hold says so, and lists of what is missing and a refund name the items", async () => {
    await using visit = await openConsole(setup, shop);
    const { id, items } = await createOrder("HELD-1", "Mug on hold");
    await shop.v2(`/order-items/${items[0]?.id}/hold`, { reason: "Waiting for the color" });
    const item = (await printSheets(visit, `/orders/${id}/items/${items[0]?.id}`)).join("");
    expect(["Mugonhold", "OrderHELD-1", "Thisitemisonhold:Waitingforthecolor"].filter((text) => !item.includes(text))).toEqual([]);
    expect(["Release", "Changestatus", "Putonhold"].filter((text) => item.includes(text))).toEqual([]);
    await shop.v2(`/orders/${id}/hold`, { reason: "Possible fraud" });
    expect((await printSheets(visit, `/orders/${id}`)).join("")).toContain("Thisorderisonhold:Possiblefraud");
    expect((await printSheets(visit, "/attention/cost")).join("")).toContain("MugonholdMUG-11-W-CER-1HELD-1");
    expect((await printSheets(visit, "/attention/unmatched")).join("")).toMatch(/Mugonhold.*NoproducthasthisSKU\./);
    expect((await printSheets(visit, `/orders/${id}/refund`)).join("")).toMatch(/OrderHELD-1.*Mugonhold/);
    expect(visit.complaints).toEqual([]);
  });

  it("a page that is a form has its fields", async () => {
    await using visit = await openConsole(setup, shop);
    const store = (await printSheets(visit, `/stores/${shop.storeId}`)).join("");
    expect(["Name*Giftshop", "Returnaddress"].filter((text) => !store.includes(text))).toEqual([]);
    expect(store).not.toContain("Save");
    expect(visit.complaints).toEqual([]);
  });

  it("a list says which filters are set", async () => {
    await using visit = await openConsole(setup, shop);
    await createOrder("FILTERED-1", "Mug of a filter");
    // They end where the list begins.
    const filtersOn = async (path: string) => /Only:(.*?)(?:All|Order)/.exec((await printSheets(visit, path)).join(""))?.[1] ?? null;
    expect(await filtersOn("/orders")).toBeNull();
    expect(await filtersOn("/orders?q=filtered")).toBe("Search:filtered");
    expect(await filtersOn(`/orders?store_id=${shop.storeId}&requires_audit=true`)).toBe("Store:Giftshop·Needsanaudit");
    expect(visit.complaints).toEqual([]);
  });
});
