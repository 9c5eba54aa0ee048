import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { newId } from "../../../src/platform/crypto/random";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { MAX_ATTEMPTS } from "../../../src/resources/webhooks/retry-schedule";
import { type ApiResponse, createShop, idempotencyKey, rowsOf, type Shop } from "../../kit/client";
import { captureEnqueued, type EnqueuedMessages } from "../../kit/webhook-fixture";
import { serveAll } from "../faults/serve-queues";
import { connect, deliverShopify, orderOf, processInbox, shopifyOrder, type TestConnection } from "./fixtures";
import { StandInShopify } from "./stand-in-shopify";

/** A failed delivery to the shop of a connection that sends fulfillments, with a test event, which is not in the feed. Returns its id. */
export async function insertFailedDelivery(shop: Pick<Shop, "id" | "database">, { id }: { id: string }): Promise<string> {
  const [event, delivery, now] = [newId("evt", Date.now()), newId("dlv", Date.now()), Date.now()];
  const body = JSON.stringify({ event: "webhook.test", order_id: "1", fulfillment_id: "ful_none" });
  const insertEvent = "insert into events (id, organization_id, type, body, occurred_at) values (?, ?, 'webhook.test', ?, ?)";
  await rowsOf(shop, insertEvent, event, shop.id, body, now);
  await rowsOf(
    shop,
    `insert into deliveries (id, organization_id, endpoint_id, event_id, event_type, status, "trigger", attempts, created_at, completed_at)
      values (?, ?, ?, ?, 'order.fulfillment.shipped', 'failed', 'auto', ?, ?, ?)`,
    delivery,
    shop.id,
    id,
    event,
    MAX_ATTEMPTS,
    now,
    now,
  );
  return delivery;
}

/** The order of the stand-in, and its items. */
export const ORDER = "450789469";
export const [GREEN, RED] = [466_157_049, 518_995_019];
export const TRACKED = { tracking_number: "1Z999", carrier: "UPS", tracking_url: "https://track.example.com/1Z999" };

/** A shop with a connection whose fulfillments are sent when a test runs the queues. */
export class Sending {
  constructor(
    readonly shop: Shop,
    readonly connection: TestConnection,
    readonly enqueued: EnqueuedMessages,
  ) {}

  /** Runs the queues until no message is left. A retry is waited for: its message is enqueued again until it is due. */
  async send(): Promise<void> {
    while (this.enqueued.fast.length + this.enqueued.slow.length > 0) await serveAll(this.enqueued);
  }

  /** Runs the queues once, and then the job of the cron trigger, when everything that was not sent at once is due. */
  async sendAndRunJob(): Promise<void> {
    await serveAll(this.enqueued);
    await runDeliveryJob(env, Date.now() + 20_000);
  }

  /** Creates a fulfillment, which is shipped unless the body has another status. */
  async ship(body: Record<string, unknown> = {}, externalId = ORDER): Promise<ApiResponse["body"]> {
    const { id } = await orderOf(this.shop, externalId);
    const sent = { status: "in_transit", ...body };
    const response = await this.shop.v2(`/orders/${id}/fulfillments`, { body: sent, headers: idempotencyKey() });
    expect(response.status, response.text).toBe(201);
    return response.body;
  }

  /** Changes a fulfillment. */
  async change(id: string, body: Record<string, unknown>): Promise<void> {
    const response = await this.shop.v2(`/fulfillments/${id}`, { method: "PATCH", body, headers: idempotencyKey() });
    expect(response.status, response.text).toBe(200);
  }

  /** The log of sent fulfillments, newest first. */
  async readLog(): Promise<ApiResponse["body"]> {
    return (await this.shop.v2(`/connections/${this.connection.id}/deliveries`)).body.data;
  }

  async sendAgain(id: string): Promise<ApiResponse> {
    return await this.shop.v2(`/connections/${this.connection.id}/deliveries/${id}/redeliver`, { method: "POST" });
  }

  async readHealth(): Promise<ApiResponse["body"]> {
    return (await this.shop.v2(`/connections/${this.connection.id}`)).body.sending;
  }

  /** An item of the order with a quantity, for the body of a fulfillment. */
  async readItem(externalId: number, quantity: number) {
    const { items } = await orderOf(this.shop, ORDER);
    const found = items.find((each: { external_id: string }) => each.external_id === String(externalId));
    return { order_item_id: found.id, quantity };
  }

  /** The fulfillments of the order in this service. */
  async readFulfillments(): Promise<ApiResponse["body"]> {
    return (await this.shop.v2(`/orders/${(await orderOf(this.shop, ORDER)).id}/fulfillments`)).body.data;
  }
}

/** The same for Shopify, with one order. */
export class SendingToShopify extends Sending {
  #changes = 0;

  private constructor(
    shop: Shop,
    connection: TestConnection,
    enqueued: EnqueuedMessages,
    readonly lamps: StandInShopify,
  ) {
    super(shop, connection, enqueued);
  }

  /** Installs the stand-in until mocks are restored. */
  static async open(fields: Record<string, unknown> = {}): Promise<SendingToShopify> {
    const enqueued = captureEnqueued();
    const shop = await createShop();
    const lamps = new StandInShopify();
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => await lamps.response(new Request(input, init)));
    const store = (await shop.v2("/stores", { body: { name: "Lamps", platform: "shopify" } })).body.id;
    const access = { platform: "shopify", webhook_secret: "shared-secret-of-the-shop", api: lamps.api };
    const connection = await connect(shop, { store, ...access, send_fulfillments: true, ...fields });
    const sending = new SendingToShopify(shop, connection, enqueued, lamps);
    await sending.deliver();
    return sending;
  }

  /** Delivers the current state of the order, as the shop does after each change. */
  async deliver(fields: Record<string, unknown> = {}): Promise<void> {
    this.#changes += 1;
    const updated_at = new Date(Date.UTC(2026, 0, 12) + this.#changes * 1000).toISOString();
    const order = this.lamps.put({ ...shopifyOrder(), ...this.lamps.orders.get(Number(ORDER)), ...fields, updated_at });
    await deliverShopify(this.connection, order);
    await processInbox(this.shop, this.connection);
  }
}
