import { equalInConstantTime } from "../../../../platform/crypto/digest";
import { AFTER_CREATION, type CarrierAdapter } from "../carrier-adapter";
import { firstMoment, reportOf } from "../carrier-report";
import { hmacCheck, UNSIGNED_BODY } from "../signature";
import { optionalRecord, recordAt } from "../values";

const SIGNATURE = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/;

const STATUSES = {
  PRE_TRANSIT: "label_created",
  TRANSIT: "in_transit",
  "TRANSIT/out_for_delivery": "out_for_delivery",
  "TRANSIT/pickup_available": "available_for_pickup",
  "TRANSIT/delivery_attempted": "delivery_attempted",
  "TRANSIT/notice_left": "delivery_attempted",
  "TRANSIT/return_to_sender": "returned_to_sender",
  DELIVERED: "delivered",
  RETURNED: "returned_to_sender",
  FAILURE: "exception",
  "FAILURE/package_lost": "lost",
} as const;

/**
 * Shippo: the event `track_updated`. It signs only for accounts that have asked for it, over `t.body`. Otherwise the secret is a parameter of the
 * address, as Shippo recommends. A report may come several times.
 */
export const shippo = {
  kind: "carrier",
  name: "Shippo",
  secretFrom: null,
  afterCreation: AFTER_CREATION,
  setupSteps: [
    "In Shippo, open Settings, API, Webhooks, and choose “Add webhook”.",
    "Set the event type to “Track Updated” and the mode to Live, and paste the URL. Save the webhook.",
  ],
  acceptsToken: true,
  statuses: STATUSES,

  signatureCheck: async ({ headers, token }, secrets) => {
    const header = headers.get("Shippo-Auth-Signature");
    if (header !== null) {
      const [, time = "", signature] = SIGNATURE.exec(header.replaceAll(" ", "")) ?? [];
      return hmacCheck([signature], secrets, { encoding: "hex", prefix: `${time}.` });
    }
    if (token === null) return null;
    const results = await Promise.all(secrets.map(async (secret) => await equalInConstantTime(secret, token)));
    return results.includes(true) ? UNSIGNED_BODY : null;
  },

  eventId: () => undefined,

  map: (payload) => {
    const event = recordAt(payload, "The body");
    if (event["event"] !== "track_updated") return null;
    const data = recordAt(event["data"], "data");
    const current = optionalRecord(data["tracking_status"]);
    return reportOf(STATUSES, {
      number: [data["tracking_number"], "data.tracking_number"],
      status: current["status"],
      detail: optionalRecord(current["substatus"])["code"],
      carrier: data["carrier"],
      occurredAt: firstMoment(
        [current["status_date"], current["object_updated"], current["object_created"]],
        "data.tracking_status.status_date",
      ),
    });
  },
} as const satisfies CarrierAdapter;
