import { digestCheck } from "../../platforms/signature";
import { optionalRecord, recordAt, recordsAt } from "../../platforms/values";
import { type CarrierAdapter, firstMoment, reportOf } from "./service";

/** 17TRACK: the event `TRACKING_UPDATED` of its API v2. Experimental: its signature is not verified against its documentation. */
export const seventeenTrack: CarrierAdapter = {
  secretIssuedBy: "service",
  acceptsToken: false,

  /** `sign` is the SHA-256 of the body, `/` and the key. */
  signatureCheck: ({ headers }, secrets) =>
    digestCheck(
      headers.get("sign"),
      secrets.map((secret) => `/${secret}`),
    ),

  map: (payload) => {
    const event = recordAt(payload, "The body");
    if (event["event"] !== "TRACKING_UPDATED") return null;
    const data = recordAt(event["data"], "data");
    const info = optionalRecord(data["track_info"]);
    const [current, newest] = [optionalRecord(info["latest_status"]), optionalRecord(info["latest_event"])];
    const [provider] = recordsAt(optionalRecord(info["tracking"])["providers"], "data.track_info.tracking.providers");
    return reportOf("17track", {
      number: [data["number"], "data.number"],
      status: current["status"],
      detail: current["sub_status"],
      carrier: optionalRecord(provider?.["provider"])["name"],
      occurredAt: firstMoment([newest["time_utc"], newest["time_iso"]], "data.track_info.latest_event.time_utc"),
    });
  },
};
