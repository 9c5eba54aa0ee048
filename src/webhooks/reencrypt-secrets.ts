import type { MasterSecrets } from "../platform/crypto/master-key";
import { sealPrefix } from "../platform/crypto/seal";
import type { DeliveryEngine } from "./relay";
import { replaceSecrets, type SealedSecrets, secretsToReencrypt } from "./sealed-secrets.sql.ts";
import { logError, logWarning } from "../platform/log";
import { openSecret, sealSecret } from "./signature";

const MAX_PER_RUN = 100;

/**
 * While a second master secret is set, re-encrypts the secrets that it has encrypted with the first one, up to a hundred endpoints per run.
 * The log contains the number that is left. At 0, webhooks no longer need the second master secret (docs/runbook.md).
 */
export async function reencryptSecrets({ db, settings: { masterSecrets } }: DeliveryEngine): Promise<void> {
  if (masterSecrets.length === 1) return;
  const prefix = await sealPrefix(masterSecrets[0]);
  const { endpoints, count } = await secretsToReencrypt(db, prefix, MAX_PER_RUN);
  const changes = (await Promise.all(endpoints.map((read) => reencrypt(masterSecrets, read)))).filter((change) => change !== null);
  if (changes.length > 0) await replaceSecrets(db, changes);
  logWarning("webhooks.resealed", { under: prefix, endpoints: changes.length, left: count - changes.length });
}

/** Returns null if neither master secret decrypts the endpoint's secret. A previous secret that cannot be decrypted is useless and is removed. */
async function reencrypt(masterSecrets: MasterSecrets, read: SealedSecrets) {
  const reencryptText = async (sealed: string) => {
    try {
      return await sealSecret(masterSecrets, read.id, await openSecret(masterSecrets, read.id, sealed));
    } catch (error) {
      logError("webhooks.unsealable", error, { endpoint_id: read.id });
      return null;
    }
  };
  const secret = await reencryptText(read.secret);
  if (secret === null) return null;
  const previous_secret = read.previous_secret === null ? null : await reencryptText(read.previous_secret);
  return { read, sealed: { id: read.id, secret, previous_secret } };
}
