import type { OrgDb } from "../../../platform/db/org-db";
import type { Settings } from "../../../platform/env";
import { type ConnectionRow, type ConnectionValues, recordRemoval } from "../connections.sql.ts";
import { UnmappableError } from "../platforms/adapter";
import { shopAdapterOf } from "../platforms/platforms";
import { shopAccess } from "../secrets";
import { type CalledShop, callShop } from "../shop-client";
import { ShopError } from "../shop-error";
import type { Pass } from "./pass";

/** All calls of a registration or removal together are stopped after this time. Both continue in the next run. */
const MAX_CALLS_MS = 25_000;
const RETRY_MS = 15 * 60_000;
/** After that, a removal is given up. The shop switches off webhooks that get only errors. */
const MAX_REMOVAL_MS = 86_400_000;

/**
 * Registers the webhooks of a connection, if its platform has no page for it. It is repeated with each reconciliation, because a shop may switch
 * them off. Returns the error of the shop; null without one.
 */
export async function registerWebhooks(
  { org, connection, adapter, access }: Pass,
  shop: CalledShop,
  save: (values: ConnectionValues) => Promise<void>,
): Promise<ShopError | null> {
  const { webhooks_url: url } = connection;
  if (adapter.registration === null || url === null) return null;
  try {
    await adapter.registration.register(callShop({ ...shop, deadline: AbortSignal.timeout(MAX_CALLS_MS) }), access, url);
    await save({ webhooks_registered_at: org.now });
    return null;
  } catch (error) {
    return shopErrorOf(error);
  }
}

/** The error of a shop, also of one whose response can't be read. Throws any other. */
function shopErrorOf(error: unknown): ShopError {
  if (error instanceof ShopError) return error;
  if (error instanceof UnmappableError)
    return new ShopError(`The webhooks of the shop can't be read. ${error.message}`, { isTemporary: true });
  throw error;
}

/**
 * Removes the webhooks of a deleted connection from its shop, and then the access to the API. While the shop can't be reached, it is tried again
 * for a day. Throws what is no error of the shop.
 */
export async function removeWebhooks(
  org: OrgDb,
  connection: ConnectionRow,
  { settings, budget }: { settings: Settings; budget: CalledShop["budget"] },
): Promise<void> {
  const { id, platform, webhooks_url: url, deleted_at } = connection;
  const save = async (values: ConnectionValues) => {
    await org.commit({ writes: [recordRemoval(org, id, values)], marker: {} });
  };
  const { registration } = shopAdapterOf(platform);
  if (url !== null && registration !== null && org.now - (deleted_at ?? 0) < MAX_REMOVAL_MS) {
    const access = await shopAccess(settings.masterSecrets, connection);
    try {
      const deadline = AbortSignal.timeout(MAX_CALLS_MS);
      const shop = { settings, organizationId: org.organization.id, budget, deadline };
      if (access !== null) await registration.remove(callShop({ ...shop, access }), access, url);
    } catch (error) {
      const { isTemporary, retryAfterMs } = shopErrorOf(error);
      if (isTemporary) return await save({ reconcile_at: org.now + Math.max(RETRY_MS, retryAfterMs ?? 0) });
    }
  }
  await save({ api_credentials: null, webhooks_url: null, reconcile_at: null });
}
