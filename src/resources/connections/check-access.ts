import { ApiError, type InputViolation } from "../../platform/api-error";
import type { Settings } from "../../platform/env";
import type { ShopAccess, ShopAdapter } from "./platforms/adapter";
import { type Platform, shopAdapterOf } from "./platforms/platforms";
import { callShop } from "./shop-client";
import { ShopError } from "./shop-error";

/** All calls of a check together are stopped after this time. */
const MAX_CHECK_MS = 10_000;

/** The access to the API of a shop that is not stored yet. */
export interface NewAccess {
  platform: Platform;
  access: ShopAccess;
  organizationId: number;
}

/** Uses the access to a shop's API for its cheapest read. Throws 400 Bad Request at the fields that are wrong, also if the shop can't be reached. */
export async function assertAccess(settings: Settings, { platform, access, organizationId }: NewAccess): Promise<void> {
  const adapter = shopAdapterOf(platform);
  try {
    await adapter.checkAccess(callShop({ settings, access, organizationId, deadline: AbortSignal.timeout(MAX_CHECK_MS) }), access);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    throw new ApiError("validation_error", problemsOf(error, adapter));
  }
}

/** What the statuses of shops mean. Shopify returns 400 for a client that it does not know. */
const WRONG_KEY: ReadonlySet<number | null> = new Set([400, 401]);
const WRONG_SCOPE = 403;
const UNKNOWN_SHOP = 404;
const OK = 200;

function problemsOf({ status, kind, message }: ShopError, { name, access }: ShopAdapter): InputViolation[] {
  const [key, secret] = [access.key.toLowerCase(), access.secret.toLowerCase()];
  const shop = { path: `api.${access.namesShop}`, code: "unknown_shop" };
  // A redirect, or a response that the API does not give: something else is at this address. The message says what.
  if (kind === "redirect" || (kind === "http_status" && (status === null || status === OK))) {
    return [{ path: "api.shop_url", code: "unknown_shop", message: `${message} The URL looks like ${access.url}.` }];
  }
  if (kind !== "http_status") {
    const advice = kind === "blocked_url" ? "" : " Check the URL, or try again in a minute.";
    return [{ path: "api.shop_url", code: "shop_unreachable", message: message + advice }];
  }
  if (WRONG_KEY.has(status)) {
    const wrong = (path: string, what: string) => ({ path, code: "wrong_key", message: what });
    return [
      wrong("api.key", `${name} does not accept this ${key} with this ${secret}. Copy both again.`),
      wrong("api.secret", `Copy the ${secret} again.`),
    ];
  }
  if (status === WRONG_SCOPE) {
    const lacks = `${name} knows this ${key}, but does not let it read what a connection needs. ${access.source}`;
    return [{ path: "api.key", code: "wrong_scope", message: lacks }];
  }
  if (status === UNKNOWN_SHOP) return [{ ...shop, message: `${name} has no shop here. Check this field.` }];
  return [{ path: "api.shop_url", code: "shop_unreachable", message: `${message} Try again in a minute.` }];
}
