import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { createShop, checkPage, type Shop, openConsole, type Visit, type ConsoleSetup } from "./kit.ts";

interface Order {
  id: number;
  items: { id: string }[];
}

const LISBON = { ship_address1: "Rua do Norte 12", ship_city: "Lisboa", ship_zipcode: "1200-284", ship_country: "PT" };

/**
 * Creates three new orders of a shop: one with a mug that has no design and a tea towel that has no SKU, one in another currency with a lamp
 * that has no SKU, and one with a card.
 */
async function createThreeOrders({ v2 }: Shop): Promise<{ mug: Order; lamp: Order }> {
  const order = (fields: object): Promise<Order> => v2("/orders", { store: "gift", ...fields });
  const mug = await order({
    external_id: "gid-1001",
    number: "1001",
    date: "2026-03-02T09:30:00Z",
    customer_name: "Ana Lima",
    ...LISBON,
    shipping_cost: 4.5,
    discount: 1,
    is_gift: true,
    items: [
      { name: "Mug", quantity: 2, price: 9.99, sku: "MUG", cost: 3, color: "Blue", personalization: "For Rui,\nwith love" },
      { name: "Tea towel", quantity: 1, price: 14, assigned_supplier: "Linen & Co", design_url: "https://files.example.com/towel.png" },
    ],
  });
  const lamp = await order({
    number: "1002",
    date: "2026-03-03T10:00:00Z",
    customer_name: "Bo Berg",
    currency: "EUR",
    items: [{ name: "Lamp", price: 49 }],
  });
  await order({
    number: "1003",
    date: "2026-03-01T10:00:00Z",
    customer_name: "Cy Young",
    items: [{ name: "Card", price: 3, sku: "CARD" }],
  });
  return { mug, lamp };
}

/** The numbers of the orders in the list on the page. */
async function orderNumbersIn(page: Page): Promise<string[]> {
  return await page.getByRole("table", { name: "Orders" }).locator("tbody tr td.main").allTextContents();
}

/** Clicks a button that submits a form, and waits for a text on the next page. */
async function submit({ page }: Visit, name: string, message: string): Promise<void> {
  // The previous page may have the same text.
  await Promise.all([page.waitForEvent("domcontentloaded"), page.getByRole("button", { name, exact: true }).click()]);
  await page.getByText(message).waitFor();
}

/** Moves the clock of the page past the five seconds in which a change can be undone, after which it is sent. */
async function passUndo({ page }: Visit, message: string): Promise<void> {
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await Promise.all([page.waitForEvent("domcontentloaded"), page.clock.fastForward(5000)]);
  await page.getByText(message).waitFor();
}

export function ordersSuite(setup: () => ConsoleSetup): void {
  describe("orders", () => {
    it("are searched, filtered and sorted; filters are saved as a view, which is deleted again", async () => {
      const shop = await createShop(setup(), "Orders", ["member"]);
      await createThreeOrders(shop);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      expect(await orderNumbersIn(page)).toEqual(["1002", "1001", "1003"]);
      await page.getByLabel("Search").fill("ana");
      await page.keyboard.press("Enter");
      await page.waitForURL("**q=ana**");
      expect(await orderNumbersIn(page)).toEqual(["1001"]);
      await page.getByRole("link", { name: "Clear filters" }).click();
      await page.waitForURL("**/orders");
      await page.getByText("More filters").click();
      // A filter applies as soon as it is changed.
      await page.getByLabel("An item lacks a SKU").check();
      await page.waitForURL("**missingSku=true**");
      // As if a date were picked from the calendar, which applies at once. It leaves out no order.
      await page.getByLabel("Created here after").fill("2026-01-01");
      await page.waitForURL("**created_after=2026-01-01**");
      expect(await orderNumbersIn(page)).toEqual(["1002", "1001"]);
      await page.getByRole("link", { name: "Customer" }).click();
      await page.waitForURL("**customer_name**");
      expect(await orderNumbersIn(page)).toEqual(["1001", "1002"]);
      await page.getByText("Save these filters").click();
      await page.getByLabel("Name of the view").fill("No SKU yet");
      await checkPage(visit, "orders filtered");
      await submit(visit, "Save view", "View saved.");
      expect(await page.getByRole("link", { name: "No SKU yet" }).getAttribute("aria-current")).toBe("page");
      await visit.open("/orders");
      await page.getByRole("link", { name: "No SKU yet" }).click();
      await page.waitForURL("**missingSku=true**");
      expect(await orderNumbersIn(page)).toEqual(["1001", "1002"]);
      expect(await page.getByLabel("An item lacks a SKU").isChecked()).toBe(true);
      await page.getByRole("link", { name: "All views" }).click();
      await page.getByRole("heading", { name: "Saved views" }).waitFor();
      await checkPage(visit, "views");
      page.once("dialog", (dialog) => void dialog.accept());
      await submit(visit, "Remove the view No SKU yet", "View deleted.");
      await page.getByText("No views yet.").waitFor();
      expect(visit.complaints).toEqual([]);
    });

    it("are selected by click, Shift and key, and changed together, and so are all matching orders, also those of other pages", async () => {
      const shop = await createShop(setup(), "Bulk", ["member"]);
      await createThreeOrders(shop);
      const more = Array.from({ length: 60 }, (_, nth) => ({ store: "gift", number: `N${nth}`, items: [{ name: "Mug", price: 1 }] }));
      await shop.v2("/orders/bulk", { orders: more });
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      const boxes = page.locator("td.pick input");
      expect(await page.getByRole("form", { name: "Change the selected orders" }).isVisible()).toBe(false);
      await boxes.nth(0).click();
      await boxes.nth(3).click({ modifiers: ["Shift"] });
      await page.getByText("4 selected").waitFor();
      // The keys begin at the first row, which is selected, so that x deselects it.
      for (const key of ["j", "x"]) await page.keyboard.press(key);
      await page.getByText("3 selected").waitFor();
      await checkPage(visit, "orders selected");
      await page.locator("summary", { hasText: "Tag" }).click();
      await page.getByRole("textbox", { name: "Tags" }).fill("picked");
      // Enter activates the button of this action, and not that of the first one.
      await page.getByRole("textbox", { name: "Tags" }).press("Enter");
      await page.getByText("3 orders tagged.").waitFor();
      const tagged = async () => {
        const { data } = await shop.v2<{ data: { tags: string[] }[] }>("/orders?limit=200");
        return data.filter(({ tags }) => tags.includes("picked")).length;
      };
      expect(await tagged()).toBe(3);

      await visit.open("/orders");
      await page.getByLabel("Select all orders on this page").check();
      await page.getByRole("button", { name: "Clear the selection" }).click();
      await page.getByRole("form", { name: "Change the selected orders" }).waitFor({ state: "hidden" });
      await page.getByLabel("Select all orders on this page").check();
      await page.getByRole("button", { name: "Select all 63" }).click();
      await page.getByText("63 selected").waitFor();
      await page.locator("summary", { hasText: "Tag" }).click();
      await page.getByRole("textbox", { name: "Tags" }).fill("picked");
      await page.getByRole("button", { name: "Add tags" }).click();
      await page.getByText("60 orders tagged. 3 orders were like this already.").waitFor();
      expect(await tagged()).toBe(63);
      expect(visit.complaints).toEqual([]);
    });

    it("are created by hand, and reprinted", async () => {
      const shop = await createShop(setup(), "By hand", ["member"]);
      await createThreeOrders(shop);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/home");
      await checkPage(visit, "home");
      await page.getByRole("link", { name: "3 New" }).click();
      await page.getByRole("link", { name: "Create order" }).click();
      await page.getByRole("heading", { name: "Create order" }).waitFor();
      await checkPage(visit, "new order");
      await page.getByLabel("Order number").fill("H-1");
      await page.locator("#item_1_name").fill("Lantern");
      await page.locator("#item_1_price").fill("12.50");
      await page.getByRole("button", { name: "Create order" }).click();
      await page.getByRole("heading", { name: "Order H-1" }).waitFor();
      await page.getByText("More", { exact: true }).click();
      await page.getByRole("link", { name: "Reprint" }).click();
      await page
        .getByRole("heading", { name: /Reprint/ })
        .first()
        .waitFor();
      await checkPage(visit, "reprint");
      await page.getByRole("button", { name: /Create|Reprint/ }).click();
      await page.getByRole("heading", { name: "Order H-1-R1" }).waitFor();
      expect(visit.complaints).toEqual([]);
    });

    it("are printed, with each packing slip on its own page of the chosen paper", async () => {
      const shop = await createShop(setup(), "Printer", ["viewer", "member"]);
      await createThreeOrders(shop);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      for (const nth of [0, 1, 2]) await page.locator("td.pick input").nth(nth).check();
      await page.locator("summary", { hasText: "Print" }).click();
      await page.getByRole("button", { name: "Packing slips", exact: true }).click();
      await page.getByRole("heading", { name: "Packing slips", exact: true }).waitFor();
      await checkPage(visit, "packing slips");
      for (const [paper, box] of [
        ["Label, 4 x 6 in", "[0 0 288 432]"],
        ["Letter", "[0 0 612 792]"],
      ] as const) {
        await page.getByLabel("Paper").selectOption({ label: paper });
        await page.waitForURL(`**paper=${paper === "Letter" ? "letter" : "label"}*`);
        const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
        const pages = [...pdf.matchAll(/\/MediaBox (\[[^\]]+\])/g)].map(([, size]) => size);
        expect({ paper, pages }).toEqual({ paper, pages: [box, box, box] });
      }
      await page.getByLabel("Document").selectOption("pick");
      await page.getByRole("heading", { name: "Pick list" }).first().waitFor();
      await checkPage(visit, "pick list");
      await page.getByLabel("Document").selectOption("tickets");
      await page.getByRole("heading", { name: "Job tickets" }).first().waitFor();
      await checkPage(visit, "job tickets");
      expect(visit.complaints).toEqual([]);
    });

    it("and pages are found with the palette, using only the keyboard", async () => {
      const shop = await createShop(setup(), "Palette", ["owner"]);
      await createThreeOrders(shop);
      await using visit = await openConsole(setup(), shop);
      const { page } = visit;
      await page.getByLabel("Search").first().focus();
      await page.keyboard.press("ControlOrMeta+k");
      const choices = page.getByRole("dialog", { name: "Go to" }).getByRole("option");
      await choices.first().waitFor();
      expect(await choices.count()).toBe(await page.locator("header .wide nav a").count());
      await page.keyboard.type("an");
      // The sections appear at once, and the search results below them.
      await choices.filter({ hasText: "Ana Lima" }).last().waitFor();
      expect(await choices.allTextContents()).toEqual([
        "Analytics",
        "Organization",
        "1001 Ana Lima · New · Gift shop Order",
        "Ana Lima All orders Customer",
        "Ship 1001 Ana Lima · New · Gift shop Action",
        "Tag 1001 Ana Lima · New · Gift shop Action",
        "Assign 1001 Ana Lima · New · Gift shop Action",
        "Refund 1001 Ana Lima · New · Gift shop Action",
        "Print the packing slip of 1001 Ana Lima · New · Gift shop Action",
        "Find “an” in orders and products",
      ]);
      await checkPage(visit, "palette");
      await page.keyboard.press("ArrowDown");
      expect(await choices.and(page.locator("[aria-selected=true]")).textContent()).toBe("Organization");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Analytics", level: 1 }).waitFor();
      // The first result for a customer's name is the order.
      await page.keyboard.press("ControlOrMeta+k");
      await page.keyboard.type("bo berg");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Order 1002" }).waitFor();
      await page.keyboard.press("ControlOrMeta+k");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      expect(visit.complaints).toEqual([]);
    });

    it("are opened from the palette where they are shipped or tagged, one order or the selected ones", async () => {
      const shop = await createShop(setup(), "Palette actions", ["member"]);
      await createThreeOrders(shop);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      const choices = page.getByRole("dialog", { name: "Go to" }).getByRole("option");
      const choose = async (text: string, label: RegExp) => {
        await page.keyboard.press("ControlOrMeta+k");
        await page.keyboard.type(text);
        await choices.filter({ hasText: label }).waitFor();
        await page.keyboard.press("Enter");
      };
      await choose("ship bo", /^Ship 1002/);
      await page.getByRole("heading", { name: "Order 1002" }).waitFor();
      await page.getByLabel("Tracking number").and(page.locator(":focus")).waitFor();
      // Enter before the results have arrived opens the first of them.
      await page.keyboard.press("ControlOrMeta+k");
      await page.keyboard.type("tag 1001");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Order 1001" }).waitFor();
      await page.getByRole("textbox", { name: "Tags" }).and(page.locator(":focus")).waitFor();
      await visit.open("/orders");
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await choose("tag sel", /^Tag selected/);
      await page.getByLabel("Tags").and(page.locator(":focus")).waitFor();
      await choose("import", /^Import orders/);
      await page.getByRole("heading", { name: "Import orders" }).waitFor();
      expect(visit.complaints).toEqual([]);
    });

    it("are browsed with keyboard shortcuts, which can be listed and disabled", async () => {
      const shop = await createShop(setup(), "Keys", ["viewer"]);
      await createThreeOrders(shop);
      await using visit = await openConsole(setup(), shop, "viewer");
      const { page } = visit;
      // A list that is higher than the screen is shown from its beginning.
      await page.setViewportSize({ width: 1440, height: 400 });
      await page.keyboard.press("?");
      const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await shortcuts.waitFor();
      expect(await shortcuts.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
      await checkPage(visit, "keys");
      await page.getByRole("button", { name: "Close" }).click();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      // The focus returns a moment after the dialog has closed.
      await page.waitForFunction(() => document.activeElement?.closest("dialog") === null);
      await page.keyboard.press("/");
      expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("q");
      await page.keyboard.press("j");
      expect(await page.getByLabel("Search").inputValue()).toBe("j");
      await visit.open("/orders?page_size=1");
      await page.keyboard.press("n");
      await page.waitForURL("**page=2");
      await page.keyboard.press("p");
      await page.waitForURL((url) => !url.search.includes("page=2"));
      await visit.open("/orders");
      for (const key of ["g", "t"]) await page.keyboard.press(key);
      await page.getByRole("heading", { name: "Tickets", level: 1 }).waitFor();
      for (const key of ["g", "o"]) await page.keyboard.press(key);
      await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
      for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Order 1001" }).waitFor();
      await visit.open("/orders");
      await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
      await page.getByLabel("Use keyboard shortcuts in this browser").uncheck();
      await page.getByRole("button", { name: "Close" }).click();
      await visit.open("/orders");
      await page.keyboard.press("j");
      await page.keyboard.press("?");
      expect(await page.locator("tr.at").count()).toBe(0);
      expect(await page.locator("dialog[open]").count()).toBe(0);
      expect(visit.complaints).toEqual([]);
    });

    it("get a note, another status, a fulfillment, and a notice about concurrent changes", async () => {
      const shop = await createShop(setup(), "Order", ["member"]);
      const { mug } = await createThreeOrders(shop);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await page.getByRole("link", { name: "1001" }).click();
      await page.getByRole("heading", { name: "Order 1001" }).waitFor();
      await page.getByLabel("New note").fill("Wrap it well.\nShe is a regular.");
      await submit(visit, "Add note", "Note added.");
      await page.getByText("Wrap it well.").waitFor();
      await shop.v2(`/orders/${mug.id}`, { customer_name: "Ana de Lima" }, "PATCH");
      await page.clock.install();
      await page.getByText("More", { exact: true }).click();
      await page.getByRole("button", { name: "In Production" }).click();
      await passUndo(visit, "Somebody changed this order after you opened it.");
      expect(visit.complaints.splice(0).filter((complaint) => !complaint.includes("412"))).toEqual([]);
      await checkPage(visit, "order status rejected");
      await page.getByRole("button", { name: "In Production" }).click();
      await passUndo(visit, "Status of the order changed.");
      await page.getByRole("link", { name: "Ship", exact: true }).click();
      await page.waitForFunction(() => document.activeElement?.id === "tracking_number");
      await page.getByLabel("Carrier").fill("DHL");
      await page.getByLabel("Tracking number").fill("00340434161094000001");
      await page.getByLabel("Tracking page").fill("https://track.example.com/00340434161094000001");
      await page.getByRole("textbox", { name: /^Tea towel/ }).fill("0");
      expect(await page.getByLabel("Mark as shipped").isChecked()).toBe(true);
      await submit(visit, "Ship", "2 of 3 items shipped.");
      await page.getByRole("row", { name: /^Mug/ }).waitFor();
      await page.getByText("2 × Mug").waitFor();
      const fulfillment = page.locator("li.fulfillment");
      await fulfillment.getByText("Edit", { exact: true }).click();
      await fulfillment.getByLabel("Carrier").fill("DHL Paket");
      await checkPage(visit, "order fulfillment edited");
      await submit(visit, "Save fulfillment: 00340434161094000001", "Fulfillment updated.");
      await page.getByText("DHL Paket").waitFor();
      await page.getByRole("button", { name: "Mark delivered: 00340434161094000001" }).click();
      await passUndo(visit, "Fulfillment updated.");
      await page.getByText("Fulfillment from in transit to delivered").waitFor();
      await page.getByText("More", { exact: true }).click();
      await page.getByRole("button", { name: "Shipped", exact: true }).click();
      await passUndo(visit, "Status of the order changed.");
      await page.getByText("More", { exact: true }).click();
      expect(await page.locator("summary", { hasText: "Cancel order" }).isVisible()).toBe(true);
      await page.getByText("Move back").click();
      await page.getByLabel("Reason").filter({ visible: true }).fill("The towel is still at the printer's.");
      await checkPage(visit, "order menu");
      await page.getByRole("button", { name: "Change to In Production" }).click();
      await passUndo(visit, "Status of the order changed.");
      await page.getByText("“The towel is still at the printer's.”").waitFor();
      await checkPage(visit, "order");
      expect(visit.complaints).toEqual([]);
    });

    it("show why they need an audit until the flag is cleared", async () => {
      const shop = await createShop(setup(), "Audit", ["member"]);
      const fields = { store: "gift", number: "1009", status: "Shipped", tax: 20, total_amount: 10, taxes_included: true };
      const { id } = await shop.v2<{ id: number }>("/orders", { ...fields, items: [{ name: "Mug", price: 10 }] });
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open(`/orders/${id}`);
      const notice = page.locator(".notice.bad").getByText("The tax is more than the total.");
      await notice.waitFor();
      await checkPage(visit, "order audit");
      await submit(visit, "Clear the flag", "The order no longer needs an audit.");
      expect(await notice.count()).toBe(0);
      expect(visit.complaints).toEqual([]);
    });

    it("show once that they were saved, at the visible position", async () => {
      const shop = await createShop(setup(), "Toast", ["member"]);
      const { mug } = await createThreeOrders(shop);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await page.setViewportSize({ width: 900, height: 500 });
      await visit.open(`/orders/${mug.id}`);
      await page.clock.install();
      await page.getByLabel("New note").fill("Fragile");
      const save = page.getByRole("button", { name: "Add note" });
      await save.scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => scrollY);
      await save.click();
      const message = page.getByRole("status").getByText("Note added.");
      await message.waitFor();
      expect({ messageCount: await message.count(), scrollY: await page.evaluate(() => scrollY), wasScrolled: before > 100 }).toEqual({
        messageCount: 1,
        scrollY: before,
        wasScrolled: true,
      });
      // A reload or a copied link does not say it again.
      expect(new URL(page.url()).search).toBe("");
      const box = await message.boundingBox();
      expect(box !== null && box.y > 0 && box.y < 500).toBe(true);
      // It would cover the content below it, so it closes automatically unless the pointer is on it.
      await message.hover();
      await page.clock.fastForward(60_000);
      expect(await message.count()).toBe(1);
      await page.mouse.move(0, 0);
      await page.clock.fastForward(10_000);
      expect(await message.count()).toBe(0);
      // At the top of the page, the message is visible and stays in place.
      await visit.open(`/orders/${mug.id}?done=note_added`);
      await page.locator("main > .notice").waitFor();
      expect(await page.locator(".toast").count()).toBe(0);
      expect(visit.complaints).toEqual([]);
    });

    it("change their status after five seconds or when the page is left, unless that is undone", async () => {
      const shop = await createShop(setup(), "Undo", ["member"]);
      const { mug } = await createThreeOrders(shop);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      const order = () => shop.v2<{ status: string; version: number }>(`/orders/${mug.id}`);
      const before = await order();
      const choose = async (status: string) => {
        await page.getByText("More", { exact: true }).click();
        await page.getByRole("button", { name: status, exact: true }).click();
        await page.getByText(`Changing the status to ${status}.`).waitFor();
      };
      await visit.open(`/orders/${mug.id}`);
      await page.clock.install();
      await choose("Complete");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.clock.fastForward(10_000);
      await visit.open("/orders");
      expect(await order()).toEqual(before);

      await visit.open(`/orders/${mug.id}`);
      await choose("In Production");
      await visit.open("/orders");
      await expect.poll(async () => (await order()).status).toBe("In Production");

      // Input in the meantime is kept.
      await visit.open(`/orders/${mug.id}`);
      await choose("Shipped");
      await page.getByLabel("New note").fill("Half a sentence");
      await page.clock.fastForward(5000);
      await page.getByText("The change is saved.").waitFor();
      expect(await page.getByLabel("New note").inputValue()).toBe("Half a sentence");
      expect(await order()).toMatchObject({ status: "Shipped", version: before.version + 2 });
      expect(visit.complaints).toEqual([]);
    });

    it("are edited, and so are their items", async () => {
      const shop = await createShop(setup(), "Edits", ["member"]);
      const { mug } = await createThreeOrders(shop);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open(`/orders/${mug.id}/edit`);
      await checkPage(visit, "order edit");
      await page.getByLabel("City").fill("Porto");
      await page.getByRole("checkbox", { name: "Gift" }).uncheck();
      await submit(visit, "Save order", "Order updated.");
      await page.getByText("Porto, 1200-284").waitFor();
      expect(await shop.v2(`/orders/${mug.id}`)).toMatchObject({ ship_city: "Porto", is_gift: false });
      await page.locator("#items").getByRole("link", { name: "Tea towel", exact: true }).click();
      await page.getByRole("heading", { name: "Tea towel" }).waitFor();
      await checkPage(visit, "item");
      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await page.getByLabel("Cost").fill("4,20");
      await page.getByRole("button", { name: "Save item" }).click();
      await page.getByText("Enter a number, for example 9.99.").waitFor();
      expect(visit.complaints.splice(0).filter((complaint) => !complaint.includes("400"))).toEqual([]);
      await page.getByLabel("Cost").fill("4.2");
      await page.getByLabel("Quantity").fill("2");
      await page.getByLabel("SKU", { exact: true }).fill("TOWEL");
      await submit(visit, "Save item", "Item updated.");
      await page.getByText("2 × $14.00").waitFor();
      await visit.open(`/orders/${mug.id}`);
      await page.getByText("More", { exact: true }).click();
      await page.getByRole("link", { name: "Add item" }).click();
      await page.waitForURL("**/items/new");
      await checkPage(visit, "new item");
      await page.getByLabel("Name", { exact: true }).fill("Gift card");
      await page.getByLabel("Price").fill("5");
      await submit(visit, "Add item", "Item added.");
      await page.getByText("$56.48").waitFor();
      await page.getByRole("link", { name: "Gift card", exact: true }).click();
      await page.getByText("More", { exact: true }).click();
      await checkPage(visit, "item menu");
      page.once("dialog", (dialog) => void dialog.accept());
      await submit(visit, "Remove item", "Item removed.");
      await page.getByText("$51.48").waitFor();
      await page.locator("#items").getByRole("link", { name: "Tea towel", exact: true }).click();
      await page.getByText("Change status", { exact: true }).click();
      await page.getByLabel("Or a custom status").fill("At the printer's");
      await submit(visit, "Set status", "Status of the item changed.");
      await checkPage(visit, "item");
      expect(visit.complaints).toEqual([]);
    });

    it("with missing fields are completed a page at a time", async () => {
      const shop = await createShop(setup(), "Attention", ["member"]);
      await createThreeOrders(shop);
      // The same product twice.
      for (const number of ["1010", "1011"]) await shop.v2("/orders", { store: "gift", number, items: [{ name: "Scarf", price: 5 }] });
      await shop.v2("/orders", { store: "gift", number: "1012", items: [{ name: "Express production", price: 5 }] });
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await page.getByRole("link", { name: "Needs attention" }).click();
      await page.getByRole("link", { name: "SKU 5" }).waitFor();
      await checkPage(visit, "attention");
      const scarves = page.getByLabel(/^SKU of Scarf, order/);
      await scarves.first().fill("SCARF");
      // The other scarf gets it too, once the field is left.
      await page.keyboard.press("Tab");
      expect(await scarves.nth(1).inputValue()).toBe("SCARF");
      await page.getByLabel(/^SKU of Lamp, order/).fill("LAMP");
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: "SKU 2" }).waitFor();
      page.once("dialog", (dialog) => void dialog.accept());
      await page.getByRole("button", { name: "Not a physical item: Express production" }).click();
      await page.getByRole("link", { name: "SKU 1" }).waitFor();
      await page.getByRole("link", { name: "Cost 5" }).click();
      await page.getByLabel(/^Cost of Lamp, order/).fill("a lot");
      await page.keyboard.press("Enter");
      await page.getByText("Enter a number, for example 9.99.").waitFor();
      await checkPage(visit, "attention invalid");
      expect(visit.complaints.splice(0).filter((complaint) => !complaint.includes("400"))).toEqual([]);
      await page.getByLabel(/^Cost of Lamp, order/).fill("12.5");
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: "Cost 4" }).waitFor();
      expect(page.url()).toContain("/attention/cost");
      expect(visit.complaints).toEqual([]);
    });

    it("are edited where they are shown, field by field: Enter saves, Escape cancels", async () => {
      const shop = await createShop(setup(), "In place", ["member"]);
      const { mug } = await createThreeOrders(shop);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open(`/orders/${mug.id}`);
      const stored = async () => await shop.v2(`/orders/${mug.id}`);
      await page.locator("details.in-place summary", { hasText: "Edit name" }).click();
      const name = page.getByLabel("Name", { exact: true });
      await name.and(page.locator(":focus")).waitFor();
      await name.fill("Half");
      await page.keyboard.press("Escape");
      await name.waitFor({ state: "hidden" });
      await page.locator("details.in-place summary", { hasText: "Edit name" }).click();
      expect(await name.inputValue()).toBe("Ana Lima");
      await name.fill("Ana de Lima");
      await page.keyboard.press("Enter");
      await page.getByText("Name changed.").waitFor();
      expect(await stored()).toMatchObject({ customer_name: "Ana de Lima", ship_city: "Lisboa" });
      // The lines of the address are saved together, and a field that is empty is added.
      await page.locator("details.in-place summary", { hasText: "Edit shipping address" }).click();
      await page.getByLabel("City").fill("Porto");
      await checkPage(visit, "order edited in place");
      await submit(visit, "Save shipping address", "Shipping address changed.");
      await page.locator("details.in-place summary", { hasText: "Add email" }).click();
      await page.getByLabel("Email", { exact: true }).fill("ana@example.com");
      await page.keyboard.press("Enter");
      await page.getByText("ana@example.com", { exact: true }).waitFor();
      expect(await stored()).toMatchObject({ ship_city: "Porto", ship_address1: "Rua do Norte 12", customer_email: "ana@example.com" });
      // Somebody else changes the same field meanwhile.
      await page.locator("details.in-place summary", { hasText: "Add assignee" }).click();
      await page.getByLabel("Assignee", { exact: true }).fill("Mine");
      await shop.v2(`/orders/${mug.id}`, { assignee: "Theirs", customer_name: "Ana" }, "PATCH");
      await page.keyboard.press("Enter");
      await page.getByText("Somebody else has changed this to “Theirs”. Save again to replace it with yours.").waitFor();
      expect(visit.complaints.splice(0).filter((complaint) => !complaint.includes("412"))).toEqual([]);
      await checkPage(visit, "order edited in place, conflict");
      await submit(visit, "Save assignee", "Assignee changed.");
      expect(await stored()).toMatchObject({ assignee: "Mine", customer_name: "Ana" });
      expect(visit.complaints).toEqual([]);
    });

    it("get a field back that was changed in its place, unless somebody else has changed it since", async () => {
      const shop = await createShop(setup(), "Undo of a field", ["member"]);
      const { mug } = await createThreeOrders(shop);
      await shop.v2(`/orders/${mug.id}`, { assignee: "Ann", tags: ["gift", "rush"] }, "PATCH");
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      const stored = () => shop.v2(`/orders/${mug.id}`);
      const change = async (name: string, text: string) => {
        await page.locator("details.in-place summary", { hasText: `Edit ${name}` }).click();
        await page
          .getByLabel(new RegExp(`^${name}`, "i"))
          .filter({ visible: true })
          .fill(text);
        await page.keyboard.press("ControlOrMeta+Enter");
        await page.getByText(/^(Tags|Assignee) changed\.$/).waitFor();
      };
      await visit.open(`/orders/${mug.id}`);
      await change("tags", " late \n");
      expect(await stored()).toMatchObject({ tags: ["late"] });
      await checkPage(visit, "order with a field to undo");
      // What others change elsewhere stays.
      await shop.v2(`/orders/${mug.id}`, { customer_name: "Ana" }, "PATCH");
      await page.keyboard.press("z");
      await page.getByText("Tags restored.").waitFor();
      expect(await stored()).toMatchObject({ tags: ["gift", "rush"], assignee: "Ann", customer_name: "Ana" });
      await change("assignee", "Bo");
      await shop.v2(`/orders/${mug.id}`, { assignee: "Theirs" }, "PATCH");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Somebody else has changed this to “Theirs”. Save again to replace it with yours.").waitFor();
      expect(await stored()).toMatchObject({ assignee: "Theirs" });
      expect(visit.complaints.splice(0).filter((complaint) => !complaint.includes("412"))).toEqual([]);
    });

    it("show the customer's other orders, and offer customers, products and members while they are typed", async () => {
      const shop = await createShop(setup(), "Pickers", ["member"]);
      const order = (number: string, fields: object) =>
        shop.v2<Order>("/orders", { store: "gift", number, items: [{ name: "Mug", price: 5 }], ...fields });
      const first = await order("P-1", { customer_name: "Eva Holm", customer_email: "eva@example.com", ...LISBON });
      await order("P-2", { customer_name: "E. Holm", customer_email: "EVA@example.com" });
      await order("P-3", { customer_name: "Somebody", customer_email: "eva@example.com.br" });
      await shop.v2("/products", { title: "Blue scarf", sku: "SCARF-B" });
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open(`/orders/${first.id}`);
      const others = page.locator("[data-other-orders] li");
      await others.first().waitFor();
      expect((await others.allTextContents()).map((text) => text.slice(0, 3))).toEqual(["P-2"]);
      await checkPage(visit, "order with other orders");
      await visit.open("/orders/new");
      const options = (list: string) => page.locator(`datalist#${list} option`);
      await page.locator("#customer_name").pressSequentially("eva");
      await options("customer_name-list").first().waitFor({ state: "attached" });
      const value = (await options("customer_name-list").first().getAttribute("value")) ?? "";
      await page.locator("#customer_email").fill("typed@example.com");
      await page.locator("#customer_name").fill(value);
      expect(await page.locator("#customer_name").inputValue()).toBe("Eva Holm");
      expect(await page.locator("#ship_city").inputValue()).toBe("Lisboa");
      // What was typed stays.
      expect(await page.locator("#customer_email").inputValue()).toBe("typed@example.com");
      await page.locator("#item_1_name").pressSequentially("scarf");
      await options("item_1_name-list").first().waitFor({ state: "attached" });
      await page.locator("#item_1_name").fill("Blue scarf · SCARF-B");
      expect(await page.locator("#item_1_name").inputValue()).toBe("Blue scarf");
      expect(await page.locator("#item_1_sku").inputValue()).toBe("SCARF-B");
      await page.locator("#item_1_price").fill("12");
      await page.getByText("Assignee and tags").click();
      await page.getByLabel("Assignee").pressSequentially("memb");
      await options("assignee-list").first().waitFor({ state: "attached" });
      expect(await options("assignee-list").first().getAttribute("value")).toBe(shop.emailOf("member"));
      await checkPage(visit, "create order");
      await submit(visit, "Create order", "Order created.");
      expect(visit.complaints).toEqual([]);
    });

    it("can be viewed and changed without JavaScript", async () => {
      const shop = await createShop(setup(), "Plain", ["member"]);
      await createThreeOrders(shop);
      await using visit = await openConsole(setup(), shop, "member", { javaScriptEnabled: false });
      const { page } = visit;
      await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "New" }).click();
      await page.getByRole("link", { name: "1002" }).click();
      await page.getByRole("heading", { name: "Order 1002" }).waitFor();
      await page.getByLabel("New note").fill("Without a script.");
      await submit(visit, "Add note", "Note added.");
      await page.getByText("More", { exact: true }).click();
      await submit(visit, "Complete", "Status of the order changed.");
      expect(await page.getByRole("button", { name: "Keyboard shortcuts" }).count()).toBe(0);
      expect(visit.complaints).toEqual([]);
    });
  });
}
