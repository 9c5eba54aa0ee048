import { expect, it } from "vitest";
import { createShop, rows } from "../../kit/client";
import { connect, deliverShopify, deliverWoo, inboxOf, orderOf, processInbox } from "./fixtures";

/** A series of deliveries from a shop, and the stored order after the last one. */
interface Sample {
  /** The case that it covers. */
  what: string;
  platform: "shopify" | "woocommerce";
  /** `text` is a body whose numbers have more digits than JavaScript's. */
  deliveries: { topic: string; body?: { id?: number | string }; text?: string }[];
  expected: { order: { external_id?: string } | null; refund?: number | null; inbox: string[] };
}

const files = import.meta.glob("../../fixtures/world/deliveries/*.json", { query: "?raw", import: "default", eager: true });
const samples = Object.entries(files).map(([path, text]) => ({ file: path.split("/").at(-1), ...(JSON.parse(String(text)) as Sample) }));

it.each(samples)("the deliveries in $file are stored as expected: $what", async ({ platform, deliveries, expected }) => {
  const own = await createShop();
  const connection =
    platform === "woocommerce"
      ? await connect(own)
      : await connect(own, {
          store: (await own.v2("/stores", { body: { name: "Lamps", platform: "shopify" } })).body.id,
          platform: "shopify",
          webhook_secret: "shared-secret-of-the-shop",
        });
  const deliver = platform === "woocommerce" ? deliverWoo : deliverShopify;
  for (const { topic, body, text } of deliveries) {
    expect((await deliver(connection, text ?? body, { topic })).status).toBe(200);
    await processInbox(own, connection);
  }
  expect((await inboxOf(connection)).map(({ status }) => status)).toEqual(expected.inbox);
  const externalId = expected.order?.external_id ?? String(deliveries[0]?.body?.id);
  const order = await orderOf(own, externalId);
  if (expected.order === null) expect(await rows("select id from orders where organization_id = ?", own.id)).toEqual([]);
  else expect(order).toMatchObject(expected.order);
  if (expected.refund === undefined) return;
  expect(await rows("select refund_amount from orders where organization_id = ?", own.id)).toEqual([{ refund_amount: expected.refund }]);
});
