import type { CarrierPlatform } from "../../../../src/resources/connections/platforms/platforms";
import { type ApiResponse, type Shop } from "../../../kit/client";
import { inboxOf, processInbox, request, type TestConnection } from "../fixtures";

/** The values of a test report. */
export interface ReportValues {
  number?: string;
  /** The service's status and, after a slash, its detail. */
  status: string;
  /** The time of the carrier. */
  at?: string;
  carrier?: string | null;
}

const splitStatus = (status: string): [string, string | null] => {
  const [word = "", detail = null] = status.split("/");
  return [word, detail];
};

/** The payloads as the services publish them, with our own values. */
export const PAYLOADS: Readonly<Record<CarrierPlatform, (values: ReportValues) => Record<string, unknown>>> = {
  easypost: ({ number = "EZ1", status, at = "2026-01-31T08:00:00Z", carrier = "FedEx" }) => {
    const [word, detail] = splitStatus(status);
    const location = { object: "TrackingLocation", city: "LEEDS", state: null, country: "GB", zip: null };
    return {
      id: `evt_${crypto.randomUUID()}`,
      object: "Event",
      description: "tracker.updated",
      mode: "production",
      previous_attributes: { status: "unknown" },
      created_at: "2026-01-31T20:00:00Z",
      pending_urls: ["https://example.com/"],
      completed_urls: [],
      status: "pending",
      result: {
        id: "trk_1",
        object: "Tracker",
        tracking_code: number,
        status: word,
        status_detail: detail ?? "status_update",
        created_at: "2026-01-30T08:00:00Z",
        updated_at: "2026-01-31T20:00:00Z",
        signed_by: null,
        est_delivery_date: null,
        carrier,
        tracking_details: [
          {
            object: "TrackingDetail",
            message: "Label",
            status: "pre_transit",
            datetime: "2026-01-30T07:00:00Z",
            tracking_location: location,
          },
          { object: "TrackingDetail", message: "Now", status: word, datetime: at, tracking_location: location },
        ],
        public_url: "https://track.easypost.com/1",
      },
    };
  },
  shippo: ({ number = "SH1", status, at = "2026-01-31T08:00:00Z", carrier = "usps" }) => {
    const [word, code] = splitStatus(status);
    return {
      event: "track_updated",
      test: false,
      data: {
        carrier,
        tracking_number: number,
        messages: [],
        tracking_status: {
          object_created: "2026-01-31T20:00:00Z",
          object_updated: null,
          object_id: "1",
          status: word,
          status_details: "A detail.",
          status_date: at,
          substatus: code === null ? null : { code, text: "A detail.", action_required: false },
          location: { city: "Leeds", state: "", zip: "LS1", country: "GB" },
        },
        tracking_history: [],
        eta: null,
      },
    };
  },
  aftership: ({ number = "AS1", status, at = "2026-01-31T08:00:00Z", carrier = "ups" }) => {
    const [tag, subtag] = splitStatus(status);
    return {
      event: "tracking_update",
      event_id: crypto.randomUUID(),
      is_tracking_first_tag: true,
      ts: 1_769_900_000,
      msg: {
        id: "abc",
        tracking_number: number,
        slug: carrier,
        tag,
        subtag: subtag ?? `${tag}_001`,
        updated_at: "2026-01-31T20:00:00+00:00",
        checkpoints: [
          {
            slug: carrier,
            tag: "InfoReceived",
            subtag: "InfoReceived_001",
            checkpoint_time: "2026-01-30T08:00:00Z",
            created_at: "2026-01-30T08:01:00Z",
          },
          { slug: carrier, tag, subtag, checkpoint_time: at, created_at: "2026-01-31T19:00:00+00:00", message: "Now", city: null },
        ],
      },
    };
  },
};

const encoder = new TextEncoder();

async function hmac(secret: string, text: string): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
}

/** The headers with which the services sign a body. */
export const SIGNATURES: Readonly<Record<CarrierPlatform, (secret: string, body: string) => Promise<Record<string, string>>>> = {
  easypost: async (secret, body) => ({ "X-Hmac-Signature": `hmac-sha256-hex=${(await hmac(secret.normalize("NFKD"), body)).toHex()}` }),
  shippo: async (secret, body) => ({ "Shippo-Auth-Signature": `t=1769900000,v1=${(await hmac(secret, `1769900000.${body}`)).toHex()}` }),
  aftership: async (secret, body) => ({ "aftership-hmac-sha256": (await hmac(secret, body)).toBase64() }),
};

/** A connection to a service. */
export interface TestCarrier extends TestConnection {
  service: CarrierPlatform;
}

/** Connects a service. */
export async function connectCarrier(shop: Shop, service: CarrierPlatform = "easypost"): Promise<TestCarrier> {
  const webhook_secret = service === "easypost" ? undefined : "a-secret-of-the-service";
  const { status, body, text } = await shop.v2("/connections", { body: { platform: service, webhook_secret } });
  if (status !== 201) throw new Error(text);
  return { id: body.id, service, path: new URL(body.delivery_url).pathname, secret: body.webhook_secret ?? webhook_secret };
}

/** Delivers a payload as the service does. */
export async function deliver({ path, secret, service }: Omit<TestCarrier, "id">, payload: unknown): Promise<ApiResponse> {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  return await request(path, { body, headers: await SIGNATURES[service](secret, body) });
}

/** Delivers a report and processes it. Returns the response to the delivery. */
export async function report(carrier: TestCarrier, values: ReportValues): Promise<ApiResponse> {
  const response = await deliver(carrier, PAYLOADS[carrier.service](values));
  // The path begins with the id of the organization.
  await processInbox({ id: Number(/^\/in\/(\d+)_/.exec(carrier.path)?.[1]) }, carrier);
  return response;
}

/** Delivers a report and processes it. Returns its result. */
export async function reportForOutcome(carrier: TestCarrier, values: ReportValues): Promise<{ status: unknown; reason: unknown }> {
  const response = await report(carrier, values);
  if (response.body?.received !== "stored") throw new Error(response.text);
  const { status, reason } = (await inboxOf(carrier)).at(-1) ?? {};
  return { status, reason };
}
