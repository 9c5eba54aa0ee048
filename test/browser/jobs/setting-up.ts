import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { startReceiver } from "../../node/server/receiver.ts";
import { PHONE } from "../chromium.ts";
import { PASSWORD } from "../console/kit.ts";
import { type Job, listOrders, waitForText, SHORTEST } from "./job.ts";

/** A shop of WooCommerce whose API accepts any key, and has no orders. */
async function startShop(): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((_, response) => response.writeHead(200, { "Content-Type": "application/json" }).end("[]"));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const SHOPIFY = [
  "Name,Financial Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Id",
  "#KQ-77,paid,USD,20.00,0.00,0.00,20.00,2026-11-20 08:15:40 +0000,1,Tea tin,20.00,TEA,Bo Invented,5000000001",
].join("\n");

const ETSY = [
  "Sale Date,Item Name,Buyer,Quantity,Price,Discount Amount,Order Shipping,Order Sales Tax,Item Total,Currency,Transaction ID,Ship Name,Ship City,Ship Country,Order ID,Variations,SKU",
  "11/20/26,Bowl,ann42,1,8.00,,0.00,,8.00,USD,4002,Ann Example,Springfield,United States,3001,,BOWL",
].join("\n");

/** Imports the orders of a platform's file. The page recognizes the platform. */
const importJob = (name: string, file: string, text: string, number: string): Job => ({
  name,
  budget: { clicks: 5, keystrokes: 8 },
  source: `${SHORTEST}: the palette (by keys), the file (3 clicks), the preview and the import`,
  run: async (input) => {
    await input.command("import");
    await input.pickFile("Orders file", file, text);
    await input.click(input.page.getByRole("button", { name: "Preview import" }));
    await input.click(input.page.getByRole("button", { name: "Import 1 order" }));
    await waitForText(input, "1 order created.");
  },
  check: async (_input, scene) => expect(await listOrders(scene, `q=${encodeURIComponent(number)}`)).toHaveLength(1),
});

/** What owners and developers do now and then. */
export const SETTING_UP: readonly Job[] = [
  {
    name: "connect a shop",
    budget: { clicks: 7, keystrokes: 10 },
    source: `${SHORTEST}: the section, the platform, four fields, of which three are pasted, the button`,
    run: async (input) => {
      await using wooCommerce = await startShop();
      await input.go("Connections");
      await input.follow("Connect WooCommerce");
      await input.fill("Name of the new store", "Lamps");
      await input.paste("URL of the shop", wooCommerce.url);
      await input.paste("Consumer key", "ck_0123456789abcdef");
      await input.paste("Consumer secret", "cs_0123456789abcdef");
      await input.send("Create connection");
      await waitForText(input, "Connection created. The shop’s API accepts the access.");
    },
    check: async (_input, { shop }) =>
      expect((await shop.v2<{ data: object[] }>("/connections")).data).toMatchObject([{ platform: "woocommerce" }]),
  },
  importJob("import orders of Shopify", "orders_export.csv", SHOPIFY, "KQ-77"),
  importJob("import orders of Etsy", "EtsySoldOrderItems2026-11.csv", ETSY, "3001"),
  {
    name: "create a token that sees orders, has a quota and expires",
    budget: { clicks: 6, keystrokes: 40 },
    source: `${SHORTEST}: the palette, the name, the scope, the day, the quota, the button and the copy`,
    run: async (input) => {
      await input.command("create api t");
      await input.fill("Name", "Robot");
      await input.click(input.page.getByLabel("See orders"));
      await input.typeDate("Last day", "2099-12-31");
      await input.fill("Requests per day", "1000");
      await input.send("Create API token");
      await input.click(input.page.getByRole("button", { name: "Copy token" }));
      await input.page.getByRole("button", { name: "Copied" }).waitFor();
    },
    check: async ({ page }, { shop }) => {
      const headers = { authorization: `Bearer ${await page.locator("#secret").innerText()}` };
      const response = await fetch(`${new URL(page.url()).origin}/api/v2/orders`, { headers });
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      await page.goto(`${new URL(page.url()).origin}/console/${shop.id}/settings/api-tokens`);
      await page.getByRole("link", { name: "Robot" }).click();
      expect(await page.getByLabel("Requests per day").inputValue()).toBe("1000");
      expect(await page.getByLabel("Last day").inputValue()).toBe("2099-12-31");
    },
  },
  {
    name: "create a webhook, test it, and send an event again that has failed",
    budget: { clicks: 7, keystrokes: 20 },
    source: `${SHORTEST}: the palette (by keys), the URL, the button, the endpoint, the test, all deliveries, one of them, and its redelivery`,
    run: async (input, { shop }) => {
      let status = 200;
      await using receiver = await startReceiver(() => ({ status }));
      await input.command("create web");
      await input.paste("URL", `${receiver.url}/hook`);
      await input.send("Create endpoint");
      await input.follow("View endpoint");
      await input.send("Send test event");
      await waitForText(input, "Attempt 1: delivered");
      status = 503;
      await shop.v2("/orders", { store: "gift", number: "HOOK-1", items: [{ name: "Mug", price: 1 }] });
      await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
      await input.follow("All deliveries");
      await input.click(input.page.getByRole("link", { name: "order.created" }).first(), { opensPage: true });
      status = 200;
      await input.send("Redeliver event");
      await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(3);
    },
    check: async (input) => await waitForText(input, /Attempt \d: delivered/),
  },
  {
    name: "invite a viewer",
    budget: { clicks: 5, keystrokes: 40 },
    source: `${SHORTEST}: the palette, the email address, the role, the button and the copy`,
    run: async (input) => {
      await input.command("invite");
      await input.fill("Email address", "packer@example.com");
      await input.choose("Role", "viewer");
      await input.send("Invite member");
      await input.click(input.page.getByRole("button", { name: "Copy link" }));
      await input.page.getByRole("button", { name: "Copied" }).waitFor();
    },
    check: async ({ page }) => {
      const context = await page.context().browser()?.newContext({ viewport: PHONE });
      if (context === undefined) throw new Error("The page has no browser.");
      const phone = await context.newPage();
      await phone.goto(await page.locator("#link").innerText());
      await phone.getByLabel("New password").fill(PASSWORD);
      await phone.getByLabel("Repeat password").fill(PASSWORD);
      await phone.getByRole("button", { name: "Create account and join" }).click();
      await phone.waitForURL("**/home");
      // A viewer may not create an order.
      const response = await phone.goto(phone.url().replace("/home", "/orders/new"));
      expect(response?.status()).toBe(403);
      await context.close();
    },
  },
  {
    name: "look up an order on a phone",
    as: "viewer on a phone",
    budget: { clicks: 3, keystrokes: 0 },
    source: `${SHORTEST}: the menu, the section and the order`,
    run: async (input) => {
      await input.click(input.page.getByText("Menu", { exact: true }));
      await input.click(input.page.getByRole("link", { name: "Orders", exact: true }).filter({ visible: true }), { opensPage: true });
      await input.click(input.page.locator("td.main a").first(), { opensPage: true });
    },
    check: async ({ page }) => {
      await page.getByRole("heading", { name: /^Order / }).waitFor();
      // A viewer may not ship it.
      expect(await page.getByRole("link", { name: "Ship", exact: true }).count()).toBe(0);
    },
  },
  {
    name: "erase a person",
    budget: { clicks: 4, keystrokes: 40 },
    source: `${SHORTEST}: the palette (by keys), the email address, the search, the confirmation, the button`,
    run: async (input) => {
      await input.command("personal");
      await input.fill("Email", "dorothea@example.com");
      await input.send("Find data");
      await input.fill("Type ERASE", "ERASE");
      await input.send("Erase personal data");
      await waitForText(input, "The erasure has started.");
    },
    check: async (_input, scene) =>
      await expect.poll(async () => await listOrders(scene, "q=ERASE-1"), { timeout: 20_000 }).toMatchObject([{ customer_name: null }]),
  },
];
