import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { rowsOf } from "../../kit/client";
import { createMember, type Visitor } from "../console/kit";
import { orderOf } from "./fixtures";
import { ORDER, SendingToShopify, TRACKED } from "./sending";

/** The page of an order shows whether its shop was notified (docs/spec/connections.md#whether-the-shop-was-notified). */

let sending: SendingToShopify;
let member: Visitor;
let owner: Visitor;
beforeEach(async () => {
  sending = await SendingToShopify.open();
  member = await createMember(sending.shop.id, "member");
  owner = await createMember(sending.shop.id, "owner");
});
afterEach(() => void vi.restoreAllMocks());

/** The lines of the order's fulfillments, as text. All tracking numbers of this file start with 1Z9. */
async function linesFor(visitor: Visitor): Promise<string> {
  const { id } = await orderOf(sending.shop, ORDER);
  const { status, text } = await visitor.open(`/orders/${id}`);
  expect(status).toBe(200);
  const [, section = ""] = text.split("<h2>Fulfillments</h2>");
  const lines = (section.split("</section>", 1)[0] ?? "").replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  expect(lines).toContain("1Z9");
  return lines;
}

const setConnection = async (change: string) =>
  await rowsOf(
    sending.shop,
    `update connections set ${change} where organization_id = ? and id = ?`,
    sending.shop.id,
    sending.connection.id,
  );

describe("a shipped fulfillment", () => {
  it("is shown as being sent, and then as notified, until its tracking changes", { tags: "long" }, async () => {
    const { id } = await sending.ship(TRACKED);
    expect(await linesFor(member)).toContain("The shop is being notified.");
    await sending.send();
    expect(await linesFor(member)).toContain("Shop notified.");
    await sending.change(id, { tracking_number: "1Z998" });
    expect(await linesFor(member)).toContain("The shop is being notified.");
    await sending.send();
    expect(await linesFor(member)).toContain("Shop notified.");
  });

  it("has the reason if the shop does not accept it, with the connection for those who manage it", async () => {
    sending.lamps.orders.clear();
    await sending.ship(TRACKED);
    await sending.send();
    const reason = "Shop not notified. The shop has no such order.";
    expect(await linesFor(member)).toContain(reason);
    expect(await linesFor(member)).not.toContain("Connection");
    expect(await linesFor(owner)).toContain(`${reason} Connection`);
  });

  it.each([
    ["sends_fulfillments = 0", "The connection does not send fulfillments."],
    ["shop_url = null, api_credentials = null", "The connection has no access to the shop’s API."],
  ])("of a connection with %s has a notice that it is not sent", async (change, reason) => {
    await setConnection(change);
    await sending.ship(TRACKED);
    await sending.send();
    expect(await linesFor(member)).toContain(`Shop not notified. ${reason}`);
  });

  it("has no notice before it is shipped, after it is cancelled, and for a store without a connection", { tags: "long" }, async () => {
    const { id } = await sending.ship({ ...TRACKED, status: "label_created" });
    expect(await linesFor(member)).not.toMatch(/shop (?:not |is being )?notified/i);
    await sending.change(id, { status: "cancelled" });
    expect(await linesFor(member)).not.toMatch(/shop (?:not |is being )?notified/i);
    await sending.ship(TRACKED);
    await setConnection("deleted_at = 1");
    expect(await linesFor(member)).not.toMatch(/shop (?:not |is being )?notified/i);
  });

  it("shows the carrier of its number, and the carrier's page", async () => {
    await sending.ship({ tracking_number: "1Z999AA10123456784" });
    const { id } = await orderOf(sending.shop, ORDER);
    await rowsOf(sending.shop, "update fulfillments set carrier = null where organization_id = ?", sending.shop.id);
    const { text } = await member.open(`/orders/${id}`);
    expect(text).toContain("https://www.ups.com/track?tracknum=1Z999AA10123456784");
    expect(await linesFor(member)).toContain("UPS 1Z999AA10123456784");
  });
});
