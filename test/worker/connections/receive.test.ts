import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { API, connect, deliverWoo, inboxOf, orderOf, processInbox, request, hmacBase64, type TestConnection, wooOrder } from "./fixtures";

let shop: Shop;
let connection: TestConnection;
beforeAll(async () => {
  shop = await createShop();
  connection = await connect(shop);
});

const countMessages = async () => (await inboxOf(connection)).length;

describe("POST /in/{token}", () => {
  it("stores a signed delivery, returns 200, and creates the order", async () => {
    const response = await deliverWoo(connection, wooOrder());
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { received: "stored" } });
    await processInbox(shop, connection);
    expect(await orderOf(shop, "727")).toMatchObject({ customer_name: "Ada Nowak", source_status: "processing", total_amount: 29.35 });
    const message = (await inboxOf(connection)).at(-1);
    expect(message).toMatchObject({ status: "processed", body: null, source_order_id: "727", topic: "order.updated", reason: null });
    const read = await shop.v2(`/connections/${connection.id}`);
    expect(read.body.last_event_at).not.toBeNull();
  });

  it("returns 200 for a repeated delivery and changes nothing", async () => {
    expect((await deliverWoo(connection, wooOrder({ id: 12 }))).body).toEqual({ received: "stored" });
    const before = await countMessages();
    const response = await deliverWoo(connection, wooOrder({ id: 12 }));
    expect({ status: response.status, body: response.body, messageCount: await countMessages() }).toEqual({
      status: 200,
      body: { received: "duplicate" },
      messageCount: before,
    });
  });

  it.each([
    ["no signature", null],
    ["an invalid signature", "x"],
    ["a signature of another secret", undefined],
  ])("returns 401 for %s and stores nothing", async (_name, signature) => {
    const before = await countMessages();
    const response = await deliverWoo({ ...connection, secret: "another-secret-of-somebody" }, wooOrder({ id: 9 }), { signature });
    expect({ status: response.status, code: response.body.error.code, messageCount: await countMessages() }).toEqual({
      status: 401,
      code: "unauthorized",
      messageCount: before,
    });
  });

  it("rejects a body that was changed after it was signed", async () => {
    const before = await countMessages();
    const signature = await hmacBase64(connection.secret, JSON.stringify(wooOrder({ id: 10 })));
    expect((await deliverWoo(connection, wooOrder({ id: 11 }), { signature })).status).toBe(401);
    expect(await countMessages()).toBe(before);
  });

  it("returns exactly 200 for the unsigned ping of WooCommerce and stores nothing", async () => {
    const before = await countMessages();
    const ping = (body: string) => request(connection.path, { body, headers: { "Content-Type": "application/x-www-form-urlencoded" } });
    expect([(await ping("webhook_id=12")).status, (await ping("webhook_id=12&order=1")).status]).toEqual([200, 401]);
    expect(await countMessages()).toBe(before);
  });

  it("ignores a signed delivery that is not about an order", async () => {
    const before = await countMessages();
    const response = await deliverWoo(connection, { id: 5 }, { topic: "customer.updated" });
    expect({ status: response.status, body: response.body, messageCount: await countMessages() }).toEqual({
      status: 200,
      body: { received: "ignored" },
      messageCount: before,
    });
  });

  it("accepts a body over 1 MiB, and stores only the id of its order", async () => {
    const large = wooOrder({ id: 8001, customer_note: "x".repeat(1024 * 1024) });
    expect((await deliverWoo(connection, large)).status).toBe(200);
    const message = (await inboxOf(connection)).at(-1);
    expect(message).toMatchObject({ source_order_id: "8001", body: null });
  });

  it("returns 200 for a body that is larger than any order, and stores nothing", async () => {
    const before = await countMessages();
    const response = await deliverWoo(connection, `{"id":1,"x":"${"x".repeat(8 * 1024 * 1024)}"}`);
    expect({ status: response.status, messageCount: await countMessages() }).toEqual({ status: 200, messageCount: before });
  });

  it("stores a signed body that is not JSON as failed, without the body", async () => {
    expect((await deliverWoo(connection, "{broken")).status).toBe(200);
    expect((await inboxOf(connection)).at(-1)).toMatchObject({ status: "failed", reason: "The body is not JSON in UTF-8.", body: null });
  });

  it("returns 404 for an unknown address, also with another organization's id, and 405 for a path below one or another method", async () => {
    const other = await createShop();
    const foreign = connection.path.replace(`/in/${shop.id}_`, `/in/${other.id}_`);
    for (const path of ["/in/x", `/in/${shop.id}_con_0000000000000000000000`, foreign]) {
      const response = await deliverWoo({ path, secret: connection.secret }, wooOrder({ id: 77 }));
      expect({ path, status: response.status }).toEqual({ path, status: 404 });
    }
    const { path, secret } = connection;
    expect((await deliverWoo({ path: `${path}/more`, secret }, wooOrder({ id: 77 }))).status).toBe(405);
    expect((await request(connection.path, { method: "GET" })).status).toBe(405);
  });

  it("ignores deliveries to a paused connection, and returns 404 after its deletion, which erases its secrets", async () => {
    const store = (await shop.v2("/stores", { body: { name: "Second", platform: "woocommerce" } })).body;
    const second = await connect(shop, { store: store.id, api: API });
    await shop.v2(`/connections/${second.id}`, { method: "PATCH", body: { enabled: false } });
    expect((await deliverWoo(second, wooOrder())).body).toEqual({ received: "ignored" });
    expect(await inboxOf(second)).toEqual([]);
    await shop.v2(`/connections/${second.id}?confirm=${second.id}`, { method: "DELETE" });
    expect((await deliverWoo(second, wooOrder())).status).toBe(404);
    expect(await rows("select secret, api_credentials from connections where id = ?", second.id)).toEqual([
      { secret: "", api_credentials: null },
    ]);
  });

  it("accepts both secrets during a rotation, which rejects another one meanwhile, and only the new one after it", async () => {
    const store = (await shop.v2("/stores", { body: { name: "Third", platform: "woocommerce" } })).body;
    const third = await connect(shop, { store: store.id });
    const { body } = await shop.v2(`/connections/${third.id}/rotate-secret`, { body: {} });
    const renewed = { ...third, secret: body.webhook_secret };
    expect(body.previous_secret_valid_until).not.toBeNull();
    expect([(await deliverWoo(third, wooOrder())).status, (await deliverWoo(renewed, wooOrder({ id: 2 }))).status]).toEqual([200, 200]);
    const [rejected] = (await shop.v2(`/connections/${third.id}/rotate-secret`, { body: {} })).body.error.details;
    expect(rejected.code).toBe("rotation_running");
    // It names only fields of this request.
    expect(rejected.message).toContain("overlap_hours");
    expect(rejected.message).not.toContain("replaces_unseen");
    const last = (await shop.v2(`/connections/${third.id}/rotate-secret`, { body: { overlap_hours: 0 } })).body.webhook_secret;
    expect([
      (await deliverWoo(renewed, wooOrder({ id: 3 }))).status,
      (await deliverWoo({ ...third, secret: last }, wooOrder({ id: 4 }))).status,
    ]).toEqual([401, 200]);
  });

  it("accepts a secret with HTML entities as WordPress signs with it", async () => {
    const store = (await shop.v2("/stores", { body: { name: "Fourth", platform: "woocommerce" } })).body;
    const fourth = await connect(shop, { store: store.id, webhook_secret: "salt &amp; pepper &lt;3 forever" });
    expect((await deliverWoo({ ...fourth, secret: "salt & pepper <3 forever" }, wooOrder())).status).toBe(200);
  });
});
