import type { MasterSecrets } from "../platform/crypto/master-key";
import { sealPrefix } from "../platform/crypto/seal";
import type { DeliveryEngine } from "./relay";
import { putSealed, type SealedSecrets, sealedOtherwise } from "./sealed-secrets.sql.ts";
import { logError, logWarning } from "../platform/log";
import { openSecret, sealSecret } from "./secret";

const MAX_PER_RUN = 100;

/**
 * While there is a second master secret, seals under the first one what it has sealed: a hundred endpoints at each run. The
 * log says how many are left; at none the second one is no longer needed for webhooks (docs/runbook.md).
 */
export async function reencryptSecrets({ db, settings: { masterSecrets } }: DeliveryEngine): Promise<void> {
  if (masterSecrets.length === 1) return;
  const under = await sealPrefix(masterSecrets[0]);
  const { endpoints, count } = await sealedOtherwise(db, under, MAX_PER_RUN);
  const changes = (await Promise.all(endpoints.map((read) => sealedAnew(masterSecrets, read)))).filter((change) => change !== null);
  if (changes.length > 0) await putSealed(db, changes);
  logWarning("webhooks.resealed", { under, endpoints: changes.length, left: count - changes.length });
}

/** Null for an endpoint whose secret neither master secret opens. One before a rotation that can't be opened is of no use to anybody, and goes. */
async function sealedAnew(masterSecrets: MasterSecrets, read: SealedSecrets) {
  const again = async (sealed: string) => {
    try {
      return await sealSecret(masterSecrets, read.id, await openSecret(masterSecrets, read.id, sealed));
    } catch (error) {
      logError("webhooks.unsealable", error, { endpoint_id: read.id });
      return null;
    }
  };
  const secret = await again(read.secret);
  if (secret === null) return null;
  const previous_secret = read.previous_secret === null ? null : await again(read.previous_secret);
  return { read, sealed: { id: read.id, secret, previous_secret } };
}
