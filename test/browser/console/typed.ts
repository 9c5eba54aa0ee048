import type { Page } from "playwright-core";
import { expect, describe, it } from "vitest";
import { createShop, checkPage, PASSWORD, openConsole, type Shop, type ConsoleSetup } from "./kit.ts";

/** Creates the orders 1001 and 1002, and returns the latter. */
async function createTwoOrders({ v2 }: Shop): Promise<{ id: number }> {
  await v2("/orders", { store: "gift", number: "1001", customer_name: "Ana Lima", items: [{ name: "Mug", price: 3 }] });
  return await v2("/orders", {
    store: "gift",
    number: "1002",
    status: "Shipped",
    customer_name: "Bo Berg",
    items: [{ name: "Lamp", price: 4, sku: "L" }],
  });
}

/** Counts the browser's questions before a page is left, and answers them as `mayLeave` says. Accepts other dialogs. */
function answerLeaveQuestions(page: Page): { questions: number; mayLeave: boolean } {
  const answers = { questions: 0, mayLeave: false };
  page.on("dialog", (dialog) => {
    if (dialog.type() !== "beforeunload") return void dialog.accept();
    answers.questions += 1;
    void (answers.mayLeave ? dialog.accept() : dialog.dismiss());
  });
  return answers;
}

/** No input is lost (docs/spec/console.md#what-was-typed). */
export function typedSuite(setup: () => ConsoleSetup): void {
  describe("unsaved input", () => {
    it("causes a question before a page is left, and is restored after Back", async () => {
      const shop = await createShop(setup(), "Typed", ["member"]);
      const { id } = await createTwoOrders(shop);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      const answers = answerLeaveQuestions(page);
      await visit.open(`/orders/${id}/edit`);
      const products = page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Products" });
      const phone = page.getByLabel("Phone");
      await phone.fill("0123 4567");
      await products.click({ noWaitAfter: true });
      await expect.poll(() => answers.questions).toBe(1);
      expect(await phone.inputValue()).toBe("0123 4567");
      answers.mayLeave = true;
      await products.click();
      await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
      await page.goBack();
      await page.getByRole("heading", { name: "Edit order 1002" }).waitFor();
      expect({ questions: answers.questions, phone: await phone.inputValue() }).toEqual({ questions: 2, phone: "0123 4567" });
      // Saving causes no question, and a page without changes is left at once.
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Order 1002" }).waitFor();
      await products.click();
      await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
      expect({ questions: answers.questions, order: await shop.v2(`/orders/${id}`) }).toEqual({
        questions: 2,
        order: expect.objectContaining({ customer_phone: "0123 4567" }),
      });
      expect(visit.complaints).toEqual([]);
    });

    it("is kept when the session ends, with and without JavaScript", async () => {
      const shop = await createShop(setup(), "Ended", ["member"]);
      const { id } = await createTwoOrders(shop);
      for (const javaScriptEnabled of [true, false]) {
        await using visit = await openConsole(setup(), shop, "member", { javaScriptEnabled });
        const { page, context } = visit;
        await visit.open(`/orders/${id}`);
        const text = `Pack it twice, ${javaScriptEnabled}`;
        await page.getByLabel("New note").fill(text);
        await context.clearCookies({ name: "__Host-session" });
        await page.getByRole("button", { name: "Add note" }).click();
        await page.getByText("Nothing is saved yet.").waitFor();
        if (javaScriptEnabled) await checkPage(visit, "sign in again");
        await page.getByLabel("Email address").fill(shop.emailOf("member"));
        await page.getByLabel("Password").fill(PASSWORD);
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByRole("heading", { name: "Send the form again" }).waitFor();
        if (javaScriptEnabled) await checkPage(visit, "send again");
        await page.getByRole("button", { name: "Send again" }).click();
        await page.getByRole("heading", { name: "Order 1002" }).waitFor();
        await page.getByText(text).waitFor();
        expect(visit.complaints.filter((complaint) => !complaint.includes("401"))).toEqual([]);
      }
    });

    it("stays in the filters of a list, with the focus, while the list is updated", async () => {
      const shop = await createShop(setup(), "Filters", ["member"]);
      await createTwoOrders(shop);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/orders");
      await page.evaluate(() => (document.documentElement.dataset["loaded"] = "once"));
      const rows = page.getByRole("table", { name: "Orders" }).locator("tbody tr td.main");
      const more = page.getByText("More filters");
      await more.click();
      const lacksSku = page.getByLabel("An item lacks a SKU");
      await lacksSku.check();
      await expect.poll(() => rows.allTextContents()).toEqual(["1001"]);
      expect(page.url()).toContain("missingSku=true");
      expect(await lacksSku.isChecked()).toBe(true);
      expect(await lacksSku.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await page.evaluate(() => document.documentElement.dataset["loaded"])).toBe("once");
      // The new rows can be selected by keyboard.
      await page.keyboard.press("Tab");
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await page.getByText("1 selected").waitFor();
      await checkPage(visit, "orders filtered in place");
      await page.goBack();
      await expect.poll(() => rows.allTextContents()).toEqual(["1002", "1001"]);
      expect(visit.complaints).toEqual([]);
    });
  });

  describe("Escape", () => {
    it("closes only the innermost element", async () => {
      const shop = await createShop(setup(), "Escape", ["member"]);
      const { id } = await createTwoOrders(shop);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/orders");
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      const selected = page.getByText("1 selected");
      await page.locator("summary", { hasText: "Tag" }).click();
      await page.getByRole("textbox", { name: "Tags" }).focus();
      await page.keyboard.press("ControlOrMeta+k");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      expect(await page.getByRole("textbox", { name: "Tags" }).isVisible()).toBe(true);
      await page.keyboard.press("Escape");
      await page.getByRole("textbox", { name: "Tags" }).waitFor({ state: "hidden" });
      expect(await selected.isVisible()).toBe(true);
      await page.keyboard.press("Escape");
      await selected.waitFor({ state: "hidden" });
      await visit.open(`/orders/${id}`);
      await page.locator("summary", { hasText: "More" }).click();
      await page.locator("summary", { hasText: "Cancel order" }).click();
      const reason = page.locator("#cancel-reason");
      await reason.focus();
      await page.keyboard.press("Escape");
      await reason.waitFor({ state: "hidden" });
      expect(await page.locator("summary", { hasText: "Cancel order" }).isVisible()).toBe(true);
      await page.keyboard.press("Escape");
      await page.locator("summary", { hasText: "Cancel order" }).waitFor({ state: "hidden" });
      expect(visit.complaints).toEqual([]);
    });
  });
}
