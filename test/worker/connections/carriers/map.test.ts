import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ADAPTERS, CARRIER_PLATFORMS } from "../../../../src/resources/connections/platforms/platforms";
import { UnmappableError } from "../../../../src/resources/connections/platforms/adapter";
import { mutatedPayloads } from "../mutations";
import { PAYLOADS } from "./fixtures";
import { assertProperty } from "../../../kit/property";

const NOW = Date.parse("2026-01-31T08:00:00Z");

describe("a report", () => {
  it.each([
    ["easypost", "in_transit/arrived_at_facility", { trackingNumber: "EZ1", carrier: "FedEx", status: "in_transit" }],
    ["shippo", "TRANSIT/package_arrived", { trackingNumber: "SH1", carrier: "usps", status: "in_transit" }],
    ["aftership", "InTransit/InTransit_003", { trackingNumber: "AS1", carrier: "ups", status: "in_transit" }],
  ] as const)("of %s is mapped field by field", (service, status, expected) => {
    const mapped = ADAPTERS[service].map(PAYLOADS[service]({ status }));
    expect(mapped).toEqual({ ...expected, serviceStatus: status, occurredAt: NOW });
  });

  it.each([
    ["easypost", "result.tracking_code is empty."],
    ["shippo", "data.tracking_number is empty."],
    ["aftership", "msg.tracking_number is empty."],
  ] as const)("of %s without a carrier is mapped without one, and without a number is rejected: %s", (service, message) => {
    const { map } = ADAPTERS[service];
    expect(map(PAYLOADS[service]({ status: "x", carrier: null }))?.carrier).toBeNull();
    expect(() => map(PAYLOADS[service]({ status: "x", number: " " }))).toThrow(message);
  });

  it.each([
    ["easypost", { description: "batch.created" }],
    ["shippo", { event: "transaction_created" }],
    ["aftership", { event: "order_update" }],
  ] as const)("of %s about something else is ignored", (service, fields) => {
    expect(ADAPTERS[service].map({ ...PAYLOADS[service]({ status: "x" }), ...fields })).toBeNull();
  });

  it("has the carrier's time, or AfterShip's time of receipt if the carrier's has no offset", () => {
    const { map } = ADAPTERS["aftership"];
    expect(map(PAYLOADS.aftership({ status: "Delivered", at: "2026-01-31T10:00:00+02:00" }))?.occurredAt).toBe(NOW);
    expect(map(PAYLOADS.aftership({ status: "Delivered", at: "2026-01-31T10:00:00" }))?.occurredAt).toBe(
      Date.parse("2026-01-31T19:00:00Z"),
    );
  });
});

describe.each(CARRIER_PLATFORMS)("the statuses of %s", (service) => {
  it.each(Object.entries(ADAPTERS[service].statuses))("%s is %s", (key, expected) => {
    // A key that begins with a slash is a detail, which counts whatever the status before it is.
    const status = key.startsWith("/") ? `failure${key}` : key;
    expect(ADAPTERS[service].map(PAYLOADS[service]({ status }))?.status).toBe(expected);
  });

  it.each(["error", "UNKNOWN", "Pending", "Expired", "NotFound", "constructor", ""])("%s is unknown", (status) => {
    expect(ADAPTERS[service].map(PAYLOADS[service]({ status }))?.status).toBe("unknown");
  });
});

it.each(CARRIER_PLATFORMS)(
  "a payload of %s with any value replaced is mapped, or rejected with a short message, and throws nothing else",
  async (service) => {
    const property = fc.property(mutatedPayloads(PAYLOADS[service]({ status: "Delivered" })), (sent) => {
      try {
        const mapped = ADAPTERS[service].map(JSON.parse(sent));
        if (mapped === null) return;
        // A number has at most 255 characters, and a status and its detail 64 each, with a slash between them.
        expect([mapped.trackingNumber.length <= 255, mapped.serviceStatus.length <= 129, mapped.occurredAt >= 0]).toEqual([
          true,
          true,
          true,
        ]);
      } catch (error) {
        if (!(error instanceof UnmappableError)) throw error;
        expect(error.message.length).toBeLessThan(120);
      }
    });
    await assertProperty(property, { cases: 200 });
  },
);
