import { ciphertextPrefix } from "../../platform/crypto/encryption";
import type { MasterSecrets } from "../../platform/crypto/master-key";
import type { ControlDb } from "../../platform/db/control-db";
import { logError, logWarning } from "../../platform/log";
import { decryptSecret, encryptSecret } from "./second-factor";
import { replaceSecondFactorSecrets, secondFactorsToReencrypt } from "./second-factor.sql.ts";

const MAX_PER_RUN = 100;

/**
 * While a second master secret is set, re-encrypts the secrets of second factors with the first one, as for webhooks (docs/runbook.md). The log
 * contains the number that is left. Errors are only logged.
 */
export async function reencryptSecondFactors(control: ControlDb, masterSecrets: MasterSecrets): Promise<void> {
  if (masterSecrets.length === 1) return;
  try {
    const prefix = await ciphertextPrefix(masterSecrets[0]);
    const { rows, count } = await secondFactorsToReencrypt(control, { prefix, limit: MAX_PER_RUN });
    const changes = [];
    for (const row of rows) {
      const secret = await decryptSecret(masterSecrets, row);
      if (secret !== null) changes.push({ row, secret: await encryptSecret(masterSecrets, row.user_id, secret) });
    }
    if (changes.length > 0) await replaceSecondFactorSecrets(control, changes);
    logWarning("second_factors.reencrypted", { under: prefix, accounts: changes.length, left: count - changes.length });
  } catch (error) {
    logError("second_factors.reencrypt", error);
  }
}
