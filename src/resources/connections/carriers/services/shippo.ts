import { equalInConstantTime } from "../../../../platform/crypto/digest";
import { hmacCheck, UNSIGNED_BODY } from "../../platforms/signature";
import { optionalRecord, recordAt } from "../../platforms/values";
import { type CarrierAdapter, firstMoment, reportOf } from "./service";

const SIGNATURE = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/;

/**
 * Shippo: the event `track_updated`. It signs only for accounts that have asked for it, over `t.body`. Otherwise the secret is a parameter of the
 * address, as Shippo recommends. A report may come several times.
 */
export const shippo: CarrierAdapter = {
  secretIssuedBy: "us",
  acceptsToken: true,

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

  map: (payload) => {
    const event = recordAt(payload, "The body");
    if (event["event"] !== "track_updated") return null;
    const data = recordAt(event["data"], "data");
    const current = optionalRecord(data["tracking_status"]);
    return reportOf("shippo", {
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
};
