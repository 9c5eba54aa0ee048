import type { z } from "zod";
import type { Settings } from "../../../../platform/env";
import { invalid } from "../../../../platform/api-error";
import { newId } from "../../../../platform/crypto/random";
import type { OrgDb } from "../../../../platform/db/org-db";
import { newWebhookSecret, storedSecret } from "../../secrets";
import type { CarrierConnectionRow } from "../carrier-connections.sql.ts";
import { createCarrierConnection, rotateCarrierSecret } from "../commands";
import { readCarrierConnection } from "../queries";
import type { CarrierService } from "../services/names";
import { carrierAdapterOf } from "../services/services";
import type { NewCarrierConnection, RotateCarrierSecret } from "./contract";

/** A connection, and its secret if it was generated here. */
export interface WithSecret {
  row: CarrierConnectionRow;
  secret: string | null;
}

/** The secret to store, and whether it is generated. Throws 400 Bad Request if the service has its own and the caller sent none. */
function secretFor(service: CarrierService, sent: string | undefined): { secret: string; isGenerated: boolean } {
  if (sent !== undefined) return { secret: sent, isGenerated: false };
  if (carrierAdapterOf(service).secretIssuedBy === "us") return { secret: newWebhookSecret(), isGenerated: true };
  throw invalid("webhook_secret", "secret_required", `Expected the secret that ${service} signs its reports with.`);
}

/** Creates a connection. Throws 400 Bad Request and 409 Conflict. */
export async function registerCarrier(
  org: OrgDb,
  { masterSecrets }: Settings,
  { service, webhook_secret }: z.output<typeof NewCarrierConnection>,
): Promise<WithSecret> {
  const id = newId("car", org.now);
  const { secret, isGenerated } = secretFor(service, webhook_secret);
  const row = await createCarrierConnection(org, { id, service, ...(await storedSecret(masterSecrets, id, secret)) });
  return { row, secret: isGenerated ? secret : null };
}

/** Gives a connection a new secret. Throws 400 Bad Request, 404 Not Found and 409 Conflict. */
export async function rotateCarrier(
  org: OrgDb,
  { masterSecrets }: Settings,
  { id, webhook_secret, overlap_hours }: z.output<typeof RotateCarrierSecret> & { id: string },
): Promise<WithSecret> {
  const { service } = await readCarrierConnection(org, id);
  const { secret, isGenerated } = secretFor(service, webhook_secret);
  const row = await rotateCarrierSecret(org, id, { stored: await storedSecret(masterSecrets, id, secret), overlapHours: overlap_hours });
  return { row, secret: isGenerated ? secret : null };
}
