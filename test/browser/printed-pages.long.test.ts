import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { startBrowser } from "./chromium.ts";
import { createShop, type Shop, signedIn, type SignedInVisit, visitor, type World } from "./console/kit.ts";
import { blackPng } from "./png.ts";
import { print, textOf } from "./print.ts";

/** What printed pages say besides their documents (docs/spec/console.md#printing). */

const chromium = program("chromium");
let worker: RunningWorker;
let browser: Browser;
let world: World;
let shop: Shop;

interface Order {
  id: number;
  items: { id: string; name: string }[];
}

const order = async (number: string, name: string) =>
  await shop.v2<Order>("/orders", { store: "gift", number, ship_name: "Ann Lee", items: [{ name, sku: name, price: 1 }] });

beforeAll(async () => {
  if (chromium === null) return;
  worker = await sharedWorker();
  browser = await startBrowser(chromium);
  world = { worker, browser, now: Date.now };
  shop = await createShop(world, "Printed pages");
});
afterAll(async () => await browser?.close());

/** The texts of the sheets of a page of the console. */
async function sheetsOf(visit: SignedInVisit, path: string): Promise<string[]> {
  await visit.open(path);
  return (await print(visit, path.slice(1).replaceAll(/\W+/g, "-"))).map((sheet) => textOf([sheet]));
}

/** Orders of one item each whose design has a picture. */
async function orders(visit: SignedInVisit, numbers: readonly string[]): Promise<Order[]> {
  const created: Order[] = [];
  for (const number of numbers) created.push(await order(number, `Mug of ${number}`));
  await visit.open("/files");
  const files = numbers.map((number) => ({ name: `${number}.png`, mimeType: "image/png", buffer: blackPng(900, 600) }));
  await visit.page.getByLabel("Files", { exact: true }).setInputFiles(files);
  await visit.page.getByRole("button", { name: /^Upload / }).click();
  await visit.page.getByText(`${numbers.length} files of ${numbers.length} uploaded.`).waitFor();
  return created;
}

describe.skipIf(chromium === null)("on paper", () => {
  it("a picture is on the sheet of its item, and a list of pictures has room for their names", async () => {
    await using visit = await signedIn(world, shop);
    const numbers = ["4001", "4002", "4003"];
    const created = await orders(visit, numbers);
    const ids = created.map(({ id }) => id).join(",");
    const alone = numbers.map((number) => [number]);
    for (const { document, paper, expected } of [
      { document: "tickets", paper: "label", expected: alone },
      { document: "tickets", paper: "a4", expected: [["4001", "4002"], ["4003"]] },
      { document: "slips", paper: "label", expected: alone },
      { document: "slips", paper: "a4", expected: alone },
    ]) {
      const sheets = await sheetsOf(visit, `/orders/print?document=${document}&paper=${paper}&ids=${ids}`);
      // Each item with its picture and its facts.
      const whole = sheets.map((sheet) =>
        numbers.filter((number) => new RegExp(`Mugof${number}.*Quantity|Quantity.*Mugof${number}`).test(sheet)),
      );
      expect(whole, `${document} on ${paper}`).toEqual(expected);
    }

    const { orders: sent } = await shop.v2<{ orders: { url: string }[] }>("/proofs/send", { order_ids: created.map(({ id }) => id) });
    await visit.open("/production/proofs");
    const [list] = await print(visit, "list of proofs");
    expect(list?.texts.map(({ text }) => text).filter((text) => text.startsWith("Mug of"))).toHaveLength(3);

    // The buyer's page says what it is, and has nothing to press.
    await using buyer = await visitor(world);
    await buyer.page.goto(sent[0]?.url ?? "");
    const sheet = textOf(await print(buyer, "proofs of a buyer"));
    expect(sheet).toContain("4001");
    expect(
      sheet.includes(
        await buyer.page
          .locator("h1")
          .innerText()
          .then((title) => title.replaceAll(/\s/g, "")),
      ),
    ).toBe(true);
    expect(sheet).not.toContain("Approve");
    expect(visit.complaints).toEqual([]);
  });

  it("what a form completes is listed, and what is on hold says so, with the order of an item", async () => {
    await using visit = await signedIn(world, shop);
    const { id, items } = await order("HELD-1", "Mug on hold");
    await shop.v2(`/order-items/${items[0]?.id}/hold`, { reason: "Waiting for the color" });
    const item = (await sheetsOf(visit, `/orders/${id}/items/${items[0]?.id}`)).join("");
    expect(["Mugonhold", "OrderHELD-1", "Thisitemisonhold:Waitingforthecolor"].filter((text) => !item.includes(text))).toEqual([]);
    expect(["Release", "Changestatus", "Putonhold"].filter((text) => item.includes(text))).toEqual([]);
    expect((await sheetsOf(visit, "/attention/cost")).join("")).toContain("MugonholdMugonholdHELD-1");
    expect((await sheetsOf(visit, "/attention/unmatched")).join("")).toContain("NoproducthasthisSKU.");
    expect((await sheetsOf(visit, `/orders/${id}/refund`)).join("")).toMatch(/OrderHELD-1.*Mugonhold/);
    expect(visit.complaints).toEqual([]);
  });

  it("a page that is a form has its fields", async () => {
    await using visit = await signedIn(world, shop);
    const store = (await sheetsOf(visit, `/stores/${shop.storeId}`)).join("");
    expect(["Name*Giftshop", "Returnaddress"].filter((text) => !store.includes(text))).toEqual([]);
    expect(store).not.toContain("Save");
    expect(visit.complaints).toEqual([]);
  });

  it("a list says which filters are set", async () => {
    await using visit = await signedIn(world, shop);
    await order("FILTERED-1", "Mug of a filter");
    const filtersOn = async (path: string) => /Only:(.*?)(?:All|Order)/.exec((await sheetsOf(visit, path)).join(""))?.[1] ?? null;
    expect(await filtersOn("/orders")).toBeNull();
    expect(await filtersOn("/orders?q=filtered")).toBe("Search:filtered");
    expect(await filtersOn(`/orders?store_id=${shop.storeId}&requires_audit=true`)).toBe("Store:Giftshop·Needsanaudit");
    expect(visit.complaints).toEqual([]);
  });
});
