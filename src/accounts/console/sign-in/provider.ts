import type { Provider } from "../../sign-in/openid";
import type { Settings } from "../../../env";

/** The OpenID Connect provider that this instance is set to; null where it has none. */
export function providerOf({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, ENVIRONMENT }: Settings): Provider | null {
  if (OIDC_ISSUER === null || OIDC_CLIENT_ID === null || OIDC_CLIENT_SECRET === null) return null;
  const name = OIDC_NAME ?? new URL(OIDC_ISSUER).hostname;
  return { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, name, insecure: ENVIRONMENT === "development" };
}
