import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { startReceiver } from "../../node/server/receiver.ts";
import { PHONE } from "../chromium.ts";
import { PASSWORD } from "../console/kit.ts";
import { type Job, ordersOf, says, SHORTEST } from "./job.ts";

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
const importing = (name: string, file: string, text: string, number: string): Job => ({
  name,
  budget: { clicks: 6, keystrokes: 8 },
  source: `${SHORTEST}: the palette, the file (3 clicks), the preview and the import`,
  run: async (hands) => {
    await hands.command("import");
    await hands.pickFile("Orders file", file, text);
    await hands.click(hands.page.getByRole("button", { name: "Preview import" }));
    await hands.click(hands.page.getByRole("button", { name: "Import 1 order" }));
    await says(hands, "1 order created.");
  },
  check: async (_hands, scene) => expect(await ordersOf(scene, `q=${encodeURIComponent(number)}`)).toHaveLength(1),
});

/** What owners and developers do now and then. */
export const SETTING_UP: readonly Job[] = [
  {
    name: "connect a shop",
    budget: { clicks: 7, keystrokes: 10 },
    source: `${SHORTEST}: the section, the platform, four fields, of which three are pasted, the button`,
    run: async (hands) => {
      await using theirs = await startShop();
      await hands.go("Connections");
      await hands.follow("Connect WooCommerce");
      await hands.fill("Name of the new store", "Lamps");
      await hands.paste("URL of the shop", theirs.url);
      await hands.paste("Consumer key", "ck_0123456789abcdef");
      await hands.paste("Consumer secret", "cs_0123456789abcdef");
      await hands.send("Create connection");
      await says(hands, "Connection created. The shop’s API accepts the access.");
    },
    check: async (_hands, { shop }) =>
      expect((await shop.v2<{ data: object[] }>("/connections")).data).toMatchObject([{ platform: "woocommerce" }]),
  },
  importing("import orders of Shopify", "orders_export.csv", SHOPIFY, "KQ-77"),
  importing("import orders of Etsy", "EtsySoldOrderItems2026-11.csv", ETSY, "3001"),
  {
    name: "create a token that sees orders, has a quota and expires",
    budget: { clicks: 6, keystrokes: 40 },
    source: `${SHORTEST}: the palette, the name, the scope, the day, the quota, the button and the copy`,
    run: async (hands) => {
      await hands.command("create api t");
      await hands.fill("Name", "Robot");
      await hands.click(hands.page.getByLabel("See orders"));
      await hands.typeDate("Last day", "2099-12-31");
      await hands.fill("Requests per day", "1000");
      await hands.send("Create API token");
      await hands.click(hands.page.getByRole("button", { name: "Copy token" }));
      await hands.page.getByRole("button", { name: "Copied" }).waitFor();
    },
    check: async ({ page }, { shop }) => {
      const headers = { authorization: `Bearer ${await page.locator("#secret").innerText()}` };
      const response = await fetch(`${new URL(page.url()).origin}/api/v2/orders`, { headers });
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      await page.goto(`${new URL(page.url()).origin}/console/${shop.id}/settings/api-tokens`);
      await page.getByRole("link", { name: "Robot" }).waitFor();
    },
  },
  {
    name: "create a webhook, test it, and send an event again that has failed",
    budget: { clicks: 9, keystrokes: 20 },
    source: `${SHORTEST}: the palette, the URL, two buttons, the endpoint, the test, the delivery, and its redelivery`,
    run: async (hands, { shop }) => {
      let status = 200;
      await using receiver = await startReceiver(() => ({ status }));
      await hands.command("create web");
      await hands.paste("URL", `${receiver.url}/hook`);
      await hands.send("Create endpoint");
      await hands.follow("View endpoint");
      await hands.send("Send test event");
      await says(hands, "Attempt 1: delivered");
      status = 503;
      await shop.v2("/orders", { store: "gift", number: "HOOK-1", items: [{ name: "Mug", price: 1 }] });
      await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
      await hands.follow("All deliveries");
      await hands.click(hands.page.getByRole("link", { name: "order.created" }).first(), { leads: true });
      status = 200;
      await hands.send("Redeliver event");
      await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(3);
    },
    check: async (hands) => await says(hands, /Attempt \d: delivered/),
  },
  {
    name: "invite a viewer",
    budget: { clicks: 5, keystrokes: 40 },
    source: `${SHORTEST}: the palette, the email address, the role, the button and the copy`,
    run: async (hands) => {
      await hands.command("invite");
      await hands.fill("Email address", "packer@example.com");
      await hands.choose("Role", "viewer");
      await hands.send("Invite member");
      await hands.click(hands.page.getByRole("button", { name: "Copy link" }));
      await hands.page.getByRole("button", { name: "Copied" }).waitFor();
    },
    check: async ({ page }) => {
      const context = await page.context().browser()?.newContext({ viewport: PHONE });
      const phone = await context?.newPage();
      await phone?.goto(await page.locator("#link").innerText());
      await phone?.getByLabel("New password").fill(PASSWORD);
      await phone?.getByLabel("Repeat password").fill(PASSWORD);
      await phone?.getByRole("button", { name: "Create account and join" }).click();
      await phone?.waitForURL("**/home");
      await context?.close();
    },
  },
  {
    name: "look up an order on a phone",
    as: "viewer on a phone",
    budget: { clicks: 4, keystrokes: 0 },
    source: `${SHORTEST}: the menu, the section and the order`,
    run: async (hands) => {
      await hands.click(hands.page.getByText("Menu", { exact: true }));
      await hands.click(hands.page.getByRole("link", { name: "Orders", exact: true }).filter({ visible: true }), { leads: true });
      await hands.click(hands.page.locator("td.main a").first(), { leads: true });
    },
    check: async ({ page }) => {
      await page.getByRole("heading", { name: /^Order / }).waitFor();
      expect(await page.getByRole("link", { name: "Ship", exact: true }).count()).toBe(0);
    },
  },
  {
    name: "erase a person",
    budget: { clicks: 5, keystrokes: 40 },
    source: `${SHORTEST}: the palette, the email address, the search, the confirmation, the button`,
    run: async (hands) => {
      await hands.command("personal");
      await hands.fill("Email", "dorothea@example.com");
      await hands.send("Find data");
      await hands.fill("Type ERASE", "ERASE");
      await hands.send("Erase personal data");
      await says(hands, "The erasure has started.");
    },
    check: async (_hands, scene) =>
      await expect
        .poll(async () => await ordersOf(scene, "q=ERASE-1"), { timeout: 20_000 })
        .not.toMatchObject([{ customer_email: "dorothea@example.com" }]),
  },
];
