import { expect } from "vitest";
import type { Effort, CountedInput } from "./counted-input.ts";
import { type Scene, TRACKING } from "./scene.ts";

/** A daily job in the console. */
export interface Job {
  name: string;
  /** The maximum effort. */
  budget: Effort;
  /** The source of the budget: the published steps of another product, or the shortest way here. */
  source: string;
  /** Does the job, starting at the home page. The input is counted. */
  run: (hands: CountedInput, scene: Scene) => Promise<void>;
  /** Fails unless the job is done. Its input is not counted. */
  check: (hands: CountedInput, scene: Scene) => Promise<void>;
}

const SHORTEST = "No published steps were found: the shortest way here";

/** Waits until the main part of the page has this text. */
const says = async ({ page }: CountedInput, text: string | RegExp): Promise<void> =>
  await page.getByRole("main").getByText(text).first().waitFor();

/** Selects all orders of the list, on all its pages. */
async function selectAll(hands: CountedInput, count: number): Promise<void> {
  await hands.click(hands.page.getByLabel("Select all orders on this page"));
  await hands.click(hands.page.getByRole("button", { name: `Select all ${count}` }));
  await hands.page.getByText(`${count} selected`).waitFor();
}

/** Opens a menu of the bar for the selected orders. */
const openMenu = async (hands: CountedInput, name: string): Promise<void> =>
  await hands.click(hands.page.locator("summary", { hasText: name }));

/** Finds an order with the global search, which opens the only result. */
async function findOrder(hands: CountedInput, text: string): Promise<void> {
  await hands.press("/");
  await hands.type(text);
  await hands.press("Enter", { leads: true });
}

async function ordersOf({ shop }: Scene, query: string): Promise<Record<string, unknown>[]> {
  return (await shop.v2<{ data: Record<string, unknown>[] }>(`/orders?limit=200&${query}`)).data;
}

/** Shipping and printing. */
const SHIPPING: readonly Job[] = [
  {
    name: "hand over today's list to a colleague",
    budget: { clicks: 9, keystrokes: 40 },
    source: `${SHORTEST}. ShipStation assigns a batch to a user after the batch was made.`,
    run: async (hands, { numbers, shop, today }) => {
      await hands.go("Orders");
      await hands.click(hands.page.getByText("More filters"));
      await hands.pickDate("Ordered from", today);
      await selectAll(hands, numbers.length);
      await openMenu(hands, "Assign");
      await hands.fill("Assignee", shop.emailOf("member"), hands.page.getByRole("form", { name: "Change the selected orders" }));
      await hands.click(hands.page.getByRole("button", { name: "Assign orders" }));
      await says(hands, "200 orders assigned.");
    },
    check: async (_hands, scene) => {
      const assigned = await ordersOf(scene, `assignee=${scene.shop.emailOf("member")}`);
      expect(assigned).toHaveLength(200);
    },
  },
  {
    name: "print the packing slips of 200 orders",
    budget: { clicks: 5, keystrokes: 1 },
    source: "ShipStation (help.shipstation.de, article 4406746890907): the batch, its shipments, the menu, the document, print",
    run: async (hands, { numbers }) => {
      await hands.follow(/^\d+ New$/);
      await selectAll(hands, numbers.length);
      await openMenu(hands, "Print");
      await hands.send("Packing slips");
      await hands.press("ControlOrMeta+P");
    },
    check: async ({ page }, { numbers }) => {
      for (const number of [numbers[0], numbers.at(-1)])
        await page.getByText(`Items of order ${number}`, { exact: true }).first().waitFor({ state: "attached" });
    },
  },
  {
    name: "ship 200 orders with tracking numbers from a file",
    budget: { clicks: 10, keystrokes: 4 },
    source:
      "Zoey (support.zoey.com, premium-importing-shipping-tracking-numbers): the file (3 clicks), upload, test, import. And to select the orders",
    run: async (hands, { numbers }) => {
      await hands.follow(/^\d+ New$/);
      await selectAll(hands, numbers.length);
      await openMenu(hands, "Ship");
      await hands.fill("Carrier", "UPS");
      await hands.pickFile(
        "Tracking numbers from a file",
        "tracking.csv",
        numbers.map((number, at) => `${number},1Z77X${1000 + at}`).join("\n"),
      );
      await hands.click(hands.page.getByRole("button", { name: /^Ship \d+ orders?$/ }));
      await says(hands, "200 orders shipped.");
    },
    check: async (_hands, scene) => {
      expect(await ordersOf(scene, "status=Shipped")).toHaveLength(200);
      expect(await ordersOf(scene, "q=1Z77X1199")).toMatchObject([{ number: "J-200" }]);
    },
  },
  {
    name: "find an order by the first half of a tracking number, and by its last six characters",
    budget: { clicks: 2, keystrokes: 19 },
    source: `${SHORTEST}: a key for the search, the characters, Enter and a click, twice`,
    run: async (hands) => {
      await findOrder(hands, TRACKING.slice(0, 9));
      await says(hands, TRACKING);
      await findOrder(hands, TRACKING.slice(-6));
    },
    check: async ({ page }) => await page.getByRole("heading", { name: "Order FIND-1" }).waitFor(),
  },
  {
    name: "split an order into two shipments",
    budget: { clicks: 7, keystrokes: 40 },
    source:
      "ShipStation (naturalacneclinic.happyfox.com, article 135): Orders, the checkbox, Other Actions, Split Shipment, the item, its quantity, Confirm: 7 clicks",
    run: async (hands) => {
      await findOrder(hands, "SPLIT-1");
      await hands.click(hands.page.getByRole("link", { name: "Ship", exact: true }));
      await hands.fill("Tracking number", "1Z-SPLIT-0001");
      await hands.fill("Towel", "0");
      await hands.send("Ship");
    },
    check: async (hands) => await says(hands, "2 × Mug"),
  },
];

/** Moving through the orders of a list. */
const MOVING: readonly Job[] = [
  {
    name: "put three new orders in production, by keys, and take it back",
    budget: { clicks: 1, keystrokes: 10 },
    source: "Linear (linear.app/docs/conceptual-model): the key of the action on the selection, the first letter of the status, Enter",
    run: async (hands) => {
      await hands.follow(/^\d+ New$/);
      await hands.press("j");
      for (const key of ["x", "j", "x", "j", "x"]) await hands.press(key);
      await hands.press("s");
      await hands.type("I");
      await hands.press("Enter", { leads: true });
      await says(hands, "3 orders moved to In Production.");
      await hands.press("z", { leads: true });
      await says(hands, "3 orders restored.");
    },
    check: async (_hands, scene) => expect(await ordersOf(scene, "status=In%20Production")).toEqual([]),
  },
  {
    name: "look through five orders of a list, and go back to it",
    budget: { clicks: 2, keystrokes: 6 },
    source: "Linear (linear.app/docs/peek): j opens the next issue of the list. And a click on the link to the list",
    run: async (hands) => {
      await hands.follow(/^\d+ New$/);
      await hands.press("j");
      await hands.press("Enter", { leads: true });
      for (let orders = 1; orders < 5; orders += 1) await hands.press("j", { leads: true });
      await hands.follow("Back to the list");
    },
    check: async ({ page }) => {
      expect(await page.locator("tr.at").count()).toBe(1);
      expect(new URL(page.url()).searchParams.get("status")).toBe("New");
    },
  },
  {
    name: "ship two selected orders one after another",
    budget: { clicks: 2, keystrokes: 18 },
    source: "ShipStation (help.shipstation.com, article 360025870372): scan, ship, and the next order is shown",
    run: async (hands) => {
      await hands.follow(/^\d+ New$/);
      for (const key of ["j", "x", "j", "x"]) await hands.press(key);
      await hands.press("Shift+S");
      await hands.click(hands.page.getByRole("button", { name: "Ship one by one" }), { leads: true });
      for (const number of ["1ZTW1", "1ZTW2"]) {
        await hands.page.locator("#tracking_number:focus").waitFor();
        await hands.type(number);
        await hands.press("Enter", { leads: true });
      }
      await says(hands, "2 orders shipped.");
    },
    check: async (_hands, scene) => expect(await ordersOf(scene, "q=1ZTW1")).toHaveLength(1),
  },
];

/** Corrections and replies. */
const CORRECTING: readonly Job[] = [
  {
    name: "reprint an order",
    budget: { clicks: 4, keystrokes: 12 },
    source: `${SHORTEST}: the menu of the order, the choice, the button`,
    run: async (hands) => {
      await findOrder(hands, "REPRINT-1");
      await hands.click(hands.page.getByText("More", { exact: true }));
      await hands.follow("Reprint");
      await hands.send("Create reprint");
    },
    check: async ({ page }) => await page.getByRole("heading", { name: "Order REPRINT-1-R1" }).waitFor(),
  },
  {
    name: "correct an address",
    budget: { clicks: 5, keystrokes: 30 },
    source: "Shopify (intercom.help/mayple-global, article 9203037): Orders, the order, the button, the field, Save: 5 clicks",
    run: async (hands) => {
      await findOrder(hands, "ADDRESS-1");
      await hands.click(hands.page.getByText("More", { exact: true }));
      await hands.follow("Edit");
      await hands.fill("Street", "1 High Street");
      await hands.send("Save order");
    },
    check: async (_hands, scene) => expect(await ordersOf(scene, "q=ADDRESS-1")).toMatchObject([{ ship_address1: "1 High Street" }]),
  },
  {
    name: "answer a ticket with a template",
    budget: { clicks: 8, keystrokes: 0 },
    source: `${SHORTEST}: from the home page to the ticket, the template, the status, the reply, its copy, and that it is sent`,
    run: async (hands) => {
      await hands.follow(/^1 Open$/);
      await hands.follow(/Where is my parcel/);
      await hands.choose("Template", "On its way");
      await hands.send("Insert template");
      await hands.choose("Status afterwards", "resolved");
      await hands.send("Save reply");
      await hands.click(hands.page.getByRole("button", { name: "Copy the reply" }));
      await hands.send("Mark as sent");
    },
    check: async (hands, { shop }) => {
      await says(hands, /^Sent by /);
      const [ticket] = (await shop.v2<{ data: { id: number }[] }>("/tickets?status=resolved")).data;
      const { data } = await shop.v2<{ data: object[] }>(`/tickets/${ticket?.id}/messages`);
      expect(data).toMatchObject([{ kind: "reply", body: expect.stringContaining(TRACKING), sent_at: expect.any(String) }]);
    },
  },
];

/** Figures, the catalog and the webhooks. */
const KEEPING: readonly Job[] = [
  {
    name: "match 30 new SKUs",
    budget: { clicks: 6, keystrokes: 30 * 6 },
    source: `${SHORTEST}: a cost of three characters and three Tabs for each SKU, and the buttons`,
    run: async (hands, { skus }) => {
      await hands.go("Products");
      await hands.follow("Unmatched SKUs");
      await hands.click(hands.page.getByLabel(`Unit cost of ${skus[0]}`));
      for (const [at] of skus.entries()) {
        await hands.type("4.5");
        if (at < skus.length - 1) await hands.next(/^cost$/);
      }
      await hands.send("Create products");
      await hands.send("Match again");
    },
    check: async (hands) => await says(hands, "30 items of 30 orders completed."),
  },
  {
    name: "find the orders that lose money",
    budget: { clicks: 2, keystrokes: 0 },
    source: `${SHORTEST}: the section, and the list that begins with the lowest profit`,
    run: async (hands) => {
      await hands.go("Analytics");
      await hands.follow("Orders by profit");
    },
    check: async ({ page }) => expect(await page.locator("td.main").first().innerText()).toBe("LOSS-1"),
  },
  {
    name: "close the month",
    budget: { clicks: 10, keystrokes: 20 },
    source: `${SHORTEST}: record the rent, and show the report of last month`,
    run: async (hands, { yesterday }) => {
      await hands.go("Expenses");
      await hands.follow("Create expense");
      await hands.fill("Category", "rent");
      await hands.pickDate("Date", yesterday);
      await hands.fill("Amount", "900");
      await hands.send("Create expense");
      await hands.go("Analytics");
      await hands.choose("Period", "last_month");
      await hands.send("Show report");
    },
    check: async ({ page }, { shop }) => {
      expect((await shop.v2<{ data: object[] }>("/expenses?category=rent")).data).toHaveLength(1);
      await page.waitForURL("**period=last_month**");
    },
  },
  {
    name: "find yesterday's failed deliveries",
    budget: { clicks: 6, keystrokes: 8 },
    source: `${SHORTEST}: the endpoint, all its deliveries, those that failed`,
    run: async (hands) => {
      await hands.go("Webhooks");
      await hands.follow(/127\.0\.0\.1/);
      await hands.follow("All deliveries");
      await hands.follow("Failed");
    },
    check: async ({ page }) => expect(await page.locator("td.main").count()).toBeGreaterThan(0),
  },
];

/** A seller's daily jobs. They change the same shop, so their order matters. */
export const JOBS: readonly Job[] = [...SHIPPING, ...CORRECTING, ...MOVING, ...KEEPING];
