import { logError } from "../platform/log";
import type { MasterSecrets } from "../platform/crypto/master-key";
import { decryptSecret, issueSecret } from "../webhooks/signature";
import type { RowValues } from "./row-values";

/**
 * A row as it is restored. Nothing is sent again: a delivery that was pending is `failed`, from which its endpoint can recover it, and a
 * running recovery is `cancelled`. An endpoint whose secret this instance cannot decrypt gets a new one, and is paused.
 */
export async function rowAtRest(table: string, row: RowValues, { masterSecrets, now }: { masterSecrets: MasterSecrets; now: number }) {
  if (table === "deliveries" && row["status"] === "pending") {
    return { ...row, status: "failed", completed_at: now, next_attempt_at: null, lease_token: null, lease_until: null };
  }
  if (table === "recoveries" && row["status"] === "running") return { ...row, status: "cancelled", completed_at: now };
  // The original may still be in use.
  if (table === "connections") return { ...row, status: "paused", reconcile_at: null };
  if (table === "webhook_endpoints") return await endpointAtRest(row, masterSecrets);
  return row;
}

async function endpointAtRest(row: RowValues, masterSecrets: MasterSecrets): Promise<RowValues> {
  const id = String(row["id"]);
  const isUsable = async (secret: RowValues[string] | undefined) => {
    if (typeof secret !== "string") return false;
    try {
      await decryptSecret(masterSecrets, id, secret);
      return true;
    } catch (error) {
      logError("webhooks.decrypt_secret", error, { endpoint_id: id });
      return false;
    }
  };
  const hasPrevious = await isUsable(row["previous_secret"] ?? null);
  const previous = hasPrevious ? {} : { previous_secret: null, previous_valid_until: null };
  if (await isUsable(row["secret"])) return { ...row, ...previous };
  const { encrypted, hint } = await issueSecret(masterSecrets, id);
  const pause = row["status"] === "active" ? { enabled: 0, status: "paused" } : {};
  return { ...row, ...previous, ...pause, secret: encrypted, secret_hint: hint };
}
