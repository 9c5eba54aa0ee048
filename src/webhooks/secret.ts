import type { MasterSecrets } from "../platform/crypto/master-key";
import { sealText, unsealText } from "../platform/crypto/seal";

/** In front of the base64 of the key (Standard Webhooks). */
export const SECRET_PREFIX = "whsec_";

const SECRET_BYTES = 32;
const HINT = 4;

/** A new secret for an endpoint: as it is shown once, as it is kept, and the end that stays visible (docs/spec/webhooks.md#secret). */
export async function issueSecret(
  masterSecrets: MasterSecrets,
  endpointId: string,
): Promise<{ secret: string; sealed: string; hint: string }> {
  const secret = SECRET_PREFIX + crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64();
  return { secret, sealed: await sealSecret(masterSecrets, endpointId, secret), hint: secret.slice(-HINT) };
}

/** A secret as it is kept, bound to its endpoint. */
export async function sealSecret(masterSecrets: MasterSecrets, endpointId: string, secret: string): Promise<string> {
  return await sealText(masterSecrets, { purpose: "webhook-secrets", context: endpointId }, secret);
}

/** The secret that `issueSecret` sealed for this endpoint; throws where it was sealed for another or with another master secret. */
export async function openSecret(masterSecrets: MasterSecrets, endpointId: string, sealed: string): Promise<string> {
  return await unsealText(masterSecrets, { purpose: "webhook-secrets", context: endpointId }, sealed);
}
