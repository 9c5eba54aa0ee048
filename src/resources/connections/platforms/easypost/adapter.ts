import { AFTER_CREATION, type CarrierAdapter } from "../carrier-adapter";
import { firstMoment, latestMoment, reportOf } from "../carrier-report";
import { hmacCheck } from "../signature";
import { optionalRecord, recordAt, recordsAt, textOf } from "../values";

const PREFIX = "hmac-sha256-hex=";

const STATUSES = {
  pre_transit: "label_created",
  in_transit: "in_transit",
  out_for_delivery: "out_for_delivery",
  available_for_pickup: "available_for_pickup",
  delivered: "delivered",
  return_to_sender: "returned_to_sender",
  failure: "exception",
  "/lost": "lost",
  cancelled: "cancelled",
} as const;

/** EasyPost: the events `tracker.created` and `tracker.updated`. */
export const easypost = {
  kind: "carrier",
  name: "EasyPost",
  secretFrom: null,
  afterCreation: AFTER_CREATION,
  setupSteps: [
    "In EasyPost’s dashboard, open the account settings, Webhooks, and add a webhook for the production environment.",
    "Paste the URL, and the secret as the webhook secret. Save the webhook.",
  ],
  acceptsToken: false,
  statuses: STATUSES,

  signatureCheck: ({ headers }, secrets) => {
    const signature = headers.get("X-Hmac-Signature");
    if (signature?.startsWith(PREFIX) !== true) return null;
    // EasyPost signs with the secret in this Unicode form.
    const keys = secrets.map((secret) => secret.normalize("NFKD"));
    return hmacCheck([signature.slice(PREFIX.length)], keys, { encoding: "hex" });
  },

  // The bodies of a repeated event differ.
  eventId: (payload) => optionalRecord(payload)["id"],

  map: (payload) => {
    const event = recordAt(payload, "The body");
    if (textOf(event["description"])?.startsWith("tracker.") !== true) return null;
    const tracker = recordAt(event["result"], "result");
    const details = recordsAt(tracker["tracking_details"], "result.tracking_details");
    // Reports of the status that the tracker has.
    const times = details.filter(({ status }) => status === tracker["status"]).map(({ datetime }) => datetime);
    const occurredAt = firstMoment([latestMoment(times), tracker["updated_at"]], "result.updated_at");
    return reportOf(STATUSES, {
      number: [tracker["tracking_code"], "result.tracking_code"],
      status: tracker["status"],
      detail: tracker["status_detail"],
      carrier: tracker["carrier"],
      occurredAt,
    });
  },
} as const satisfies CarrierAdapter;
