import { ciphertextPrefix } from "../../platform/crypto/encryption";
import type { MasterSecrets } from "../../platform/crypto/master-key";
import type { OrganizationsDb } from "../../platform/db/database";
import { logError, logWarning } from "../../platform/log";
import { type ConnectionSecrets, connectionsToReencrypt, replaceConnectionSecrets } from "./reencrypt.sql.ts";
import { decryptFor, encryptFor } from "./secrets";

const MAX_PER_RUN = 50;

/**
 * While a second master secret is set, re-encrypts the secrets of connections with the first one, as for webhooks (docs/runbook.md). The log
 * contains the number that is left.
 */
export async function reencryptConnections(db: OrganizationsDb, masterSecrets: MasterSecrets): Promise<void> {
  if (masterSecrets.length === 1) return;
  const prefix = await ciphertextPrefix(masterSecrets[0]);
  const { rows, count } = await connectionsToReencrypt(db, { prefix, limit: MAX_PER_RUN });
  const changes = (await Promise.all(rows.map((read) => reencrypt(masterSecrets, read)))).filter((change) => change !== null);
  if (changes.length > 0) await replaceConnectionSecrets(db, changes);
  logWarning("connections.reencrypted", { under: prefix, connections: changes.length, left: count - changes.length });
}

async function reencrypt(masterSecrets: MasterSecrets, read: ConnectionSecrets) {
  try {
    const reencryptText = async (text: string) => await encryptFor(masterSecrets, read.id, await decryptFor(masterSecrets, read.id, text));
    const [secret, previous_secret, api_credentials] = await Promise.all([
      reencryptText(read.secret),
      read.previous_secret === null ? null : reencryptText(read.previous_secret),
      read.api_credentials === null ? null : reencryptText(read.api_credentials),
    ]);
    return { read, encrypted: { id: read.id, secret, previous_secret, api_credentials } };
  } catch (error) {
    logError("connections.decrypt_secret", error, { connection_id: read.id });
    return null;
  }
}
