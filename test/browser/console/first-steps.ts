import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { createShop, checkPage, openConsole, type ConsoleSetup } from "./kit.ts";

const SHOP_KEY = "ck_0123456789abcdef";
const SHOP_SECRET = "cs_0123456789abcdef";

interface Server extends AsyncDisposable {
  url: string;
}

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A shop whose API accepts one key, and has no orders. */
async function startWooCommerceStandIn(): Promise<Server> {
  const accepted = `Basic ${Buffer.from(`${SHOP_KEY}:${SHOP_SECRET}`).toString("base64")}`;
  return await serve(({ headers }, response) => {
    response.writeHead(headers.authorization === accepted ? 200 : 401, { "Content-Type": "application/json" }).end("[]");
  });
}

/** The first steps of an organization, its first import, two people at once, and a page that updates itself. */
export function firstStepsSuite(setup: () => ConsoleSetup): void {
  describe("a new organization", () => {
    it("shows its first steps, connects a shop whose keys are tested, and creates its store with it", async () => {
      await using wooCommerce = await startWooCommerceStandIn();
      const shop = await createShop(setup(), "First steps");
      await using visit = await openConsole(setup(), shop);
      const { page } = visit;
      await visit.open("/home");
      await page.getByText("1 of 4 done").waitFor();
      expect(await page.locator(".first-steps li.done h3").allTextContents()).toEqual(["Add a store (done)"]);
      expect(await page.locator(".tasks").count()).toBe(0);
      await checkPage(visit, "home first steps");
      await page.getByRole("link", { name: "Connect a shop" }).click();
      await page.getByRole("link", { name: "Connect WooCommerce" }).click();

      // The fields of a new store are there while no other store is chosen.
      const name = page.getByLabel("Name of the new store");
      expect(await name.isVisible()).toBe(true);
      await page.getByLabel("Store", { exact: true }).selectOption("Gift shop");
      expect(await name.isVisible()).toBe(false);
      await page.getByLabel("Store", { exact: true }).selectOption("Create a new store");
      await checkPage(visit, "connection new");
      await name.fill("Lamps");
      await page.getByLabel("URL of the shop").fill(wooCommerce.url);
      await page.getByLabel("Consumer key").fill(SHOP_KEY);
      await page.getByLabel("Consumer secret").fill("cs_not_the_secret");
      await page.getByRole("button", { name: "Create connection" }).click();
      await page.getByText("does not accept this consumer key with this consumer secret").waitFor();
      expect(await page.getByLabel("Consumer key").evaluate((field) => field === document.activeElement)).toBe(true);
      expect({ name: await name.inputValue(), count: (await shop.v2<{ data: unknown[] }>("/stores")).data.length }).toEqual({
        name: "Lamps",
        count: 1,
      });
      await checkPage(visit, "connection wrong key");
      // The browser reports the rejected form.
      visit.complaints.length = 0;
      await page.getByLabel("Consumer secret").fill(SHOP_SECRET);
      await page.getByRole("button", { name: "Create connection" }).click();
      await page.getByText("Connection created. The shop’s API accepts the access.").waitFor();
      await checkPage(visit, "connection created");
      expect((await shop.v2<{ data: { name: string }[] }>("/stores")).data.map((store) => store.name)).toEqual(["Gift shop", "Lamps"]);
      await page.getByRole("link", { name: "View connection" }).click();
      await page.getByRole("heading", { name: "Lamps, WooCommerce" }).waitFor();
      await checkPage(visit, "connection of a new store");

      await visit.open("/home");
      await page.getByText("2 of 4 done").waitFor();
      await page.getByRole("button", { name: "Hide first steps" }).click();
      await page.getByText("The first steps are hidden from your home page.").waitFor();
      expect({ firstSteps: await page.locator(".first-steps").count(), search: new URL(page.url()).search }).toEqual({
        firstSteps: 0,
        search: "",
      });
      await checkPage(visit, "home without first steps");
      expect(visit.complaints).toEqual([]);
    });

    it("shows its tasks, besides the first steps that are left, once it has an order", async () => {
      const shop = await createShop(setup(), "Some steps");
      await shop.v2("/orders", { store: "gift", items: [{ name: "Mug", sku: "MUG", price: 5 }] });
      await using visit = await openConsole(setup(), shop);
      await visit.open("/home");
      await visit.page.getByText("2 of 4 done").waitFor();
      expect(await visit.page.locator(".tasks").count()).toBeGreaterThan(0);
      await checkPage(visit, "home some first steps");
      expect(visit.complaints).toEqual([]);
    });
  });

  describe("an import", () => {
    it("asks before it creates orders in another currency than the store's", async () => {
      const shop = await createShop(setup(), "Currencies", ["member"]);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      const file = "Order reference,Product,Price per piece,Currency\nA-1,Mug,5.00,EUR\n";
      await visit.open("/import");
      await page.getByLabel("Orders file").setInputFiles({ name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
      await page.getByText("The orders of the file are in EUR, but the currency of this store is USD.").waitFor();
      const preview = page.getByRole("button", { name: "Preview import" });
      expect(await preview.isDisabled()).toBe(true);
      await checkPage(visit, "import other currency");
      await page.getByLabel("Import the orders with their own currency").check();
      await preview.click();
      await page.getByRole("button", { name: "Import 1 order" }).click();
      await page.getByRole("link", { name: "View imported orders" }).waitFor();
      expect((await shop.v2<{ data: { currency: string }[] }>("/orders")).data.map(({ currency }) => currency)).toEqual(["EUR"]);
      expect(visit.complaints).toEqual([]);
    });
  });

  describe("a page", () => {
    it("of a form that somebody else has changed shows both values, and keeps what only they have changed", async () => {
      const shop = await createShop(setup(), "Two people", ["member"]);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open(`/stores/${shop.storeId}`);
      await page.getByLabel("Name").fill("Mine");
      await shop.v2(`/stores/${shop.storeId}`, { name: "Theirs", currency: "EUR" }, "PATCH");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Somebody else has changed this to “Theirs”. Save again to replace it with yours.").waitFor();
      expect({ name: await page.getByLabel("Name").inputValue(), currency: await page.getByLabel("Currency").inputValue() }).toEqual({
        name: "Mine",
        currency: "EUR",
      });
      await checkPage(visit, "store changed by others");
      expect(visit.complaints.splice(0).filter((complaint) => !complaint.includes("412"))).toEqual([]);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Store updated.").waitFor();
      expect(await shop.v2(`/stores/${shop.storeId}`)).toMatchObject({ name: "Mine", currency: "EUR" });
      expect({ search: new URL(page.url()).search, complaints: visit.complaints }).toEqual({ search: "", complaints: [] });
    });

    it("that waits for a delivery shows its result by itself", async () => {
      const waiting: ServerResponse[] = [];
      await using receiver = await serve((_, response) => void waiting.push(response));
      const shop = await createShop(setup(), "Waiting");
      const { id } = await shop.v2<{ id: string }>("/webhooks", { url: receiver.url, events: ["order.created"] });
      await shop.v2("/orders", { store: "gift", items: [{ name: "Mug", price: 5 }] });
      await using visit = await openConsole(setup(), shop);
      const { page } = visit;
      const deliveries = async () => (await shop.v2<{ data: { id: string }[] }>(`/webhooks/${id}/deliveries`)).data;
      await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(1);
      await visit.open(`/webhooks/${id}/deliveries/${(await deliveries())[0]?.id ?? ""}`);
      await page.locator("[data-waits]").first().waitFor({ state: "attached" });
      await page.evaluate(() => (document.title = "The same page"));
      for (const response of waiting) response.writeHead(200).end("thanks");
      await page.getByText("Attempt 1: delivered").waitFor();
      await page.locator("[data-waits]").waitFor({ state: "detached" });
      expect({ title: await page.title(), badge: await page.locator("dd .badge").first().innerText() }).toEqual({
        title: "The same page",
        badge: "Succeeded",
      });
      await checkPage(visit, "delivery updated");
      expect(visit.complaints).toEqual([]);
    });
  });
}
