import type { MasterSecrets } from "../../platform/crypto/master-key";
import { ciphertextPrefix } from "../../platform/crypto/encryption";
import type { DeliveryEngine } from "./relay";
import { replaceSecrets, type EncryptedSecrets, secretsToReencrypt } from "./encrypted-secrets.sql.ts";
import { logError, logWarning } from "../../platform/log";
import { decryptSecret, encryptSecret } from "./signature";

const MAX_PER_RUN = 100;

/**
 * While a second master secret is set, re-encrypts the secrets that it has encrypted with the first one, up to a hundred endpoints per run.
 * The log contains the number that is left. At 0, webhooks no longer need the second master secret (docs/runbook.md).
 */
export async function reencryptSecrets({ db, settings: { masterSecrets } }: DeliveryEngine): Promise<void> {
  if (masterSecrets.length === 1) return;
  const prefix = await ciphertextPrefix(masterSecrets[0]);
  const { endpoints, count } = await secretsToReencrypt(db, prefix, MAX_PER_RUN);
  const changes = (await Promise.all(endpoints.map((read) => reencrypt(masterSecrets, read)))).filter((change) => change !== null);
  if (changes.length > 0) await replaceSecrets(db, changes);
  logWarning("webhooks.reencrypted", { under: prefix, endpoints: changes.length, left: count - changes.length });
}

/** Returns null if neither master secret decrypts the endpoint's secret. A previous secret that cannot be decrypted is useless and is removed. */
async function reencrypt(masterSecrets: MasterSecrets, read: EncryptedSecrets) {
  const reencryptText = async (encrypted: string) => {
    try {
      return await encryptSecret(masterSecrets, read.id, await decryptSecret(masterSecrets, read.id, encrypted));
    } catch (error) {
      logError("webhooks.decrypt_secret", error, { endpoint_id: read.id });
      return null;
    }
  };
  const secret = await reencryptText(read.secret);
  if (secret === null) return null;
  const previous_secret = read.previous_secret === null ? null : await reencryptText(read.previous_secret);
  return { read, encrypted: { id: read.id, secret, previous_secret } };
}
