import type { z } from "zod";
import { newId } from "../../platform/crypto/random";
import type { OrgDb } from "../../platform/db/org-db";
import type { EndpointRow } from "../endpoints/endpoints.sql.ts";
import { createEndpoint } from "../endpoints/create-endpoint";
import { rotateSecret } from "../endpoints/rotate-secret";
import { updateEndpoint } from "../endpoints/update-endpoint";
import type { Settings } from "../../env";
import { issueSecret } from "../secret";
import { mustBeCallable } from "./callable";
import type { NewWebhook, RotateSecret, WebhookChanges } from "./contract";

const HOUR_MS = 3_600_000;

/** What decides which URLs may be called, and seals secrets. */
export interface Deployment {
  settings: Settings;
  /** Our own: we do not call ourselves. */
  origin: string;
}

/** An endpoint with its secret, to be shown this once. */
export interface WithSecret {
  row: EndpointRow;
  secret: string;
}

/** Registers an endpoint under a secret of its own. 400 at `url` for one that is not called, 409 for the 26th endpoint. */
export async function registerEndpoint(
  org: OrgDb,
  { settings, origin }: Deployment,
  { url, events, description = null }: z.output<typeof NewWebhook>,
): Promise<WithSecret> {
  await mustBeCallable(url, settings, origin);
  const id = newId("we", org.now);
  const { secret, sealed, hint } = await issueSecret(settings.masterSecrets, id);
  return { row: await createEndpoint(org, { id, url, events, description, secret: sealed, secret_hint: hint }), secret };
}

/** Changes what is given of an endpoint. 400 at `url` for one that is not called, 404. */
export async function reviseEndpoint(
  org: OrgDb,
  { settings, origin }: Deployment,
  id: string,
  changes: z.output<typeof WebhookChanges>,
  seen?: number,
): Promise<EndpointRow> {
  if (changes.url !== undefined) await mustBeCallable(changes.url, settings, origin);
  return await updateEndpoint(org, id, changes, seen);
}

/** Gives an endpoint a new secret; the one before signs too for as long as asked. 404. */
export async function renewSecret(
  org: OrgDb,
  { settings }: Deployment,
  id: string,
  { overlap_hours }: z.output<typeof RotateSecret>,
): Promise<WithSecret> {
  const issued = await issueSecret(settings.masterSecrets, id);
  return { row: await rotateSecret(org, id, issued, Math.round(overlap_hours * HOUR_MS)), secret: issued.secret };
}
