import * as fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { issueSecret, decryptSecret, signatureHeaders } from "../../../src/resources/webhooks/signature";
import { assertProperty } from "../../kit/property";

const MASTER = ["a-master-secret-for-tests-0123456789"] as const;
const message = (body: string, now = Date.now()) => ({
  event: "order.updated",
  eventId: "evt_1",
  deliveryId: "dlv_1",
  attempt: 3,
  now,
  body: new TextEncoder().encode(body),
});

it("a signature equals that of other implementations for the same secret and body", async () => {
  // From node:crypto's createHmac, keyed with the whole string and with its base64 part.
  const current = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
  const headers = await signatureHeaders({ current, previous: null }, message('{"note":"naïve ✓ 😀"}', 1_700_000_000_000));
  expect(headers["X-Service-Signature"]).toBe("ea1d1354061e9e82e17fb252fb9b81f1446094a7228429333d54cd1107336d40");
  expect(headers["webhook-signature"]).toBe("v1,SSHj1kF0beP0sjzO27yRv3eY9tvzWLe9nm91WrWgIxs=");
});

it("the signature of any body is valid for the Standard Webhooks library", async () => {
  const { secret: current } = await issueSecret(MASTER, "we_1");
  await assertProperty(
    fc.asyncProperty(fc.json(), async (body) => {
      const headers = await signatureHeaders({ current, previous: null }, message(body));
      expect(headers["X-Service-Signature"]).toMatch(/^[0-9a-f]{64}$/);
      expect(() => new Webhook(current).verify(body, headers)).not.toThrow();
    }),
    { cases: 30 },
  );
});

it("the headers have the event, the delivery and the attempt, with a timestamp in seconds", async () => {
  const { secret: current } = await issueSecret(MASTER, "we_1");
  expect(await signatureHeaders({ current, previous: null }, message("{}", 1_700_000_000_999))).toMatchObject({
    "X-Service-Event": "order.updated",
    "X-Service-Delivery": "dlv_1",
    "X-Service-Attempt": "3",
    "webhook-id": "evt_1",
    "webhook-timestamp": "1700000000",
  });
});

it("a rotation signs with both secrets, and X-Service-Signature with the current one", async () => {
  const { secret: current } = await issueSecret(MASTER, "we_1");
  const { secret: previous } = await issueSecret(MASTER, "we_1");
  const { secret: other } = await issueSecret(MASTER, "we_1");
  const headers = await signatureHeaders({ current, previous }, message('{"a":1}'));
  expect(() => new Webhook(current).verify('{"a":1}', headers)).not.toThrow();
  expect(() => new Webhook(previous).verify('{"a":1}', headers)).not.toThrow();
  expect(() => new Webhook(other).verify('{"a":1}', headers)).toThrow("No matching signature found");
  expect(() => new Webhook(current).verify('{"a":2}', headers)).toThrow("No matching signature found");
  const alone = await signatureHeaders({ current, previous: null }, message('{"a":1}'));
  expect(headers["X-Service-Signature"]).toBe(alone["X-Service-Signature"]);
});

it("secrets have 32 bytes and can be decrypted only for their own endpoint", async () => {
  const { secret, encrypted, hint } = await issueSecret(MASTER, "we_1");
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secret.endsWith(hint)).toBe(true);
  expect(encrypted).not.toContain(secret.slice(6));
  expect(await decryptSecret(MASTER, "we_1", encrypted)).toBe(secret);
  await expect(decryptSecret(MASTER, "we_2", encrypted)).rejects.toThrow("Decryption failed");
});
