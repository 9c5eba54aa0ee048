import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { verifyServiceSignature, verifyWebhook } from "../../../packages/client/src/webhook";
import { signatureHeaders } from "../../../src/resources/webhooks/signature";

const secretOf = (letter: string) => `whsec_${btoa(letter.repeat(32))}`;
const [CURRENT, PREVIOUS, OTHER] = [secretOf("a"), secretOf("b"), secretOf("c")];
const NOW = 1_780_000_000_000;
const EVENT = { event: "order.created", event_id: "evt_1", store_name: "£ 3 – 雪" };
const BODY = new TextEncoder().encode(JSON.stringify(EVENT));

/** The headers that the service sends. */
const signedHeaders = (previous: string | null = null, now = NOW) =>
  signatureHeaders(
    { current: CURRENT, previous },
    { event: EVENT.event, eventId: "evt_1", deliveryId: "dlv_1", attempt: 1, now, body: BODY },
  );
const at = { now: NOW };

it("accepts a signature of the service, with headers and body in any form", async () => {
  const headers = await signedHeaders();
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
  const offset = new Uint8Array([0, ...BODY]).subarray(1);
  for (const given of [headers, lower, upper, new Headers(headers)]) {
    for (const body of [BODY, offset, BODY.slice().buffer, new TextDecoder().decode(BODY)]) {
      expect(await verifyWebhook(CURRENT, given, body, at)).toEqual(EVENT);
      expect(await verifyServiceSignature(CURRENT, given, body)).toEqual(EVENT);
    }
  }
});

it("has the same result as the Standard Webhooks library", async () => {
  const moment = new Date();
  const headers = await signedHeaders(PREVIOUS, moment.getTime());
  const text = new TextDecoder().decode(BODY);
  const by = new Webhook(OTHER);
  const theirs = { ...headers, "webhook-signature": by.sign("evt_1", moment, text) };
  for (const [secret, given, body] of [
    [CURRENT, headers, text],
    [PREVIOUS, headers, text],
    [OTHER, headers, text],
    [OTHER, theirs, text],
    [OTHER, { ...theirs, "webhook-signature": `v1a,xx v2,yy ${theirs["webhook-signature"]}` }, text],
    [CURRENT, headers, `${text} `],
    [CURRENT, { ...headers, "webhook-id": "evt_2" }, text],
    [CURRENT, { ...headers, "webhook-timestamp": String(Math.floor(moment.getTime() / 1000) - 1) }, text],
    [CURRENT, { ...headers, "webhook-signature": "v1,%% v1" }, text],
    // Beyond the tolerance of 300 s, with 2 s for the test, whose clock runs on.
    [CURRENT, await signedHeaders(null, moment.getTime() - 302_000), text],
    [CURRENT, await signedHeaders(null, moment.getTime() + 302_000), text],
  ] as const) {
    const library = await Promise.resolve()
      .then(() => new Webhook(secret).verify(body, given))
      .then(
        () => true,
        () => false,
      );
    const ours = await verifyWebhook(secret, given, body).then(
      () => true,
      () => false,
    );
    expect(ours).toBe(library);
  }
});

it("accepts any of the secrets, and any of the signatures", async () => {
  expect(await verifyWebhook([OTHER, PREVIOUS], await signedHeaders(PREVIOUS), BODY, at)).toEqual(EVENT);
  expect(await verifyServiceSignature([PREVIOUS, CURRENT], await signedHeaders(PREVIOUS), BODY)).toEqual(EVENT);
  await expect(verifyWebhook([OTHER, PREVIOUS], await signedHeaders(), BODY, at)).rejects.toMatchObject({ reason: "no_match" });
  // Only the new secret has a hex signature.
  await expect(verifyServiceSignature(PREVIOUS, await signedHeaders(PREVIOUS), BODY)).rejects.toMatchObject({ reason: "no_match" });
  await expect(verifyWebhook([], await signedHeaders(), BODY, at)).rejects.toMatchObject({ reason: "no_match" });
});

it("throws an error with the reason", async () => {
  const headers = await signedHeaders();
  const reasonFor = async (given: Record<string, string>, options = at as Parameters<typeof verifyWebhook>[3]) =>
    await verifyWebhook(CURRENT, given, BODY, options).then(
      () => "accepted",
      (error: { reason: string }) => error.reason,
    );
  expect(await reasonFor({})).toBe("missing_header");
  expect(await reasonFor({ ...headers, "webhook-timestamp": "soon" })).toBe("malformed_timestamp");
  expect(await reasonFor(headers, { now: NOW + 300_000 })).toBe("accepted");
  expect(await reasonFor(headers, { now: NOW + 301_000 })).toBe("too_old");
  expect(await reasonFor(headers, { now: NOW - 301_000 })).toBe("too_new");
  expect(await reasonFor(headers, { now: NOW + 11_000, toleranceSeconds: 10 })).toBe("too_old");
  // With NaN, no age is within the tolerance.
  expect(await reasonFor(headers, { ...at, toleranceSeconds: Number.NaN })).toBe("too_old");
  expect(await reasonFor(headers, { now: Number.NaN })).toBe("too_old");
  expect(await reasonFor({ ...headers, "webhook-signature": "" })).toBe("no_match");
  await expect(verifyServiceSignature(CURRENT, {}, BODY)).rejects.toMatchObject({ reason: "missing_header" });
  await expect(verifyServiceSignature(CURRENT, { "x-service-signature": "0g" }, BODY)).rejects.toMatchObject({ reason: "no_match" });
  const page = new TextEncoder().encode("<html>");
  const signed = await signatureHeaders(
    { current: CURRENT, previous: null },
    { event: "x", eventId: "evt_1", deliveryId: "dlv_1", attempt: 1, now: NOW, body: page },
  );
  await expect(verifyWebhook(CURRENT, signed, page, at)).rejects.toMatchObject({ reason: "malformed_body" });
  // An invalid secret is the caller's mistake, and must not be reported as a forged signature.
  for (const invalid of ["", "whsec_", "whsec_%%"]) {
    await expect(verifyWebhook(invalid, headers, BODY, at)).rejects.toBeInstanceOf(TypeError);
  }
  await expect(verifyServiceSignature("", headers, BODY)).rejects.toBeInstanceOf(TypeError);
});
