import { beforeAll, describe, expect, it } from "vitest";
import { CARRIER_PLATFORMS } from "../../../../src/resources/connections/platforms/platforms";
import { createShop, rows, type Shop, ingestOrder } from "../../../kit/client";
import { createFulfillment, statusesOf } from "../../orders/fulfillments/kit";
import { inboxOf, processInbox, request } from "../fixtures";
import { connectCarrier, deliver, reportForOutcome, PAYLOADS, report, SIGNATURES, type TestCarrier } from "./fixtures";

let shop: Shop;
let carrier: TestCarrier;
beforeAll(async () => {
  shop = await createShop();
  carrier = await connectCarrier(shop);
});

const createFulfillmentOfNewOrder = async (tracking_number: string, fields: Record<string, unknown> = {}) => {
  const order = await ingestOrder(shop);
  const { body } = await createFulfillment(shop, order.id, { tracking_number, ...fields });
  return { order, id: body.id as string };
};
const readFulfillment = async (id: string) => (await rows("select status, carrier, version from fulfillments where id = ?", id))[0];
const at = (hour: number) => `2026-01-31T${String(hour).padStart(2, "0")}:00:00Z`;

describe.each(CARRIER_PLATFORMS)("a report of %s", (service) => {
  const delivered = { easypost: "delivered", shippo: "DELIVERED", aftership: "Delivered" }[service];
  const carrierName = { easypost: /^FedEx$/i, shippo: /^USPS$/i, aftership: /^UPS$/i }[service];

  it("updates the fulfillment and the order, and is listed with its result", async () => {
    const own = await connectCarrier(shop, service);
    const number = `N-${service}`;
    // Numbers are compared without letter case.
    const { order, id } = await createFulfillmentOfNewOrder(number.toLowerCase());
    const response = await report(own, { number, status: delivered, at: at(9) });
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { received: "stored" } });
    expect(await readFulfillment(id)).toMatchObject({ status: "delivered", carrier: expect.stringMatching(carrierName) });
    expect(await statusesOf(shop, order.id)).toEqual(["Complete", "Delivered"]);
    const { body } = await shop.v2(`/connections/${own.id}/inbox`);
    expect(body.data).toMatchObject([
      {
        tracking_number: number,
        fulfillment_status: "delivered",
        occurred_at: "2026-01-31T09:00:00.000Z",
        status: "processed",
        reason: null,
        order_id: order.id,
      },
    ]);
    expect((await shop.v2(`/connections/${own.id}`)).body.last_event_at).not.toBeNull();
  });

  it("without a valid signature returns 401, and nothing is stored", async () => {
    const own = await connectCarrier(shop, service);
    const body = JSON.stringify(PAYLOADS[service]({ status: delivered }));
    const valid = await SIGNATURES[service](own.secret, body);
    const wrong = [{}, await SIGNATURES[service]("another-secret-of-somebody", body), await SIGNATURES[service](own.secret, `${body} `)];
    for (const headers of [...wrong, Object.fromEntries(Object.keys(valid).map((name) => [name, "x"]))]) {
      expect((await request(own.path, { body, headers })).status).toBe(401);
    }
    expect(await inboxOf(own)).toEqual([]);
    expect((await request(own.path, { body, headers: valid })).status).toBe(200);
  });
});

describe("POST /in/{token} of a carrier service", () => {
  it("changes nothing if a report is repeated, although EasyPost's bodies differ", async () => {
    const { id } = await createFulfillmentOfNewOrder("TWICE");
    const payload = PAYLOADS.easypost({ number: "TWICE", status: "in_transit", at: at(8) });
    expect((await deliver(carrier, payload)).body).toEqual({ received: "stored" });
    await processInbox(shop, carrier);
    const before = [await readFulfillment(id), (await inboxOf(carrier)).length];
    expect((await deliver(carrier, { ...payload, pending_urls: [], status: "completed" })).body).toEqual({ received: "duplicate" });
    expect([await readFulfillment(id), (await inboxOf(carrier)).length]).toEqual(before);
  });

  it("changes nothing if several deliveries of a report arrive concurrently", { tags: "long" }, async () => {
    const { id } = await createFulfillmentOfNewOrder("ATONCE");
    const payload = PAYLOADS.easypost({ number: "ATONCE", status: "in_transit", at: at(8) });
    const responses = await Promise.all(Array.from({ length: 4 }, async () => await deliver(carrier, payload)));
    expect(responses.map(({ body }) => body.received).toSorted()).toEqual(["duplicate", "duplicate", "duplicate", "stored"]);
    await Promise.all(Array.from({ length: 4 }, async () => await processInbox(shop, carrier)));
    expect(await readFulfillment(id)).toMatchObject({ status: "in_transit", version: 2 });
    expect((await inboxOf(carrier)).filter(({ tracking_number }) => tracking_number === "ATONCE")).toHaveLength(1);
  });

  it("orders reports by the carrier's time: an older one after a newer one changes nothing", async () => {
    const { id } = await createFulfillmentOfNewOrder("LATE");
    await report(carrier, { number: "LATE", status: "failure", at: at(10) });
    const late = await reportForOutcome(carrier, { number: "LATE", status: "in_transit", at: at(9) });
    expect(late).toEqual({ status: "processed", reason: "A newer status is stored." });
    const repeated = await reportForOutcome(carrier, { number: "LATE", status: "failure", at: at(10) });
    expect(repeated).toEqual({ status: "processed", reason: "The fulfillments had this status." });
    expect(await readFulfillment(id)).toMatchObject({ status: "exception" });
  });

  it("keeps a known carrier if a report has none", async () => {
    const { id } = await createFulfillmentOfNewOrder("KNOWN", { carrier: "Royal Mail" });
    await report(carrier, { number: "KNOWN", status: "in_transit", carrier: null });
    expect(await readFulfillment(id)).toMatchObject({ status: "in_transit", carrier: "Royal Mail" });
  });

  it("ignores an unknown status, and an event that is not about a shipment", async () => {
    const { id } = await createFulfillmentOfNewOrder("SAYS-NOTHING");
    expect(await reportForOutcome(carrier, { number: "SAYS-NOTHING", status: "unknown" })).toMatchObject({ status: "ignored" });
    const stored = (await inboxOf(carrier)).length;
    expect((await deliver(carrier, { id: "evt_9", description: "batch.created" })).body).toEqual({ received: "ignored" });
    expect([await readFulfillment(id), (await inboxOf(carrier)).length]).toMatchObject([{ status: "label_created" }, stored]);
  });

  it("keeps a report for an unknown number, and a retry applies it after a fulfillment got the number", async () => {
    expect(await reportForOutcome(carrier, { number: "SOON", status: "delivered", at: at(9) })).toMatchObject({ status: "failed" });
    const failed = await shop.v2(`/connections/${carrier.id}/inbox?status=failed`);
    const [{ id, reason }] = failed.body.data;
    expect(reason).toBe("No fulfillment has this tracking number.");
    const retry = async () => {
      const { status } = await shop.v2(`/connections/${carrier.id}/inbox/${id}/retry`, { body: {} });
      await processInbox(shop, carrier);
      return status;
    };
    const readMessage = async () => (await inboxOf(carrier)).find((each) => each["id"] === id);
    expect(await retry()).toBe(200);
    expect(await readMessage()).toMatchObject({ status: "failed", reason });
    const { id: shipped, order } = await createFulfillmentOfNewOrder("SOON");
    expect(await retry()).toBe(200);
    expect(await readMessage()).toMatchObject({ status: "processed", reason: null, order_id: order.id });
    expect(await readFulfillment(shipped)).toMatchObject({ status: "delivered" });
    expect(await retry()).toBe(409);
  });

  it("stores an unreadable report as failed, with a reason and without its body, so that a retry fails too", async () => {
    for (const [payload, reason] of [
      ["no JSON", "The body is not JSON in UTF-8."],
      [{ ...PAYLOADS.easypost({ status: "delivered" }), result: null }, "result is not an object."],
    ] as const) {
      expect((await deliver(carrier, payload)).body).toEqual({ received: "stored" });
      const stored = (await inboxOf(carrier)).at(-1);
      expect(stored).toMatchObject({ status: "failed", reason, tracking_number: null, body: null });
      await shop.v2(`/connections/${carrier.id}/inbox/${String(stored?.["id"])}/retry`, { body: {} });
      await processInbox(shop, carrier);
      expect((await inboxOf(carrier)).at(-1)).toMatchObject({ status: "failed", reason: "The report can't be read." });
    }
  });

  it("is retried later if concurrent changes of the order keep conflicting", { tags: "long" }, async () => {
    const { order, id } = await createFulfillmentOfNewOrder("BUSY");
    // Each of its updates conflicts with another change of the order.
    await rows(`create trigger busy_order before update on orders when new.id = ${order.id} begin select raise(ignore); end`);
    await deliver(carrier, PAYLOADS.easypost({ number: "BUSY", status: "in_transit", at: at(8) }));
    await processInbox(shop, carrier);
    await rows("drop trigger busy_order");
    const readMessage = async () => (await inboxOf(carrier)).at(-1);
    expect(await readMessage()).toMatchObject({ status: "pending", reason: "Others were changing the order." });
    await processInbox(shop, carrier);
    expect(await readMessage()).toMatchObject({ status: "processed", reason: null });
    expect(await readFulfillment(id)).toMatchObject({ status: "in_transit" });
  });

  it("stores a report over 1 MiB as failed, without its body or any of its values", async () => {
    const response = await deliver(carrier, { ...PAYLOADS.easypost({ status: "delivered" }), more: "x".repeat(1024 * 1024) });
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { received: "stored" } });
    const failed = { status: "failed", reason: "The body is larger than 1 MiB.", tracking_number: null, body: null };
    expect((await inboxOf(carrier)).at(-1)).toMatchObject(failed);
  });

  it("also accepts Shippo's secret as a URL parameter, but no wrong one, not beside a wrong signature, and no other service's", async () => {
    const shippo = await connectCarrier(shop, "shippo");
    const body = JSON.stringify(PAYLOADS.shippo({ number: "NOBODY", status: "TRANSIT" }));
    expect((await request(`${shippo.path}?token=${shippo.secret}`, { body })).status).toBe(200);
    expect((await request(`${shippo.path}?token=${shippo.secret}x`, { body })).status).toBe(401);
    expect((await request(`${carrier.path}?token=${carrier.secret}`, { body })).status).toBe(401);
    const headers = { "Shippo-Auth-Signature": "t=1,v1=0" };
    expect((await request(`${shippo.path}?token=${shippo.secret}`, { body, headers })).status).toBe(401);
  });

  it("accepts both signature headers of AfterShip", async () => {
    const aftership = await connectCarrier(shop, "aftership");
    const body = JSON.stringify(PAYLOADS.aftership({ number: "NOBODY", status: "InTransit" }));
    const signature = (await SIGNATURES.aftership(aftership.secret, body))["aftership-hmac-sha256"] ?? "";
    for (const name of ["aftership-hmac-sha256", "as-signature-hmac-sha256"]) {
      expect((await request(aftership.path, { body, headers: { [name]: signature } })).status, name).toBe(200);
    }
  });

  it("returns 404 for a connection of another organization, an unknown and a deleted one, and a token without the right format", async () => {
    const other = await createShop();
    const body = JSON.stringify(PAYLOADS.easypost({ status: "delivered" }));
    const headers = await SIGNATURES.easypost(carrier.secret, body);
    const deleted = await connectCarrier(shop);
    await shop.v2(`/connections/${deleted.id}?confirm=${deleted.id}`, { method: "DELETE" });
    for (const token of [`${other.id}_${carrier.id}`, `${shop.id}_con_${"0".repeat(22)}`, `${shop.id}_${deleted.id}`, "con_1"]) {
      expect((await request(`/in/${token}`, { body, headers })).status).toBe(404);
    }
  });
});
