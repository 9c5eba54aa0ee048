import type { z } from "zod";
import type { Settings } from "../../../platform/env";
import { invalid } from "../../../platform/api-error";
import { newId } from "../../../platform/crypto/random";
import type { OrgDb } from "../../../platform/db/org-db";
import { addressError, destinationError, destinationRules } from "../../webhooks/destination";
import { createConnection, rotateConnectionSecret, updateConnection } from "../commands";
import type { ConnectionRow } from "../connections.sql.ts";
import { adapterOf, type Platform } from "../platforms/platforms";
import { readConnection } from "../queries";
import { encryptFor, hintOf, newWebhookSecret, storedSecret } from "../secrets";
import type { ConnectionChanges, NewConnection, RotateConnectionSecret } from "./contract";

/** The deployment's settings and origin, which limit the addresses and encrypt secrets. */
interface Deployment {
  settings: Settings;
  /** The service must not call itself. */
  origin: string;
}

/** A connection, and its secret if it was generated here. */
interface WithSecret {
  row: ConnectionRow;
  secret: string | null;
}

const NO_API = { shop_url: null, api_credentials: null, api_hint: null };

type Api = z.output<typeof NewConnection>["api"];

/** Checks the address of a shop's API and encrypts its credentials. Throws 400 Bad Request at `api.shop_url`. */
async function storedApi(id: string, api: NonNullable<Api>, { settings, origin }: Deployment) {
  const rules = destinationRules(settings, new URL(origin).host);
  const reason = destinationError(api.shop_url, rules) ?? (await addressError(api.shop_url, rules));
  if (reason !== null) throw invalid("api.shop_url", "invalid_url", reason);
  const { key, secret } = api;
  return {
    shop_url: new URL(api.shop_url).origin,
    api_credentials: await encryptFor(settings.masterSecrets, id, JSON.stringify({ key, secret })),
    api_hint: hintOf(key),
  };
}

/** The secret to store, and whether it is generated. Throws 400 Bad Request if the platform has its own and the caller sent none. */
function secretFor(platform: Platform, sent: string | undefined): { secret: string; isGenerated: boolean } {
  if (sent !== undefined) return { secret: sent, isGenerated: false };
  const { name, secretFrom } = adapterOf(platform);
  if (secretFrom === null) return { secret: newWebhookSecret(), isGenerated: true };
  throw invalid("webhook_secret", "secret_required", `Expected the secret that ${name} signs its webhooks with.`);
}

/** The store of a new connection. Null for a carrier service. Throws 400 Bad Request for what the platform needs or does not have. */
function storeFor({ store, platform, api, send_fulfillments }: z.output<typeof NewConnection>): string | null {
  const { kind, name } = adapterOf(platform);
  if (kind === "shop") {
    if (store === undefined) throw invalid("store", "store_required", `Expected the store whose orders ${name} delivers.`);
    if (send_fulfillments && api === undefined) throw invalid("send_fulfillments", "api_required", "Expected `api` too.");
    return store;
  }
  if (store !== undefined) throw invalid("store", "not_a_shop", `${name} reports on parcels of all stores, so it has none.`);
  assertNoApi(platform, { api, sendsFulfillments: send_fulfillments });
  return null;
}

/** Throws 400 Bad Request for access to the API of a carrier service, which only reports. */
function assertNoApi(platform: Platform, { api, sendsFulfillments }: { api: unknown; sendsFulfillments: boolean | undefined }): void {
  const { kind, name } = adapterOf(platform);
  if (kind === "shop" || ((api === undefined || api === null) && sendsFulfillments !== true)) return;
  const path = sendsFulfillments === true ? "send_fulfillments" : "api";
  throw invalid(path, "not_a_shop", `${name} is no shop: it only reports.`);
}

/** Creates a connection. Throws 400 Bad Request, 404 Not Found for the store, and 409 Conflict. */
export async function registerConnection(
  org: OrgDb,
  deployment: Deployment,
  connection: z.output<typeof NewConnection>,
): Promise<WithSecret> {
  const { platform, webhook_secret, api, send_fulfillments } = connection;
  const id = newId("con", org.now);
  const store = storeFor(connection);
  const { secret, isGenerated } = secretFor(platform, webhook_secret);
  const access = api === undefined ? NO_API : await storedApi(id, api, deployment);
  const stored = await storedSecret(deployment.settings.masterSecrets, id, secret);
  const reconcile_at = api === undefined ? null : org.now;
  const row = await createConnection(org, store, {
    id,
    platform,
    ...stored,
    ...access,
    reconcile_at,
    sends_fulfillments: send_fulfillments ? 1 : 0,
  });
  return { row, secret: isGenerated ? secret : null };
}

/** Changes a connection. Throws 400 Bad Request and 404 Not Found. */
export async function changeRegistered(
  org: OrgDb,
  deployment: Deployment,
  { id, changes: { enabled, api, send_fulfillments: sendsFulfillments } }: { id: string; changes: z.output<typeof ConnectionChanges> },
): Promise<ConnectionRow> {
  if (api !== undefined || sendsFulfillments === true) assertNoApi((await readConnection(org, id)).platform, { api, sendsFulfillments });
  const access = api === undefined ? undefined : api === null ? NO_API : await storedApi(id, api, deployment);
  return await updateConnection(org, id, { enabled, api: access, sendsFulfillments });
}

/** Gives a connection a new secret. Throws 400 Bad Request, 404 Not Found and 409 Conflict. */
export async function rotateRegistered(
  org: OrgDb,
  { settings }: Deployment,
  { id, webhook_secret, overlap_hours }: z.output<typeof RotateConnectionSecret> & { id: string },
): Promise<WithSecret> {
  const { platform } = await readConnection(org, id);
  const { secret, isGenerated } = secretFor(platform, webhook_secret);
  const stored = await storedSecret(settings.masterSecrets, id, secret);
  const row = await rotateConnectionSecret(org, id, { stored, overlapHours: overlap_hours });
  return { row, secret: isGenerated ? secret : null };
}
