import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { conflictError } from "../../../../src/platform/api-error";
import { findOrganization } from "../../../../src/accounts/control.sql.ts";
import { applyReport } from "../../../../src/resources/connections/carriers/apply-report";
import { CARRIER_SERVICES } from "../../../../src/resources/connections/carriers/services/names";
import { organizationRows } from "../../../../src/resources/webhooks/organization-rows";
import { controlDb } from "../../../../src/platform/db/database";
import type { OrgDb } from "../../../../src/platform/db/org-db";
import { aShop, rows, type Shop, takeIn } from "../../../kit/client";
import { pack, statusesOf } from "../../orders/fulfillments/kit";
import { request } from "../fixtures";
import { connectCarrier, deliver, PAYLOADS, report, reportsOf, SIGNATURES, type TestCarrier } from "./fixtures";

let shop: Shop;
let carrier: TestCarrier;
beforeAll(async () => {
  shop = await aShop();
  carrier = await connectCarrier(shop);
});

const shipment = async (tracking_number: string, fields: Record<string, unknown> = {}) => {
  const order = await takeIn(shop);
  const { body } = await pack(shop, order.id, { tracking_number, ...fields });
  return { order, id: body.id as string };
};
const fulfillment = async (id: string) => (await rows("select status, carrier, version from fulfillments where id = ?", id))[0];
const at = (hour: number) => `2026-01-31T${String(hour).padStart(2, "0")}:00:00Z`;

describe.each(CARRIER_SERVICES)("a report of %s", (service) => {
  const delivered = { easypost: "delivered", shippo: "DELIVERED", aftership: "Delivered", "17track": "Delivered" }[service];

  it("moves the fulfillment and the order, and is listed with what became of it", async () => {
    const own = await connectCarrier(shop, service);
    const number = `N-${service}`;
    const { order, id } = await shipment(number.toLowerCase());
    const response = await report(own, { number, status: delivered, at: at(9) });
    expect([response.status, response.body]).toEqual([200, { received: "applied" }]);
    expect(await fulfillment(id)).toMatchObject({ status: "delivered", carrier: expect.stringMatching(/FedEx|usps|ups/i) });
    expect(await statusesOf(shop, order.id)).toEqual(["Complete", "Delivered"]);
    const { body } = await shop.v2(`/carrier-connections/${own.id}/reports`);
    expect(body.data).toMatchObject([
      {
        tracking_number: number,
        fulfillment_status: "delivered",
        occurred_at: "2026-01-31T09:00:00.000Z",
        status: "applied",
        order_id: order.id,
      },
    ]);
    expect((await shop.v2(`/carrier-connections/${own.id}`)).body.last_report_at).not.toBeNull();
  });

  it("without a valid signature gets 401, and nothing is stored", async () => {
    const own = await connectCarrier(shop, service);
    const body = JSON.stringify(PAYLOADS[service]({ status: delivered }));
    const valid = await SIGNATURES[service](own.secret, body);
    const wrong = [{}, await SIGNATURES[service]("another-secret-of-somebody", body), await SIGNATURES[service](own.secret, `${body} `)];
    for (const headers of [...wrong, Object.fromEntries(Object.keys(valid).map((name) => [name, "x"]))]) {
      expect((await request(own.path, { body, headers })).status).toBe(401);
    }
    expect(await reportsOf(own)).toEqual([]);
    expect((await request(own.path, { body, headers: valid })).status).toBe(200);
  });
});

describe("POST /in/{token} of a carrier service", () => {
  it("changes nothing if a report is repeated, although EasyPost's bodies differ", async () => {
    const { id } = await shipment("TWICE");
    const payload = PAYLOADS.easypost({ number: "TWICE", status: "in_transit", at: at(8) });
    expect((await deliver(carrier, payload)).body).toEqual({ received: "applied" });
    const before = [await fulfillment(id), (await reportsOf(carrier)).length];
    expect((await deliver(carrier, { ...payload, pending_urls: [], status: "completed" })).body).toEqual({ received: "duplicate" });
    expect([await fulfillment(id), (await reportsOf(carrier)).length]).toEqual(before);
  });

  it("changes nothing if several deliveries of a report arrive at once", async () => {
    const { id } = await shipment("ATONCE");
    const payload = PAYLOADS.easypost({ number: "ATONCE", status: "in_transit", at: at(8) });
    const responses = await Promise.all(Array.from({ length: 4 }, async () => await deliver(carrier, payload)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await fulfillment(id)).toMatchObject({ status: "in_transit", version: 2 });
    expect((await reportsOf(carrier)).filter(({ tracking_number }) => tracking_number === "ATONCE")).toHaveLength(1);
  });

  it("judges a report by the carrier's time: an older one after a newer one changes nothing", async () => {
    const { id } = await shipment("LATE");
    await report(carrier, { number: "LATE", status: "failure", at: at(10) });
    expect((await report(carrier, { number: "LATE", status: "in_transit", at: at(9) })).body).toEqual({ received: "outdated" });
    expect((await report(carrier, { number: "LATE", status: "failure", at: at(10) })).body).toEqual({ received: "unchanged" });
    expect(await fulfillment(id)).toMatchObject({ status: "exception" });
  });

  it("never erases a known carrier", async () => {
    const { id } = await shipment("KNOWN", { carrier: "Royal Mail" });
    await report(carrier, { number: "KNOWN", status: "in_transit", carrier: null });
    expect(await fulfillment(id)).toMatchObject({ status: "in_transit", carrier: "Royal Mail" });
  });

  it("ignores a status that says nothing, and an event that is not about a parcel", async () => {
    const { id } = await shipment("SAYS-NOTHING");
    expect((await report(carrier, { number: "SAYS-NOTHING", status: "unknown" })).body).toEqual({ received: "ignored" });
    const stored = (await reportsOf(carrier)).length;
    expect((await deliver(carrier, { id: "evt_9", description: "batch.created" })).body).toEqual({ received: "ignored" });
    expect([await fulfillment(id), (await reportsOf(carrier)).length]).toMatchObject([{ status: "label_created" }, stored]);
  });

  it("keeps a report on an unknown number, which is applied by a retry once a fulfillment has the number", async () => {
    expect((await report(carrier, { number: "SOON", status: "delivered", at: at(9) })).body).toEqual({ received: "failed" });
    const failed = await shop.v2(`/carrier-connections/${carrier.id}/reports?status=failed`);
    const [{ id, reason }] = failed.body.data;
    expect(reason).toBe("No fulfillment has this tracking number.");
    const retry = async () => await shop.v2(`/carrier-connections/${carrier.id}/reports/${id}/retry`, { body: {} });
    expect((await retry()).body).toMatchObject({ status: "failed", reason });
    const { id: shipped, order } = await shipment("SOON");
    expect((await retry()).body).toMatchObject({ id, status: "applied", reason: null, order_id: order.id });
    expect(await fulfillment(shipped)).toMatchObject({ status: "delivered" });
    expect((await retry()).body.error.details[0].code).toBe("report_not_failed");
  });

  it("keeps what can't be read with the name of the field, and does not apply it", async () => {
    for (const [payload, reason] of [
      ["no JSON", "The body is not JSON in UTF-8."],
      [{ ...PAYLOADS.easypost({ status: "delivered" }), result: null }, "result is not an object."],
    ] as const) {
      expect((await deliver(carrier, payload)).body).toEqual({ received: "failed" });
      const stored = (await reportsOf(carrier)).at(-1);
      expect(stored).toMatchObject({ status: "failed", reason, tracking_number: null });
      const retry = await shop.v2(`/carrier-connections/${carrier.id}/reports/${String(stored?.["id"])}/retry`, { body: {} });
      expect([retry.status, retry.body.error.details[0].code]).toEqual([409, "report_unreadable"]);
    }
  });

  it("is not settled while others keep changing the order: the service gets 409 and sends the report again", async () => {
    const organization = await findOrganization(controlDb(env, { now: 0 }), shop.id);
    if (organization === null) throw new Error("no organization");
    const { own } = organizationRows(env, organization, { actor: { kind: "system", id: null, name: "" }, now: 0 });
    const org = Object.assign(Object.create(own) as OrgDb, { read: async () => await Promise.reject(conflictError("this order")) });
    const settled = vi.fn(() => []);
    const busy = applyReport(org, { trackingNumber: "BUSY", carrier: null, status: "delivered", occurredAt: 0 }, settled);
    await expect(busy).rejects.toMatchObject({ status: 409 });
    expect(settled).not.toHaveBeenCalled();
  });

  it("accepts a body over 1 MiB without reading it", async () => {
    const response = await deliver(carrier, { ...PAYLOADS.easypost({ status: "delivered" }), more: "x".repeat(1024 * 1024) });
    expect([response.status, response.body]).toEqual([200, { received: "ignored" }]);
  });

  it("takes Shippo's secret as a parameter of the address too", async () => {
    const shippo = await connectCarrier(shop, "shippo");
    const body = JSON.stringify(PAYLOADS.shippo({ number: "NOBODY", status: "TRANSIT" }));
    expect((await request(`${shippo.path}?token=${shippo.secret}`, { body })).status).toBe(200);
    expect((await request(`${shippo.path}?token=${shippo.secret}x`, { body })).status).toBe(401);
    expect((await request(`${carrier.path}?token=${carrier.secret}`, { body })).status).toBe(401);
    const headers = { "Shippo-Auth-Signature": "t=1,v1=0" };
    expect((await request(`${shippo.path}?token=${shippo.secret}`, { body, headers })).status).toBe(401);
  });

  it("accepts both headers of AfterShip", async () => {
    const aftership = await connectCarrier(shop, "aftership");
    const body = JSON.stringify(PAYLOADS.aftership({ number: "NOBODY", status: "InTransit" }));
    const signature = (await SIGNATURES.aftership(aftership.secret, body))["aftership-hmac-sha256"] ?? "";
    expect((await request(aftership.path, { body, headers: { "as-signature-hmac-sha256": signature } })).status).toBe(200);
  });

  it("gets 404 for a connection of another organization, an unknown and a deleted one", async () => {
    const other = await aShop();
    const body = JSON.stringify(PAYLOADS.easypost({ status: "delivered" }));
    const headers = await SIGNATURES.easypost(carrier.secret, body);
    const deleted = await connectCarrier(shop);
    await shop.v2(`/carrier-connections/${deleted.id}?confirm=${deleted.id}`, { method: "DELETE" });
    for (const token of [`${other.id}_${carrier.id}`, `${shop.id}_car_${"0".repeat(22)}`, `${shop.id}_${deleted.id}`, "car_1"]) {
      expect((await request(`/in/${token}`, { body, headers })).status).toBe(404);
    }
  });
});
