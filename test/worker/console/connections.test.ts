import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { connect, deliverWoo, inboxOf, processInbox, wooOrder } from "../connections/fixtures";
import { StandInShop } from "../connections/stand-in";
import { serveAll } from "../faults/serve-queues";
import { createMember, type Page, type Visitor } from "./kit";

let shop: Shop;
let admin: Visitor;
let standIn: StandInShop;
beforeEach(async () => {
  shop = await createShop();
  admin = await createMember(shop.id, "admin");
  standIn = new StandInShop().open();
});
afterEach(() => vi.restoreAllMocks());

const apiFields = () => ({ "api.shop_url": standIn.origin, "api.key": standIn.key, "api.secret": standIn.secret });
const valueOf = ({ text }: Page, id: string) => new RegExp(`<code id="${id}">([^<]+)</code>`).exec(text)?.[1] ?? "";
const connections = async () => (await shop.v2("/connections")).body.data;

describe("connecting a shop in the console", () => {
  it("goes from the form to the URL and the secret, and the first order appears", async () => {
    const form = await admin.open("/connections/new/woocommerce");
    expect({ status: form.status, text: form.text }).toEqual({ status: 200, text: expect.not.stringContaining("Secret of the webhooks") });
    const created = await admin.send("/connections/new/woocommerce", { store: "gift", ...apiFields() });
    expect(created.status).toBe(200);
    for (const step of ["Advanced, Webhooks", "Order updated", "Copy secret"]) expect(created.text).toContain(step);
    // The shop's form has the URL as its first field.
    const positions = ['id="delivery-url"', "Copy the webhook secret now.", 'id="secret"', "<ol>"].map((part) =>
      created.text.indexOf(part),
    );
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(positions).not.toContain(-1);
    const [connection] = await connections();
    expect(valueOf(created, "delivery-url")).toBe(connection.delivery_url);
    const path = new URL(connection.delivery_url).pathname;
    expect((await deliverWoo({ path, secret: valueOf(created, "secret") }, wooOrder())).status).toBe(200);
    await processInbox(shop, connection);
    const shown = await admin.open(`/connections/${connection.id}`);
    for (const text of ["Gift shop, WooCommerce", "Connected", "order.updated", "727", "Processed"]) expect(shown.text).toContain(text);
    expect(shown.text).not.toContain(valueOf(created, "secret"));
    expect(shown.text).not.toContain(standIn.secret);
    const list = (await admin.open("/connections")).text;
    expect(list).toContain("Gift shop");
    // Orders whose webhooks were lost.
    expect(list).toContain("0 found, 0 stored");
  });

  it("requires the secret that Shopify has issued, and shows none", async () => {
    expect((await admin.open("/connections/new/shopify")).text).toContain("Secret of the webhooks");
    const rejected = await admin.send("/connections/new/shopify", { store: "gift", webhook_secret: "" });
    expect({ status: rejected.status, text: rejected.text }).toEqual({ status: 400, text: expect.stringContaining("Enter the secret.") });
    const created = await admin.send("/connections/new/shopify", { store: "gift", webhook_secret: "the-secret-of-shopify" });
    expect([created.status, created.text.includes("Copy secret"), created.text.includes("Order cancellation")]).toEqual([200, false, true]);
    expect(created.text).not.toContain("the-secret-of-shopify");
  });

  it("shows an error at its field, and keeps the input; an unknown store or platform is not found", async () => {
    // Stores are chosen by id.
    const { text } = await admin.open("/connections/new/woocommerce");
    const [, store = ""] = /<option value="(\d+)"[^>]*>Gift shop/.exec(text) ?? [];
    const response = await admin.send("/connections/new/woocommerce", { store, ...apiFields(), "api.shop_url": "https://10.0.0.1/" });
    expect({ status: response.status, text: response.text }).toEqual({
      status: 400,
      text: expect.stringMatching(/id="api\.shop_url-error">[^<]*not an IP address/),
    });
    expect(response.text).toContain(`<option value="${store}" selected`);
    expect((await admin.send("/connections/new/woocommerce", { store: "nowhere" })).status).toBe(404);
    expect((await admin.open("/connections/new/etsy")).status).toBe(404);
  });

  it("is forbidden to members, and not found by another organization", async () => {
    const [member, stranger] = [await createMember(shop.id, "member"), await createMember((await createShop()).id, "owner")];
    const { id } = await connect(shop);
    for (const path of ["/connections", "/connections/new/shopify", `/connections/${id}`])
      expect((await member.open(path)).status).toBe(403);
    expect((await stranger.open(`/connections/${id}`)).status).toBe(404);
  });
});

describe("a connection in the console", () => {
  it("can be paused, resumed, rotated and deleted", { tags: "long" }, async () => {
    const { id } = await connect(shop);
    const status = async () => (await connections())[0]?.status;
    await admin.send(`/connections/${id}/pause`, {});
    expect(await status()).toBe("paused");
    await admin.send(`/connections/${id}/resume`, {});
    expect(await status()).toBe("active");
    const rotated = await admin.send(`/connections/${id}/rotate`, { overlap_hours: "24" });
    expect(valueOf(rotated, "secret")).toMatch(/^[0-9A-Za-z]{40}$/);
    const again = await admin.send(`/connections/${id}/rotate`, { overlap_hours: "24" });
    expect({ status: again.status, text: again.text }).toEqual({ status: 409, text: expect.stringContaining("Rotate secret") });
    expect(again.text).toContain("The secret was rotated recently");
    expect(again.text).not.toMatch(/replaces_unseen|Set overlap_hours/);
    expect((await admin.send(`/connections/${id}/delete`, {})).location).toContain("/connections?done=connection_deleted");
    expect((await admin.open(`/connections/${id}`)).status).toBe(404);
  });

  it("stores access to the shop's API, tests it, and starts the import of past orders", async () => {
    const { id } = await connect(shop);
    expect((await admin.open(`/connections/${id}`)).text).not.toContain("Test access");
    expect((await admin.send(`/connections/${id}/api`, apiFields())).location).toContain("done=access_saved");
    expect((await admin.send(`/connections/${id}/test`, {})).location).toContain("done=reached");
    standIn.instead.push(() => new Response(null, { status: 401 }));
    expect((await admin.send(`/connections/${id}/test`, {})).location).not.toContain("done=");
    expect((await admin.open(`/connections/${id}`)).text).toContain("The shop rejected the credentials of its API.");
    expect((await admin.send(`/connections/${id}/backfill`, { since: "2026-01-01" })).location).toContain("done=backfilling");
    expect((await admin.open(`/connections/${id}`)).text).toContain("Reading past orders since");
  });

  it("shows the reason of a failed delivery, and processes it again", async () => {
    const connection = await connect(shop);
    await deliverWoo(connection, wooOrder({ line_items: [] }));
    await processInbox(shop, connection);
    expect((await admin.open(`/connections/${connection.id}`)).text).toContain("line_items has no item with a quantity.");
    const [message] = await inboxOf(connection);
    const path = `/connections/${connection.id}/inbox/${String(message?.["id"])}/retry`;
    // As if the mapping had been corrected meanwhile.
    await rows("update connection_inbox set body = ? where id = ?", JSON.stringify(wooOrder()), message?.["id"]);
    expect((await admin.send(path, {})).location).toContain("done=retrying");
    await processInbox(shop, connection);
    expect((await inboxOf(connection)).map(({ status }) => status)).toEqual(["processed"]);
    expect((await shop.v2("/orders?external_id=727")).body.data).toHaveLength(1);
  });

  it("lists all deliveries in pages and by status", async () => {
    const connection = await connect(shop);
    for (let id = 1; id <= 3; id += 1) await deliverWoo(connection, wooOrder({ id, ...(id === 1 && { line_items: [] }) }));
    await processInbox(shop, connection);
    const path = `/connections/${connection.id}/inbox`;
    expect((await admin.open(`/connections/${connection.id}`)).text).toContain(`${path}?status=failed`);
    const first = await admin.open(`${path}?limit=2`);
    const next = /href="[^"]*(\?[^"]*after=[^"]+)"/.exec(first.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await admin.open(path + next);
    expect([
      first.text.includes("line_items has no item with a quantity."),
      second.text.includes("line_items has no item with a quantity."),
    ]).toEqual([false, true]);
    const failed = await admin.open(`${path}?status=failed`);
    expect([failed.text.includes("line_items has no item with a quantity."), failed.text.includes("Processed</span>")]).toEqual([
      true,
      false,
    ]);
    const stranger = await createMember((await createShop()).id, "owner");
    expect((await stranger.open(path)).status).toBe(404);
  });

  it(
    "shows fulfillments that were sent to the shop and the error of one, sends that again, and stops sending",
    { tags: "long" },
    async () => {
      const enqueued = captureEnqueued();
      const { id, ...connection } = await connect(shop, { api: standIn.api });
      const open = async () => (await admin.open(`/connections/${id}`)).text;
      expect(await open()).not.toContain("Sent to the shop");
      expect((await admin.send(`/connections/${id}/start-sending`, {})).location).toContain("done=sending_started");
      expect(await open()).toContain("Nothing yet. Ship an order of this shop here.");
      await deliverWoo({ ...connection }, standIn.put(727, 1));
      await processInbox(shop, { id });
      const orderId = (await shop.v2("/orders?external_id=727")).body.data[0].id;
      await shop.v2(`/orders/${orderId}/fulfillments`, { body: { status: "in_transit", tracking_number: "T" }, headers: idempotencyKey() });
      standIn.instead.push(() => new Response("", { status: 500 }));
      await serveAll(enqueued);
      expect(await open()).toMatch(/Fulfillments can’t be sent[^]+The shop responded with the status 500\./);
      const nameOfSent = async () =>
        new RegExp(`Sent to the shop[^]+?href="[^"]*/orders/${orderId}"[^>]*>([^<]+)<`).exec(await open())?.[1];
      const { number } = (await shop.v2(`/orders/${orderId}`)).body;
      expect({ number, name: await nameOfSent() }).toEqual({ number: expect.any(String), name: number });
      await shop.v2(`/orders/${orderId}`, { method: "PATCH", body: { number: null } });
      expect(await nameOfSent()).toBe("727");
      expect((await admin.open("/connections")).text).toContain("Sending fails");
      const [{ id: deliveryId }] = (await shop.v2(`/connections/${id}/deliveries`)).body.data;
      expect((await admin.send(`/connections/${id}/deliveries/${deliveryId}/redeliver`, {})).location).toContain("done=resending");
      await serveAll(enqueued);
      const shown = await open();
      expect([shown.includes(`/orders/${orderId}"`), shown.includes("Created in the shop"), shown.includes("can’t be sent")]).toEqual([
        true,
        true,
        false,
      ]);
      await admin.send(`/connections/${id}/stop-sending`, {});
      expect((await shop.v2(`/connections/${id}`)).body).toMatchObject({ send_fulfillments: false, sending: { status: "paused" } });
    },
  );
});
