import type { z } from "zod";
import type { Settings } from "../../../platform/env";
import { invalid } from "../../../platform/api-error";
import { newId } from "../../../platform/crypto/random";
import type { OrgDb } from "../../../platform/db/org-db";
import { assertVersion, type ChangeTarget } from "../../../platform/values/assert-version";
import { addressError, destinationError, destinationRules } from "../../webhooks/destination";
import type { IncomingStore } from "../../stores/fields";
import { assertAccess } from "../check-access";
import { createConnection, rotateConnectionSecret, type StoreChoice, updateConnection } from "../commands";
import type { ConnectionRow } from "../connections.sql.ts";
import { adapterOf, type Platform, shopAdapterOf } from "../platforms/platforms";
import { readConnection } from "../queries";
import { encryptFor, hintOf, newWebhookSecret, shopAccess, encryptWebhookSecret } from "../secrets";
import { propertyMapText } from "../stored-property-map";
import { deliveryUrl } from "../token";
import type { ConnectionChanges, NewConnection, RotateConnectionSecret } from "./contract";

/** The deployment's settings and origin, which limit the addresses and encrypt secrets. */
interface Deployment {
  settings: Settings;
  /** The service must not call itself. */
  origin: string;
  /** Whether new access to a shop's API is used once before it is stored. */
  checksAccess?: true;
}

/** A connection, and its secret if it was generated here. */
interface WithSecret {
  row: ConnectionRow;
  secret: string | null;
}

const NO_API = { shop_url: null, api_credentials: null, api_hint: null, webhooks_url: null };

type Api = z.output<typeof NewConnection>["api"];

/** The connection that the access to an API belongs to. */
interface ApiOwner {
  id: string;
  platform: Platform;
  organizationId: number;
}

/** Checks the access to a shop's API and encrypts its credentials. Returns the columns to store. Throws 400 Bad Request at its fields. */
async function checkAndEncryptApi(
  { id, platform, organizationId }: ApiOwner,
  api: NonNullable<Api>,
  { settings, origin, checksAccess }: Deployment,
) {
  const { registration } = shopAdapterOf(platform);
  const rules = destinationRules(settings, new URL(origin).host);
  const reason = destinationError(api.shop_url, rules) ?? (await addressError(api.shop_url, rules));
  if (reason !== null) throw invalid("api.shop_url", "invalid_url", reason);
  const { key, secret } = api;
  const shop_url = new URL(api.shop_url).origin;
  if (checksAccess === true) await assertAccess(settings, { platform, access: { url: shop_url, key, secret }, organizationId });
  return {
    shop_url,
    api_credentials: await encryptFor(settings.masterSecrets, id, JSON.stringify({ key, secret })),
    api_hint: hintOf(key),
    webhooks_url: registration === null ? null : deliveryUrl(origin, { organizationId, connectionId: id }),
  };
}

/** The secret to store, and whether it is generated. Throws 400 Bad Request if the platform has its own and the caller sent none. */
function secretFor(platform: Platform, sent: string | undefined): { secret: string; isGenerated: boolean } {
  if (sent !== undefined) return { secret: sent, isGenerated: false };
  const { name, secretFrom } = adapterOf(platform);
  if (secretFrom === null) return { secret: newWebhookSecret(), isGenerated: true };
  throw invalid("webhook_secret", "secret_required", `Expected the secret that ${name} signs its webhooks with.`);
}

/** A connection to create. The console creates its store with it. */
type ConnectionToCreate = z.output<typeof NewConnection> & { newStore?: IncomingStore | undefined };

/** The store of a new connection. Null for a carrier service. Throws 400 Bad Request for what the platform needs or does not have. */
function storeFor({ store, newStore, platform, api, send_fulfillments, property_map }: ConnectionToCreate): StoreChoice | null {
  const adapter = adapterOf(platform);
  const { name } = adapter;
  if (adapter.kind === "shop") {
    if (adapter.registration !== null && api === undefined) throw apiMissingError(name);
    if (send_fulfillments && api === undefined) throw invalid("send_fulfillments", "api_required", "Expected `api` too.");
    if (newStore !== undefined) return { created: newStore };
    if (store === undefined) throw invalid("store", "store_required", `Expected the store whose orders ${name} delivers.`);
    return { ref: store };
  }
  if (store !== undefined) throw invalid("store", "not_a_shop", `${name} reports on parcels of all stores, so it has none.`);
  assertOnlyReports(platform, { api, send_fulfillments, property_map });
  return null;
}

function apiMissingError(name: string) {
  return invalid("api", "api_required", `Expected access to the API, with which the webhooks of ${name} are registered.`);
}

/** Throws 400 Bad Request if the platform is a carrier service, which only reports, and the request sets what only a shop has. */
function assertOnlyReports(platform: Platform, { api, send_fulfillments, property_map = [] }: z.output<typeof ConnectionChanges>): void {
  const { kind, name } = adapterOf(platform);
  const sent = { send_fulfillments: send_fulfillments === true, api: (api ?? null) !== null, property_map: property_map.length > 0 };
  const path = Object.entries(sent).find(([, isSent]) => isSent)?.[0];
  if (kind === "shop" || path === undefined) return;
  throw invalid(path, "not_a_shop", `${name} is no shop: it only reports.`);
}

/** Creates a connection. Throws 400 Bad Request, 404 Not Found for the store, and 409 Conflict. */
export async function registerConnection(org: OrgDb, deployment: Deployment, connection: ConnectionToCreate): Promise<WithSecret> {
  const { platform, webhook_secret, api, send_fulfillments, property_map } = connection;
  const id = newId("con", org.now);
  const store = storeFor(connection);
  const { secret, isGenerated } = secretFor(platform, webhook_secret);
  const access =
    api === undefined ? NO_API : await checkAndEncryptApi({ id, platform, organizationId: org.organization.id }, api, deployment);
  const stored = await encryptWebhookSecret(deployment.settings.masterSecrets, id, secret);
  const reconcile_at = api === undefined ? null : org.now;
  const row = await createConnection(org, store, {
    id,
    platform,
    ...stored,
    ...access,
    reconcile_at,
    sends_fulfillments: send_fulfillments ? 1 : 0,
    property_map: propertyMapText(property_map ?? []),
  });
  return { row, secret: isGenerated ? secret : null };
}

/** Changes a connection. Throws 400 Bad Request, 404 Not Found, and 412 Precondition Failed if it has another version. */
export async function patchConnection(
  org: OrgDb,
  deployment: Deployment,
  { changes, ...target }: ChangeTarget<string> & { changes: z.output<typeof ConnectionChanges> },
): Promise<ConnectionRow> {
  const { enabled, send_fulfillments: sendsFulfillments, property_map: propertyMap } = changes;
  const access = isSwitchedOnly(changes) ? undefined : await checkChanges(org, deployment, { changes, ...target });
  return await updateConnection(org, target, { enabled, api: access, sendsFulfillments, propertyMap });
}

/** Whether a change only pauses or resumes, or turns sending off: every platform allows that, so nothing is read first. */
function isSwitchedOnly({ api, send_fulfillments, property_map }: z.output<typeof ConnectionChanges>): boolean {
  return api === undefined && send_fulfillments !== true && property_map === undefined;
}

/** Checks a change against what is stored. Returns the columns of new access to the API; undefined if it stays. */
async function checkChanges(
  org: OrgDb,
  deployment: Deployment,
  { id, expectedVersion, changes }: ChangeTarget<string> & { changes: z.output<typeof ConnectionChanges> },
) {
  const row = await readConnection(org, id);
  assertVersion(row.version, expectedVersion);
  assertOnlyReports(row.platform, changes);
  return changes.api === undefined ? undefined : await checkReplacedApi(row, changes.api, deployment);
}

/**
 * Checks access that replaces the stored one; null removes it. Returns the columns to store. Throws 400 Bad Request, also if the webhooks would stay in
 * another shop.
 */
async function checkReplacedApi(row: ConnectionRow, api: NonNullable<Api> | null, deployment: Deployment) {
  const { id, platform, organization_id: organizationId } = row;
  if (api === null && row.webhooks_url !== null) throw apiMissingError(adapterOf(platform).name);
  if (api === null) return NO_API;
  const stored = await checkAndEncryptApi({ id, platform, organizationId }, api, deployment);
  const access = row.webhooks_url === null ? null : await shopAccess(deployment.settings.masterSecrets, row);
  if (access !== null && (access.url !== stored.shop_url || access.key !== api.key)) {
    throw invalid("api", "other_shop", "This is another shop. Delete the connection, and create one for that shop.");
  }
  return stored;
}

/** Gives a connection a new secret. Throws 400 Bad Request, 404 Not Found and 409 Conflict. */
export async function rotateWebhookSecret(
  org: OrgDb,
  { settings }: Deployment,
  { id, webhook_secret, overlap_hours }: z.output<typeof RotateConnectionSecret> & { id: string },
): Promise<WithSecret> {
  const { platform } = await readConnection(org, id);
  const { secret, isGenerated } = secretFor(platform, webhook_secret);
  const stored = await encryptWebhookSecret(settings.masterSecrets, id, secret);
  const row = await rotateConnectionSecret(org, id, { stored, overlapHours: overlap_hours });
  return { row, secret: isGenerated ? secret : null };
}
