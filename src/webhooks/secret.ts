import { toBase64 } from "../crypto/encoding";
import { sealText, unsealText } from "../crypto/seal";

/** In front of the base64 of the key (Standard Webhooks). */
export const SECRET_PREFIX = "whsec_";

const SECRET_BYTES = 32;
const HINT = 4;

/** A new secret for an endpoint: as it is shown once, as it is kept, and the end that stays visible (decisions H1). */
export async function issueSecret(masterSecret: string, endpointId: string): Promise<{ secret: string; sealed: string; hint: string }> {
  const secret = SECRET_PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  return { secret, sealed: await sealText(masterSecret, "webhook-secrets", endpointId, secret), hint: secret.slice(-HINT) };
}

/** The secret that `issueSecret` sealed for this endpoint; throws where it was sealed for another or with another master secret. */
export async function openSecret(masterSecret: string, endpointId: string, sealed: string): Promise<string> {
  return await unsealText(masterSecret, "webhook-secrets", endpointId, sealed);
}
