import type { MasterSecrets } from "../crypto/master-key";
import { sealMark } from "../crypto/seal";
import { databaseOfDeliveries } from "../db/database";
import { Meter } from "../db/meter";
import { putSealed, type SealedSecrets, sealedOtherwise } from "../db/sealed-secrets";
import { settingsOf } from "../env";
import { logFault, logWarning } from "../log";
import { openSecret, sealSecret } from "./secret";

const MOST = 100;

/**
 * While there is a second master secret, seals under the first one what it has sealed: a hundred endpoints with each sweep. The
 * log says how many are left; at none the second one is no longer needed for webhooks (docs/runbook.md).
 */
export async function reseal(env: Env): Promise<void> {
  const { masterSecrets } = settingsOf(env);
  if (masterSecrets.length === 1) return;
  const database = databaseOfDeliveries(env);
  const { endpoints, count } = await sealedOtherwise(database, new Meter(), await sealMark(masterSecrets[0]), MOST);
  const changes = (await Promise.all(endpoints.map((read) => sealedAnew(masterSecrets, read)))).filter((change) => change !== null);
  if (changes.length > 0) await putSealed(database, new Meter(), changes);
  logWarning("webhooks.resealed", { endpoints: changes.length, left: count - changes.length });
}

/** Null for secrets that neither master secret opens: they stand in nobody's way. */
async function sealedAnew(masterSecrets: MasterSecrets, read: SealedSecrets) {
  const again = async (sealed: string) => await sealSecret(masterSecrets, read.id, await openSecret(masterSecrets, read.id, sealed));
  try {
    const previous_secret = read.previous_secret === null ? null : await again(read.previous_secret);
    return { read, sealed: { id: read.id, secret: await again(read.secret), previous_secret } };
  } catch (error) {
    logFault("webhooks.unsealable", error, { endpoint_id: read.id });
    return null;
  }
}
