import { hmacCheck } from "../../platforms/signature";
import { recordAt, recordsAt, textOf } from "../../platforms/values";
import { type CarrierAdapter, firstMoment, latestMoment, reportOf } from "./service";

const PREFIX = "hmac-sha256-hex=";

/** EasyPost: the events `tracker.created` and `tracker.updated`. */
export const easypost: CarrierAdapter = {
  secretIssuedBy: "us",
  acceptsToken: false,

  signatureCheck: ({ headers }, secrets) => {
    const signature = headers.get("X-Hmac-Signature");
    if (signature?.startsWith(PREFIX) !== true) return null;
    const keys = secrets.map((secret) => secret.normalize("NFKD"));
    return hmacCheck([signature.slice(PREFIX.length)], keys, { encoding: "hex" });
  },

  map: (payload) => {
    const event = recordAt(payload, "The body");
    if (textOf(event["description"])?.startsWith("tracker.") !== true) return null;
    const tracker = recordAt(event["result"], "result");
    const details = recordsAt(tracker["tracking_details"], "result.tracking_details");
    // Reports of the status that the tracker has.
    const times = details.filter(({ status }) => status === tracker["status"]).map(({ datetime }) => datetime);
    const occurredAt = firstMoment([latestMoment(times), tracker["updated_at"]], "result.updated_at");
    return reportOf("easypost", {
      number: [tracker["tracking_code"], "result.tracking_code"],
      status: tracker["status"],
      detail: tracker["status_detail"],
      carrier: tracker["carrier"],
      occurredAt,
    });
  },
};
