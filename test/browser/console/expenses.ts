import { describe, expect, it } from "vitest";
import { createShop, checkPage, openConsole, type ConsoleSetup } from "./kit.ts";

export function expensesSuite(setup: () => ConsoleSetup): void {
  describe("expenses", () => {
    it("are created, found, changed and deleted; payroll has its own fields, and computed insurance", async () => {
      const shop = await createShop(setup(), "Expenses", ["owner", "viewer"], { money: true });
      await using visit = await openConsole(setup(), shop);
      const { page } = visit;
      await visit.open("/expenses");
      await page.getByRole("link", { name: "Create expense" }).click();
      await page.getByLabel("Category").fill("advertising");
      await page.getByLabel("Date").fill("2026-01-01");
      await page.getByLabel("Amount").fill("a lot");
      await page.getByLabel("Currency").selectOption("EUR");
      await page.getByLabel("Store").selectOption({ label: "Gift shop" });
      await page.getByLabel("Description").fill("January's campaign");
      await page.getByRole("button", { name: "Create expense" }).click();
      await page.getByText("Enter a number, for example 9.99.").waitFor();
      expect(await page.getByLabel("Store").inputValue()).toBe(String(shop.storeId));
      expect(await page.getByLabel("Description").inputValue()).toBe("January's campaign");
      expect(visit.complaints.splice(0).filter((complaint) => !complaint.includes("400"))).toEqual([]);
      expect(await page.getByLabel("Currency").inputValue()).toBe("EUR");
      await page.getByLabel("Amount").fill("120.50");
      await page.getByRole("button", { name: "Create expense" }).click();
      await page.getByRole("heading", { name: "Advertising" }).waitFor();

      await visit.open("/expenses");
      await page.getByRole("link", { name: "Create payroll expense" }).click();
      await page.getByLabel("Amount", { exact: true }).fill("1105.01");
      await page.getByLabel("Employee").fill("Ann Lee");
      await page.getByLabel("Base").fill("1000.05");
      await page.getByLabel("Insurance rate").fill("10.5");
      await page.getByRole("button", { name: "Create expense" }).click();
      await page.getByText("$105.01 calculated from base and rate").waitFor();
      await checkPage(visit, "payroll");
      await page.getByLabel("Base").fill("2000");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("$210.00 calculated from base and rate").waitFor();

      await visit.open("/expenses");
      await checkPage(visit, "expenses");
      await page.getByLabel("First day").fill("2026-01-01");
      await page.getByLabel("First day").press("Enter");
      await page.waitForURL("**/expenses?*date_from=2026-01-01*");
      await page.getByLabel("Last day").fill("2026-01-01");
      await page.getByLabel("Last day").press("Enter");
      await page.waitForURL("**/expenses?*date_to=2026-01-01*");
      const cells = await page.getByRole("row").last().getByRole("cell").allTextContents();
      expect(cells.slice(1)).toEqual(["1 Jan 2026", "January's campaign", "Gift shop", "€120.50"]);

      await using viewer = await openConsole(setup(), shop, "viewer");
      await viewer.open(new URL(page.url()).pathname.replace(/^\/console\/\d+/, ""));
      await viewer.page.getByRole("link", { name: "Advertising" }).click();
      await viewer.page.getByText("Your role can view this page but not change anything.").waitFor();
      expect(await viewer.page.getByRole("main").getByRole("button").count()).toBe(0);

      await page.getByRole("link", { name: "Advertising" }).click();
      page.once("dialog", (dialog) => void dialog.accept());
      await page.getByText("More", { exact: true }).click();
      await page.getByRole("button", { name: "Delete expense" }).click();
      await page.getByText("Expense deleted.").waitFor();
      expect(await page.getByRole("link", { name: "Advertising" }).count()).toBe(0);
      expect([visit.complaints, viewer.complaints]).toEqual([[], []]);
    });
  });
}
