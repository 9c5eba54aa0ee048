import { decryptFor, newWebhookSecret, encryptWebhookSecret } from "../../resources/connections/secrets";
import { logError } from "../../platform/log";
import type { MasterSecrets } from "../../platform/crypto/master-key";
import { isConnection } from "../../resources/webhooks/connection-endpoints.sql.ts";
import { decryptSecret, issueSecret } from "../../resources/webhooks/signature";
import type { RowValues } from "./row-values";

/**
 * A row as it is restored. Nothing is sent again: a delivery that was pending is `failed`, from which its endpoint can recover it, and a
 * running recovery is `cancelled`. Connections are paused, because the original may still be in use. An endpoint whose secret this installation
 * cannot decrypt gets a new one, and is paused. So does a connection, which also loses API credentials that cannot be decrypted.
 */
export async function inactiveRow(table: string, row: RowValues, { masterSecrets, now }: { masterSecrets: MasterSecrets; now: number }) {
  if (table === "deliveries" && row["status"] === "pending") {
    return { ...row, status: "failed", completed_at: now, next_attempt_at: null, lease_token: null, lease_until: null };
  }
  if (table === "recoveries" && row["status"] === "running") return { ...row, status: "cancelled", completed_at: now };
  if (table === "connections" && row["deleted_at"] === null) return await inactiveConnection(row, masterSecrets);
  // The endpoint of a connection has no secret, and is resumed with its connection.
  if (table === "webhook_endpoints" && isConnection(String(row["id"]))) {
    return { ...row, enabled: 0, status: "paused", secret: "", secret_hint: "" };
  }
  if (table === "webhook_endpoints") return await inactiveEndpoint(row, masterSecrets);
  return row;
}

/** Whether this installation can decrypt a secret of the row with this id, which is logged. */
async function isUsable(
  id: RowValues[string] | undefined,
  secret: RowValues[string] | undefined,
  decrypt: (secret: string) => Promise<string>,
): Promise<boolean> {
  if (typeof secret !== "string") return false;
  try {
    await decrypt(secret);
    return true;
  } catch (error) {
    logError("restore.decrypt_secret", error, { row_id: id ?? null });
    return false;
  }
}

const NO_PREVIOUS = { previous_secret: null, previous_valid_until: null };

async function inactiveEndpoint(row: RowValues, masterSecrets: MasterSecrets): Promise<RowValues> {
  const id = String(row["id"]);
  const decrypt = async (secret: string) => await decryptSecret(masterSecrets, id, secret);
  const previous = (await isUsable(row["id"], row["previous_secret"], decrypt)) ? {} : NO_PREVIOUS;
  if (await isUsable(row["id"], row["secret"], decrypt)) return { ...row, ...previous };
  const { encrypted, hint } = await issueSecret(masterSecrets, id);
  const pause = row["status"] === "active" ? { enabled: 0, status: "paused" } : {};
  return { ...row, ...previous, ...pause, secret: encrypted, secret_hint: hint };
}

/** A connection: paused, with secrets that this installation can decrypt. */
async function inactiveConnection(row: RowValues, masterSecrets: MasterSecrets): Promise<RowValues> {
  const id = String(row["id"]);
  const decrypt = async (secret: string) => await decryptFor(masterSecrets, id, secret);
  const previous = await isUsable(id, row["previous_secret"], decrypt);
  const hasSecret = await isUsable(id, row["secret"], decrypt);
  const api = await isUsable(id, row["api_credentials"], decrypt);
  return {
    ...row,
    status: "paused",
    reconcile_at: null,
    ...(!previous && NO_PREVIOUS),
    ...(!hasSecret && (await encryptWebhookSecret(masterSecrets, id, newWebhookSecret()))),
    ...(!api && { shop_url: null, api_credentials: null, api_hint: null, webhooks_url: null }),
  };
}
