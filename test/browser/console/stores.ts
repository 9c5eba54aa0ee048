import { describe, expect, it } from "vitest";
import { aShop, look, signedIn, type World } from "./kit.ts";

export function storesSuite(world: () => World): void {
  describe("stores", () => {
    it("are listed, made and changed; a fault is told at its field", async () => {
      const shop = await aShop(world(), "Stores");
      await using visit = await signedIn(world(), shop);
      const { page } = visit;
      await look(visit, "orders empty");
      await visit.open("/stores");
      await look(visit, "stores");
      await page.getByRole("link", { name: "New store" }).click();
      await page.getByLabel("Name").fill("gift shop");
      await page.getByLabel("Currency").fill("XXZ");
      await page.getByRole("button", { name: "Make it" }).click();
      await page.getByText("Expected a currency code of ISO 4217.").waitFor();
      await look(visit, "store refused");
      visit.complaints.length = 0;
      await page.getByLabel("Currency").fill("EUR");
      await page.getByLabel("Name").fill("Corner shop");
      await page.getByRole("button", { name: "Make it" }).click();
      await page.getByText("Created.").waitFor();
      await look(visit, "store");
      expect(visit.complaints).toEqual([]);
    });
  });
}
