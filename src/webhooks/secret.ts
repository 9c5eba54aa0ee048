import type { MasterSecrets } from "../platform/crypto/master-key";
import { sealText, unsealText } from "../platform/crypto/seal";

/** The prefix of the key in base64 (Standard Webhooks). */
export const SECRET_PREFIX = "whsec_";

const SECRET_BYTES = 32;
const HINT_LENGTH = 4;

/** Creates a secret for an endpoint. Returns it in plain text, encrypted, and its last characters as a hint (docs/spec/webhooks.md#secret). */
export async function issueSecret(
  masterSecrets: MasterSecrets,
  endpointId: string,
): Promise<{ secret: string; sealed: string; hint: string }> {
  const secret = SECRET_PREFIX + crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64();
  return { secret, sealed: await sealSecret(masterSecrets, endpointId, secret), hint: secret.slice(-HINT_LENGTH) };
}

/** Encrypts a secret. The result is bound to the endpoint. */
export async function sealSecret(masterSecrets: MasterSecrets, endpointId: string, secret: string): Promise<string> {
  return await sealText(masterSecrets, { purpose: "webhook-secrets", context: endpointId }, secret);
}

/** Decrypts an endpoint's secret. Throws if it was encrypted for another endpoint or with another master secret. */
export async function openSecret(masterSecrets: MasterSecrets, endpointId: string, sealed: string): Promise<string> {
  return await unsealText(masterSecrets, { purpose: "webhook-secrets", context: endpointId }, sealed);
}
