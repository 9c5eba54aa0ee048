import type { Hono } from "hono";
import { settingsOf } from "../../platform/env";
import { ApiError, notFound } from "../../platform/api-error";
import { DOCTOR_PATH } from "../../platform/doctor";
import type { HttpEnv } from "../../platform/http/context";
import { readBytes } from "../../platform/http/input/body";
import { isDoctorToken } from "../../resources/webhooks/destination";

/** A delivery of the doctor has an item or an order without texts. */
const LIMITS = { maxBytes: 16 * 1024, ms: 5_000 };

/** What a receiver needs to verify a delivery. */
const SIGNED_HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/**
 * Registers the address to which `npm run doctor` lets a webhook be delivered. It stores nothing: the response has what arrived, and the attempt
 * of the delivery keeps the response, until the doctor removes its organization.
 */
export function mountDoctorReceiver(router: Hono<HttpEnv>): void {
  router.post(`${DOCTOR_PATH}:token`, async (c) => {
    const { req, env, get, json } = c;
    get("state").route = `${DOCTOR_PATH}:token`;
    if (!(await isDoctorToken(settingsOf(env), req.param("token"), get("state").now))) throw notFound();
    const bytesOrViolation = await readBytes(c, LIMITS.maxBytes, LIMITS.ms);
    if (!(bytesOrViolation instanceof Uint8Array)) throw new ApiError("validation_error", [bytesOrViolation]);
    const body = new TextDecoder().decode(bytesOrViolation);
    return json({ headers: Object.fromEntries(SIGNED_HEADERS.map((name) => [name, req.raw.headers.get(name)])), body });
  });
}
