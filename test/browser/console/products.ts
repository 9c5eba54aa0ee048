import { describe, expect, it } from "vitest";
import { createShop, checkPage, openConsole, type ConsoleSetup } from "./kit.ts";

export function productsSuite(setup: () => ConsoleSetup): void {
  describe("products", () => {
    it("are created, found, changed and archived, with a warning for a SKU that is used twice", async () => {
      const shop = await createShop(setup(), "Products");
      await using visit = await openConsole(setup(), shop);
      const { page } = visit;
      await visit.open("/products");
      for (const [title, sku] of [["Blue mug", "MUG-1"] as const, ["Red mug", "mug-1"] as const]) {
        await page.getByRole("link", { name: "Products", exact: true }).click();
        await page.getByRole("link", { name: "Create product" }).click();
        await page.getByLabel("Title").fill(title);
        await page.getByLabel("SKU").fill(sku);
        await page.getByLabel("Price").fill("9.99");
        await page.getByLabel("Tags").fill("gift, large\nceramic");
        await page.getByLabel("Images").fill("https://img.example.com/w_100,h_100/mug.png");
        await page.getByLabel("Gift shop").check();
        await page.getByLabel("Etsy").check();
        await page.getByLabel("TikTok Shop").check();
        await page.getByRole("button", { name: "Create product" }).click();
        await page.getByText("Product created.").waitFor();
      }
      await page.getByText("Another product has the same SKU.").waitFor();
      await checkPage(visit, "product");

      await page.getByText("Edit supplier").or(page.getByText("Add supplier")).click();
      await page.getByRole("textbox", { name: "Supplier" }).fill("Acme");
      await page.getByRole("button", { name: "Save supplier" }).click();
      await page.getByText("Supplier changed.").waitFor();
      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await page.getByLabel("Price").fill("nine");
      await page.getByLabel("Title").fill("Green mug");
      await page.getByRole("button", { name: "Save product" }).click();
      await page.getByText("Enter a number, for example 9.99.").waitFor();
      expect({ title: await page.getByLabel("Title").inputValue(), price: await page.getByLabel("Price").inputValue() }).toEqual({
        title: "Green mug",
        price: "nine",
      });
      expect(visit.complaints.splice(0).filter((complaint) => !complaint.includes("400"))).toEqual([]);
      await page.getByLabel("Price").fill("12");
      await page.getByRole("button", { name: "Save product" }).click();
      await page.getByRole("heading", { name: "Green mug" }).waitFor();

      await shop.v2("/products", { title: "Plate without tags", sku: "PLATE", price: 10 });
      await page.getByRole("link", { name: "Products", exact: true }).click();
      await page.getByRole("textbox", { name: "Tag" }).fill("CERAMIC");
      await page.getByRole("textbox", { name: "Tag" }).press("Enter");
      await page.waitForURL("**/products?*tag=CERAMIC*");
      await page.getByLabel("Sort").selectOption({ label: "Highest price first" });
      await page.waitForURL("**/products?*price*");
      expect(await page.getByRole("cell", { name: "mug" }).allTextContents()).toEqual(["Green mug", "mug-1", "Blue mug", "MUG-1"]);
      expect(await page.getByRole("link", { name: "Plate without tags" }).count()).toBe(0);
      await checkPage(visit, "products");

      await page.getByRole("link", { name: "Green mug" }).click();
      page.once("dialog", (dialog) => void dialog.dismiss());
      await page.getByText("More", { exact: true }).click();
      await page.getByRole("button", { name: "Archive product" }).click();
      expect(new URL(page.url()).pathname).toMatch(/\/products\/\d+$/);
      page.once("dialog", (dialog) => void dialog.accept());
      await page.getByRole("button", { name: "Archive product" }).click();
      await page.getByText("Archived.").waitFor();
      expect(await page.getByRole("link", { name: "mug" }).allTextContents()).toEqual(["Blue mug"]);
      expect(visit.complaints).toEqual([]);
    });

    it("can be viewed without JavaScript by a viewer", async () => {
      const shop = await createShop(setup(), "Looking", ["owner", "viewer"]);
      await using owner = await openConsole(setup(), shop, "owner", { javaScriptEnabled: false });
      await owner.open("/products/new");
      await owner.page.getByLabel("Title").fill("Plain mug");
      await owner.page.getByLabel("Description").fill("Holds tea.\nHolds coffee.");
      await owner.page.getByRole("button", { name: "Create product" }).click();
      await owner.page.getByText("Product created.").waitFor();

      await using viewer = await openConsole(setup(), shop, "viewer", { javaScriptEnabled: false });
      const { page } = viewer;
      await viewer.open("/products");
      await page.getByRole("searchbox", { name: "Search" }).fill("plain");
      await page.getByRole("button", { name: "Apply filters" }).click();
      await page.getByRole("link", { name: "Plain mug" }).click();
      await page.getByText("Holds coffee.").waitFor();
      expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
      expect([owner.complaints, viewer.complaints]).toEqual([[], []]);
    });
  });
}
