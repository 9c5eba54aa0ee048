import { hmacCheck } from "../../platforms/signature";
import { recordAt, recordsAt } from "../../platforms/values";
import { type CarrierAdapter, firstMoment, latestMoment, reportOf } from "./service";

/** When a checkpoint was. Without an offset, the carrier's time is in an unknown zone, and the time at which AfterShip got it is used. */
function timeOf({ checkpoint_time: time, created_at }: Readonly<Record<string, unknown>>): unknown {
  return typeof time === "string" && /(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : created_at;
}

/** AfterShip: the event `tracking_update`. */
export const aftership: CarrierAdapter = {
  secretIssuedBy: "service",
  acceptsToken: false,

  signatureCheck: ({ headers }, secrets) =>
    hmacCheck([headers.get("aftership-hmac-sha256"), headers.get("as-signature-hmac-sha256")], secrets),

  map: (payload) => {
    const event = recordAt(payload, "The body");
    if (event["event"] !== "tracking_update") return null;
    const tracking = recordAt(event["msg"], "msg");
    const checkpoints = recordsAt(tracking["checkpoints"], "msg.checkpoints");
    const times = checkpoints.filter(({ tag }) => tag === tracking["tag"]).map(timeOf);
    const seconds = event["ts"];
    return reportOf("aftership", {
      number: [tracking["tracking_number"], "msg.tracking_number"],
      status: tracking["tag"],
      detail: tracking["subtag"],
      carrier: tracking["slug"],
      occurredAt: firstMoment([latestMoment(times), tracking["updated_at"], typeof seconds === "number" ? seconds * 1000 : null], "ts"),
    });
  },
};
