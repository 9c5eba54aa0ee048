import { describe, expect, it } from "vitest";
import { createShop, checkPage, openConsole, type ConsoleSetup } from "./kit.ts";

export function storesSuite(setup: () => ConsoleSetup): void {
  describe("stores", () => {
    it("are listed, created and changed, with errors at their fields", async () => {
      const shop = await createShop(setup(), "Stores");
      await using visit = await openConsole(setup(), shop);
      const { page } = visit;
      await visit.open("/stores");
      await page.getByRole("link", { name: "Create store" }).click();
      await page.getByLabel("Name").fill("gift shop");
      await page.getByLabel("Platform").selectOption({ label: "TikTok Shop" });
      await page.getByLabel("Currency").selectOption("EUR");
      await page.getByRole("button", { name: "Create store" }).click();
      await page.getByText("Another store of this organization has this name.").waitFor();
      expect(await page.title()).toMatch(/^Not saved: /);
      const name = page.getByLabel("Name");
      expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
      const border = (label: string) => page.getByLabel(label).evaluate((field) => getComputedStyle(field).borderTopColor);
      const errorColor = await page.locator("#name-error").evaluate((text) => getComputedStyle(text).color);
      expect([await border("Name"), (await border("Currency")) === errorColor]).toEqual([errorColor, false]);
      expect(visit.complaints.splice(0).filter((complaint) => !/400|409/.test(complaint))).toEqual([]);
      await page.getByLabel("Name").fill("Corner shop");
      await page.getByRole("button", { name: "Create store" }).click();
      await page.getByText("Store created.").waitFor();
      await checkPage(visit, "store");
      await page.getByLabel("Active", { exact: true }).uncheck();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Store updated.").waitFor();
      await page.getByRole("link", { name: "0 orders" }).click();
      await page.waitForURL("**/orders?store_id=*");
      await visit.open("/stores");
      await checkPage(visit, "stores");
      // It has neither a code nor a type.
      expect(await page.getByRole("row", { name: "Corner shop" }).getByRole("cell").allTextContents()).toEqual([
        "Corner shop",
        "",
        "TikTok Shop",
        "",
        "EUR",
        "Inactive",
      ]);
      expect(visit.complaints).toEqual([]);
    });
  });
}
