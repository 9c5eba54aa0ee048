import { describe, expect, it } from "vitest";
import { createShop, checkPage, openConsole, type ConsoleSetup } from "./kit.ts";

interface SupplierOrders {
  data: { number: number; supplier_name: string; state: string; lines: { name: string; quantity: number }[] }[];
}

export function productionSuite(setup: () => ConsoleSetup): void {
  describe("production", () => {
    it("sends a selection of orders to their suppliers, and follows one of the supplier orders", async () => {
      const shop = await createShop(setup(), "Production");
      await shop.v2("/suppliers", { name: "Acme", lead_time_days: 3 });
      await shop.v2("/suppliers", { name: "Bag works" });
      await shop.v2(`/stores/${shop.storeId}`, { send_blockers: ["sku"] }, "PATCH");
      const item = (name: string, assigned_supplier: string, sku: string | null) => ({
        name,
        price: 5,
        quantity: 2,
        assigned_supplier,
        sku,
      });
      const orders = [
        [item("Mug", "Acme", "M"), item("Bag", "Bag works", "B")],
        [item("Cup", "Acme", "C"), item("Plate", "Acme", null)],
      ];
      for (const [index, items] of orders.entries()) await shop.v2("/orders", { store: "gift", number: `P-${index}`, items });
      await using visit = await openConsole(setup(), shop);
      const { page } = visit;
      await visit.open("/orders");
      await page.getByRole("link", { name: /^Ready to send/ }).click();
      await page.getByLabel("Select all orders on this page").check();
      await page.locator("form.bulk summary", { hasText: "Production" }).click();
      await page.getByRole("button", { name: "Send to supplier…" }).click();
      await page.waitForURL("**/production/send?ids=*");
      await checkPage(visit, "send to suppliers");
      const acme = page.locator("section", { has: page.getByRole("heading", { name: "Acme" }) });
      expect(await acme.getByRole("checkbox", { checked: true }).count()).toBe(2);
      // What lacks something is not selected.
      expect(await page.getByLabel("Send Plate").isChecked()).toBe(false);
      await page.getByLabel("Quantity of Cup").fill("1");
      await page.getByRole("button", { name: "Send to suppliers" }).click();
      await page.getByText("Supplier orders created. Tell each supplier.").waitFor();
      await page.getByRole("link", { name: "Suppliers and their links" }).waitFor();
      await checkPage(visit, "production");
      const { data } = await shop.v2<SupplierOrders>("/supplier-orders");
      const sent = data.map(({ supplier_name, lines }) => [supplier_name, lines.map(({ name, quantity }) => `${quantity} ${name}`)]);
      expect(sent.toSorted()).toEqual([
        ["Acme", ["2 Mug", "1 Cup"]],
        ["Bag works", ["2 Bag"]],
      ]);
      await page.getByRole("row", { name: /Acme/ }).getByRole("link", { name: /^#/ }).click();
      await page.getByRole("button", { name: "Mark as accepted" }).click();
      await page.getByText("Supplier order updated.").waitFor();
      await page.getByRole("row", { name: /Cup/ }).getByText("Reject", { exact: true }).click();
      await page.getByRole("row", { name: /Cup/ }).getByLabel("Reason").fill("Out of stock");
      await page.getByRole("button", { name: "Reject line" }).last().click();
      await page.getByText("Rejected: Out of stock").waitFor();
      await checkPage(visit, "supplier order");
      expect(visit.complaints).toEqual([]);
    });

    it("keeps what a supplier charges, and records its invoice", async () => {
      const shop = await createShop(setup(), "Invoices");
      const { id } = await shop.v2<{ id: string }>("/suppliers", { name: "Acme" });
      await shop.v2(`/stores/${shop.storeId}`, { send_blockers: [] }, "PATCH");
      await using visit = await openConsole(setup(), shop);
      const { page } = visit;
      await visit.open(`/suppliers/${id}`);
      await page.getByRole("link", { name: "Costs" }).click();
      await page.getByLabel("Set costs").fill("MUG\t2.50\nCUP\tfree");
      await page.getByRole("button", { name: "Save costs" }).click();
      await page.getByText("Line 2:").waitFor();
      await checkPage(visit, "costs with an error");
      // The browser reports the rejected form.
      visit.complaints.length = 0;
      await page.getByLabel("Set costs").fill("MUG\t2.50\nCUP\t1.20");
      await page.getByRole("button", { name: "Save costs" }).click();
      await page.getByText("Costs saved.").waitFor();
      await checkPage(visit, "costs of a supplier");
      const item = (sku: string) => ({ name: sku, sku, price: 9, quantity: 2, assigned_supplier: "Acme" });
      const order = await shop.v2<{ id: number }>("/orders", { store: "gift", number: "I-1", items: [item("MUG"), item("CUP")] });
      await shop.v2("/supplier-orders", { order_ids: [order.id] });
      await visit.open("/production");
      await page.getByRole("link", { name: "#1" }).click();
      await page.getByRole("link", { name: "Record invoice" }).click();
      await page.getByLabel("Number of the invoice").fill("A-17");
      expect(await page.getByLabel("Charged for one CUP").inputValue()).toBe("1.20");
      await page.getByLabel("Charged for one MUG").fill("2.75");
      await checkPage(visit, "invoice of a supplier order");
      await page.getByRole("button", { name: "Save invoice" }).click();
      await page.getByText("Invoice saved.").waitFor();
      await page.getByText("$7.90").waitFor();
      await checkPage(visit, "supplier order with its cost");
      await visit.open("/production");
      await page.getByRole("link", { name: "Unpaid" }).click();
      await page.getByRole("cell", { name: "$7.90" }).waitFor();
      await checkPage(visit, "unpaid supplier orders");
      await page.getByRole("link", { name: "View and mark as paid" }).click();
      await page.getByRole("link", { name: "#1" }).click();
      await page.getByRole("button", { name: "Mark as paid" }).click();
      await page.getByText("Invoice saved.").waitFor();
      await page.getByRole("link", { name: "Edit invoice" }).waitFor();
      expect(visit.complaints).toEqual([]);
    });
  });
}
