import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Reply, startReceiver } from "../../node/server/receiver.ts";
import { createShop, checkPage, type Shop, openConsole, type ConsoleVisit, type ConsoleSetup } from "./kit.ts";

const ORDER = {
  store: "gift",
  external_id: "1001",
  customer_name: "Ann",
  items: [{ name: "Mug", sku: "MUG-1", quantity: 2, price: 9.99 }],
};

/** Creates an endpoint by the console's form, for new tickets and the events of orders that the form preselects. Returns its id and its secret. */
async function createEndpoint({ page, ...visit }: ConsoleVisit, url: string): Promise<{ id: string; secret: string }> {
  await visit.open("/webhooks");
  await page.getByRole("link", { name: "Create endpoint" }).click();
  await page.getByLabel("URL").fill(url);
  await page.getByLabel("Description").fill("The warehouse");
  await page.getByLabel("ticket.created").check();
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await page.getByText("Copy the webhook secret now. It will not be shown again.").waitFor();
  const secret = await page.locator("#secret").innerText();
  return { id: await idIn(page.getByRole("link", { name: "View endpoint" })), secret };
}

async function idIn(link: { getAttribute: (name: string) => Promise<string | null> }): Promise<string> {
  return /we_\w+/.exec((await link.getAttribute("href")) ?? "")?.[0] ?? "";
}

/** Reads the states of an endpoint's deliveries, newest first, from the API until they equal `expected`. */
async function waitForStates(shop: Shop, id: string, expected: readonly string[]): Promise<void> {
  await expect
    .poll(async () => (await shop.v2<{ data: { status: string }[] }>(`/webhooks/${id}/deliveries`)).data.map(({ status }) => status), {
      timeout: 20_000,
    })
    .toEqual(expected);
}

export function webhooksSuite(setup: () => ConsoleSetup): void {
  describe("webhooks", () => {
    it("are created, tested, monitored, recovered and deleted", async () => {
      let reply: Reply = { status: 200, body: "<b>thanks</b>" };
      await using receiver = await startReceiver(() => reply);
      const shop = await createShop(setup(), "Webhooks");
      await using visit = await openConsole(setup(), shop);
      const { page, complaints } = visit;
      page.on("dialog", (dialog) => void dialog.accept());
      await visit.open("/webhooks/new");

      // A forbidden URL has an error at its field, and the input is kept.
      await page.getByLabel("URL").fill("https://10.0.0.1/hook");
      await page.locator('[id="events-order.created"]').uncheck();
      await page.locator('[id="events-order.status_changed"]').uncheck();
      await page.getByRole("button", { name: "Create endpoint" }).click();
      await page.getByText("Expected a host name, not an IP address.").waitFor();
      expect(await page.getByText("Choose at least one event.").count()).toBe(1);
      expect(await page.getByLabel("URL").inputValue()).toBe("https://10.0.0.1/hook");
      await checkPage(visit, "webhook rejected");
      // The browser complains about the status 400 of the rejected form.
      complaints.length = 0;

      const { id, secret } = await createEndpoint(visit, `${receiver.url}/hook`);
      expect(secret).toMatch(/^whsec_/);
      await checkPage(visit, "webhook secret");
      await page.getByRole("link", { name: "View endpoint" }).click();
      await page.getByRole("heading", { name: "The warehouse" }).waitFor();
      expect(await page.content()).not.toContain(secret);

      await page.getByRole("button", { name: "Send test event" }).click();
      await page.getByText("Attempt 1: delivered").waitFor();
      expect(await page.getByText("<b>thanks</b>").count()).toBe(1);
      expect(receiver.received.map(({ headers }) => headers["x-service-event"])).toEqual(["webhook.test"]);

      // The delivery of an order fails, and the page shows the sent bytes.
      reply = { status: 503, body: "<script>alert(1)</script> not now" };
      await shop.v2("/orders", ORDER);
      await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
      const [, request] = receiver.received;
      await expect
        .poll(
          async () => {
            await visit.open(`/webhooks/${id}/deliveries?event=order.created`);
            return await page.getByText("503 in").count();
          },
          { timeout: 20_000 },
        )
        .toBe(1);
      await checkPage(visit, "webhook deliveries");
      await page.locator("td.main a").click();
      await page.getByText("Attempt 1: failed").waitFor();
      const body = await page.locator("#body").textContent();
      expect(body).toBe(request?.raw.toString());
      const sent = request?.headers ?? {};
      for (const name of ["content-type", "user-agent", "webhook-id", "x-service-event", "x-service-delivery", "x-service-attempt"]) {
        const shown = page.locator("dl.headers dt", { hasText: new RegExp(`^${name}$`, "i") }).locator("xpath=following-sibling::dd[1]");
        expect({ name, shown: await shown.textContent() }).toEqual({ name, shown: sent[name] });
      }
      expect(await page.getByText("The response is an error.").count()).toBe(1);
      expect(await page.getByText("<script>alert(1)</script> not now").count()).toBe(1);
      await checkPage(visit, "webhook delivery");

      // The receiver works again.
      reply = { status: 200, body: "" };
      await page.getByRole("button", { name: "Redeliver event" }).click();
      await page.getByText("The event is being redelivered.").waitFor();
      await waitForStates(shop, id, ["succeeded", "succeeded"]);
      await page.reload();
      await page.getByText(/Attempt \d: delivered/).waitFor();

      // While the endpoint is paused, events are held; after it is resumed, they are sent.
      await visit.open(`/webhooks/${id}`);
      await page.getByRole("button", { name: "Pause endpoint" }).click();
      await page.getByText("Resume the endpoint first.").waitFor();
      await shop.v2("/orders", { ...ORDER, external_id: "1002" });
      await waitForStates(shop, id, ["held", "succeeded", "succeeded"]);
      await page.reload();
      await page.getByRole("button", { name: "Resume endpoint" }).click();
      await waitForStates(shop, id, ["succeeded", "succeeded", "succeeded"]);

      // The deliveries of both orders, as if they had failed permanently, are recovered.
      await setup().worker.rows(
        "update deliveries set status = 'failed', completed_at = 1 where endpoint_id = ? and event_type <> 'webhook.test'",
        id,
      );
      await page.getByRole("button", { name: "Recover deliveries" }).click();
      await page.getByText("Recovery started.").waitFor();
      const recovery = page.getByRole("table", { name: "Recoveries" }).getByRole("row").nth(1);
      expect(await recovery.innerText()).toMatch(/Completed\s+2$/);
      await waitForStates(shop, id, ["succeeded", "succeeded", "succeeded"]);
      await page.reload();
      await checkPage(visit, "webhook endpoint");

      await page.getByText("Rotate secret").first().click();
      await page.getByRole("button", { name: "Rotate secret" }).click();
      await page.getByText("and also with the previous one until").waitFor();
      const renewed = await page.locator("#secret").innerText();
      expect(renewed).not.toBe(secret);
      await page.getByRole("link", { name: "How to check signatures with it" }).click();
      await page.getByRole("heading", { name: "Check signatures" }).waitFor();
      expect(await page.content()).not.toContain(renewed);
      expect(await page.getByText(`…${renewed.slice(-4)}`).count()).toBe(1);
      const guide = readFileSync("docs/guide/webhooks.md", "utf8");
      for (const language of ["node", "python", "shell"])
        expect(guide).toContain(`\n${await page.locator(`#code-${language}`).textContent()}\`\`\``);
      await checkPage(visit, "webhook verify");

      await visit.open("/webhooks");
      await checkPage(visit, "webhooks");
      await page.getByRole("link", { name: "The warehouse" }).click();
      await page.getByText("Delete endpoint").first().click();
      await page.getByRole("button", { name: "Delete endpoint" }).click();
      await page.getByText("No endpoints yet.").waitFor();
      expect(complaints).toEqual([]);
    });

    it("are created and tested without JavaScript", async () => {
      await using receiver = await startReceiver(() => ({ status: 410 }));
      const shop = await createShop(setup(), "Webhooks, plain");
      await using visit = await openConsole(setup(), shop, "owner", { javaScriptEnabled: false });
      const { page } = visit;
      await createEndpoint(visit, `${receiver.url}/hook`);
      await page.getByRole("link", { name: "View endpoint" }).click();
      await page.getByRole("button", { name: "Send test event" }).click();
      await page.getByText("Attempt 1: failed").waitFor();
      await page.getByText("A test is not retried").waitFor();
      expect(visit.complaints).toEqual([]);
    });
  });
}
