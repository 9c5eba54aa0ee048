import { AFTER_CREATION, type CarrierAdapter } from "../carrier-adapter";
import { firstMoment, latestMoment, reportOf } from "../carrier-report";
import { hmacCheck } from "../signature";
import { optionalRecord, recordAt, recordsAt } from "../values";

const STATUSES = {
  InfoReceived: "label_created",
  InTransit: "in_transit",
  OutForDelivery: "out_for_delivery",
  AvailableForPickup: "available_for_pickup",
  AttemptFail: "delivery_attempted",
  Delivered: "delivered",
  Exception: "exception",
  "Exception/Exception_010": "returned_to_sender",
  "Exception/Exception_011": "returned_to_sender",
  "Exception/Exception_013": "lost",
} as const;

/** When a checkpoint was. Without an offset, the carrier's time is in an unknown zone, and the time at which AfterShip got it is used. */
function timeOf({ checkpoint_time: time, created_at }: Readonly<Record<string, unknown>>): unknown {
  return typeof time === "string" && /(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : created_at;
}

/** AfterShip: the event `tracking_update`. */
export const aftership = {
  kind: "carrier",
  name: "AfterShip",
  secretFrom: "AfterShip Tracking shows it in Settings, Webhooks.",
  afterCreation: AFTER_CREATION,
  setupSteps: [
    "In AfterShip Tracking, open Settings, Webhooks, and paste the URL as the webhook URL.",
    "Switch on the updates of all delivery statuses, and save.",
  ],
  acceptsToken: false,
  statuses: STATUSES,

  signatureCheck: ({ headers }, secrets) =>
    hmacCheck([headers.get("aftership-hmac-sha256"), headers.get("as-signature-hmac-sha256")], secrets),

  eventId: (payload) => optionalRecord(payload)["event_id"],

  map: (payload) => {
    const event = recordAt(payload, "The body");
    if (event["event"] !== "tracking_update") return null;
    const tracking = recordAt(event["msg"], "msg");
    const checkpoints = recordsAt(tracking["checkpoints"], "msg.checkpoints");
    const times = checkpoints.filter(({ tag }) => tag === tracking["tag"]).map(timeOf);
    const seconds = event["ts"];
    return reportOf(STATUSES, {
      number: [tracking["tracking_number"], "msg.tracking_number"],
      status: tracking["tag"],
      detail: tracking["subtag"],
      carrier: tracking["slug"],
      occurredAt: firstMoment([latestMoment(times), tracking["updated_at"], typeof seconds === "number" ? seconds * 1000 : null], "ts"),
    });
  },
} as const satisfies CarrierAdapter;
