import type { Browser, BrowserContext } from "playwright-core";
import { expect } from "vitest";
import { OPERATOR_TOKEN } from "../../node/server/worker.ts";
import { PHONE } from "../chromium.ts";
import { blackPng } from "../png.ts";
import { CountedInput } from "./counted-input.ts";
import { type Job, openMenu, waitForText } from "./job.ts";
import type { Scene } from "./scene.ts";

const ORDERS = 40;
/** Every eighth buyer wants something to be different. */
const CHANGED = ORDERS / 8;

const SUPPLIERS = ["Hanoi Prints", "Bag works", "Robot Ltd"] as const;

/** What there is before the job. */
interface Setup {
  orders: { id: number; number: string; supplier: string }[];
  /** The URL of the page of each supplier, by name. */
  pages: ReadonlyMap<string, string>;
  /** The token of the last supplier, whose system uses the API. */
  supplierToken: string;
}

/** The orders that come in, and the suppliers that the shop has worked with before. Nobody clicks for these. */
async function setUp({ shop, today }: Scene, origin: string): Promise<Setup> {
  const pages = new Map<string, string>();
  let supplierToken = "";
  for (const name of SUPPLIERS) {
    const { id } = await shop.v2<{ id: string }>("/suppliers", { name, default_shipping: "to_buyer", lead_time_days: 4 });
    pages.set(name, (await shop.v2<{ url: string }>(`/suppliers/${id}/links`, {})).url);
    const response = await fetch(`${origin}/operator/organizations/${shop.id}/credentials`, {
      method: "POST",
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ kind: "api_token", name, scopes: ["supplier_orders:read", "supplier_orders:write"], supplier_id: id }),
    });
    supplierToken = ((await response.json()) as { secret: string }).secret;
  }
  const orders = Array.from({ length: ORDERS }, (_, at) => ({
    number: `PERSONAL-${100 + at}`,
    supplier: SUPPLIERS[at % SUPPLIERS.length] ?? "",
  }));
  const { results } = await shop.v2<{ results: { id: number }[] }>("/orders/bulk", {
    orders: orders.map(({ number, supplier }, at) => ({
      store: "gift",
      number,
      external_id: number,
      date: `${today}T10:00:00Z`,
      ship_name: `Buyer ${at}`,
      ship_address1: `${at + 1} High Street`,
      ship_city: "Bath",
      ship_zipcode: "BA1 1AA",
      ship_country: "GB",
      items: [
        { name: "Mug with a name", sku: "MUG-NAME", price: 15, cost: 4, personalization: `For ${number}`, assigned_supplier: supplier },
      ],
    })),
  });
  return { orders: orders.map((order, at) => ({ ...order, id: results[at]?.id ?? 0 })), pages, supplierToken };
}

/** Uploads a design for each order, whose file is named by the number of the order. `height`: in pixels, another one for another version. */
async function uploadDesigns(input: CountedInput, numbers: readonly string[], height: number): Promise<void> {
  await input.go("Files");
  const files = numbers.map((number, at) => ({ name: `${number}.png`, mimeType: "image/png", buffer: blackPng(height + at, height) }));
  await input.pickFolder("Files", files);
  await waitForText(input, `${numbers.length} files to upload.`);
  await input.click(input.page.getByRole("button", { name: `Upload ${numbers.length} files` }));
  await input.page.getByText(`${numbers.length} files of ${numbers.length} uploaded.`).waitFor({ timeout: 120_000 });
}

/** Selects all orders of a tab, and presses a button of the menu Production for them. */
async function pressProductionButton(input: CountedInput, tab: RegExp, button: string): Promise<void> {
  await input.go("Orders");
  await input.follow(tab);
  await input.click(input.page.getByLabel("Select all orders on this page"));
  await openMenu(input, "Production");
  await input.send(button);
}

/** Sends the proofs of the new orders, and copies their links, by the numbers of the orders. `orderCount`: how many orders have a proof that was not sent. */
async function sendProofs(input: CountedInput, orderCount: number): Promise<Map<string, string>> {
  await pressProductionButton(input, /^New/, "Create proof links…");
  await input.send(`Create ${orderCount} proof links`);
  await input.click(input.page.getByRole("button", { name: "Copy all links" }));
  await input.page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await input.page.evaluate(async () => await navigator.clipboard.readText());
  const lines = copied.split(/\r?\n/).map((line) => line.split("\t"));
  // The buyer's name is between them.
  return new Map(lines.map(([number = "", , url = ""]) => [number, url]));
}

/** Every buyer looks at the page of the own order and approves it, or asks for a change with a comment. */
async function decideAsBuyers(
  buyers: CountedInput,
  links: ReadonlyMap<string, string>,
  wantsChange: (number: string) => boolean,
): Promise<void> {
  for (const [number, url] of links) {
    await buyers.page.goto(url);
    if (wantsChange(number)) {
      await buyers.click(buyers.page.getByText("Ask for a change"));
      await buyers.fill("What should be different", "Larger letters, please");
      await buyers.send("Send request");
      await waitForText(buyers, "Thank you. Your request was sent.");
    } else {
      await buyers.send("Approve");
      await waitForText(buyers, "Thank you. Your approval was recorded.");
    }
  }
}

const trackingOf = (number: string): string => `1ZMADE${number.slice(-3)}`;

/** Accepts an order on the page of a supplier, rejects its last line if there is a reason for it, and starts making the others. */
async function startMaking(supplier: CountedInput, { rejectLastFor }: { rejectLastFor?: string } = {}): Promise<void> {
  await supplier.click(supplier.page.getByRole("button", { name: /^Accept/ }).first(), { opensPage: true });
  if (rejectLastFor !== undefined) {
    await supplier.click(supplier.page.getByText("Reject this item").last());
    await supplier.click(supplier.page.getByLabel("Why?").last());
    await supplier.type(rejectLastFor);
    await supplier.click(supplier.page.getByRole("button", { name: "Reject", exact: true }).last(), { opensPage: true });
  }
  await supplier.send("Start making");
}

/** Pastes the tracking numbers of orders on the page of a supplier. */
async function pasteTracking(supplier: CountedInput, numbers: readonly string[]): Promise<void> {
  await supplier.follow("All orders");
  await supplier.follow("Enter many tracking numbers");
  await supplier.paste("Parcels and tracking numbers", numbers.map((number) => `${number}\t${trackingOf(number)}`).join("\n"));
  await supplier.send("Save tracking numbers");
  await waitForText(supplier, "Nothing to do");
}

interface SupplierOrder {
  id: string;
  supplier_name: string;
  state: string;
  lines: { order_id: number; order_number: string; order_item_id: string; state: string; quantity: number; shipped_quantity: number }[];
}

/** A supplier's own system accepts what was sent to it, and ships each order with its own tracking number. */
async function shipByApi(origin: string, token: string): Promise<void> {
  const call = async <T>(path: string, method: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${origin}/api/v2${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { data } = await call<{ data: SupplierOrder[] }>("/supplier-orders?state=sent", "GET");
  for (const { id, lines } of data) {
    await call(`/supplier-orders/${id}`, "PATCH", { state: "accepted" });
    for (const { order_item_id, order_number } of lines)
      await call(`/supplier-orders/${id}/ship`, "POST", {
        lines: [{ order_item_id }],
        tracking_number: trackingOf(order_number),
        carrier: "UPS",
      });
  }
}

/** Gives what a supplier has rejected to another one, and sends it. */
async function reroute(input: CountedInput, supplier: string): Promise<void> {
  await input.go("Orders");
  await input.follow(/^Ready to send/);
  const select = async () => {
    await input.click(input.page.getByLabel("Select all orders on this page"));
    await openMenu(input, "Production");
  };
  await select();
  await input.fill("Supplier of the items", supplier, input.page.getByRole("form", { name: "Change the selected orders" }));
  await input.click(input.page.getByRole("button", { name: "Set supplier" }));
  await waitForText(input, "Supplier of 1 order set.");
  await select();
  await input.send("Send to supplier…");
  await input.send("Send to suppliers");
  await waitForText(input, "Supplier orders created. Tell each supplier.");
}

/** All rows of a list, page by page. */
async function everyOf<Row>(shop: Scene["shop"], path: string): Promise<Row[]> {
  const all: Row[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const after: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { data: Row[]; next_cursor: string | null } = await shop.v2(`${path}?limit=200${after}`);
    all.push(...page.data);
    cursor = page.next_cursor;
  }
  return all;
}

/** What the check of the job needs of its run. */
let jobResult: { orders: Setup["orders"]; changed: readonly string[]; rerouted: string } | null = null;

const openPhone = async (browser: Browser): Promise<BrowserContext> => await browser.newContext({ viewport: PHONE, locale: "en-US" });

/** Making personalized goods, from paid to shipped. */
export const PRODUCING: readonly Job[] = [
  {
    name: "have 40 personalized orders approved by their buyers, made by three suppliers, and shipped",
    budget: { clicks: 60, keystrokes: 120 },
    source:
      "No published steps were found: what the team and its suppliers click. The buyers are counted apart: a click to approve, three to ask for a change. Others need at least one step for each order (Order Desk: a confirmation, Printify: an approval)",
    run: async (input, scene) => {
      const origin = new URL(input.page.url()).origin;
      const browser = input.page.context().browser();
      if (browser === null) throw new Error("The page has no browser.");
      const { orders, pages, supplierToken } = await setUp(scene, origin);
      const numbers = orders.map(({ number }) => number);
      const ofSupplier = (name: string) => orders.filter(({ supplier }) => supplier === name).map(({ number }) => number);
      const [printer, bagWorks] = SUPPLIERS;
      const context = await openPhone(browser);
      const buyers = new CountedInput(await context.newPage());

      await uploadDesigns(input, numbers, 300);
      const links = await sendProofs(input, ORDERS);
      expect([...links.keys()].toSorted()).toEqual(numbers);
      const changed = numbers.filter((_, at) => at % (ORDERS / CHANGED) === 0);
      await decideAsBuyers(buyers, links, (number) => changed.includes(number));
      await uploadDesigns(input, changed, 200);
      const linksOfNewVersions = await sendProofs(input, CHANGED);
      expect([...linksOfNewVersions.keys()].toSorted()).toEqual(changed);
      await decideAsBuyers(buyers, linksOfNewVersions, () => false);

      await pressProductionButton(input, /^Ready to send/, "Send to supplier…");
      await input.send("Send to suppliers");
      await waitForText(input, "Supplier orders created. Tell each supplier.");
      const supplier = input.on(await context.newPage());
      await supplier.page.goto(pages.get(printer) ?? "");
      await startMaking(supplier, { rejectLastFor: "No blanks" });
      const rerouted = ofSupplier(printer).at(-1) ?? "";
      await pasteTracking(supplier, ofSupplier(printer).slice(0, -1));

      await reroute(input, bagWorks);
      await supplier.page.goto(pages.get(bagWorks) ?? "");
      await startMaking(supplier);
      await supplier.follow("All orders");
      await startMaking(supplier);
      await pasteTracking(supplier, [...ofSupplier(bagWorks), rerouted]);
      await shipByApi(origin, supplierToken);
      // One click for each approval, three for each change, and one for the version that follows it.
      expect(buyers.effort.clicks).toBe(ORDERS - CHANGED + CHANGED * 3 + CHANGED);
      await context.close();
      jobResult = { orders, changed, rerouted };
    },
    check: async (_input, { shop }) => {
      if (jobResult === null) throw new Error("The job was not done.");
      const { orders, changed, rerouted } = jobResult;
      const proofs = await everyOf<{ order_id: number; state: string; version: number }>(shop, "/proofs");
      const { data: supplierOrders } = await shop.v2<{ data: SupplierOrder[] }>("/supplier-orders?limit=200");
      const lines = supplierOrders.flatMap((order) => order.lines.map((line) => ({ ...line, supplier: order.supplier_name })));
      for (const { id, number, supplier } of orders) {
        const { status } = await shop.v2<{ status: string }>(`/orders/${id}`);
        const { data } = await shop.v2<{ data: { tracking_number: string; status: string }[] }>(`/orders/${id}/fulfillments`);
        const made = lines
          .filter(({ order_id }) => order_id === id)
          .map(({ supplier: by, state, shipped_quantity }) => ({ by, state, shipped_quantity }));
        // A line stays open when it is shipped.
        const shipped = { by: number === rerouted ? SUPPLIERS[1] : supplier, state: "open", shipped_quantity: 1 };
        const states = proofs.filter(({ order_id }) => order_id === id).map(({ version, state }) => `${version} ${state}`);
        expect({
          number,
          status,
          trackingNumbers: data.map((each) => each.tracking_number),
          made: new Set(made),
          states: states.toSorted(),
        }).toEqual({
          number,
          status: "Shipped",
          trackingNumbers: [trackingOf(number)],
          made: new Set(number === rerouted ? [{ by: supplier, state: "rejected", shipped_quantity: 0 }, shipped] : [shipped]),
          states: changed.includes(number) ? ["1 superseded", "2 approved"] : ["1 approved"],
        });
      }
      expect(supplierOrders.map(({ supplier_name, state }) => `${supplier_name}: ${state}`).toSorted()).toEqual([
        "Bag works: shipped",
        "Bag works: shipped",
        "Hanoi Prints: shipped",
        "Robot Ltd: shipped",
      ]);
    },
  },
];
