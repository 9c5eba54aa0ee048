import type { Settings } from "../../platform/env";
import * as oauth from "oauth4webapi";
import { type Account, isSameAddress } from "./accounts.sql.ts";
import {
  createVerifiedAccount,
  endVerification,
  findAccountsByIdentity,
  type Identity,
  linkIdentity,
  verifyLinked,
  type VerifiedIdentity,
} from "./identities.sql.ts";
import type { ControlDb } from "../../platform/db/control-db";
import { ExpiringCache } from "../../platform/expiring-cache";
import { checkedResponse } from "../../platform/reading/response-body";

export interface Provider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** Whether the provider may use plain HTTP, for development only. */
  insecure: boolean;
}

/** An OpenID Connect authentication request. The browser keeps it, encrypted, until the person comes back from the provider. */
export interface AuthRequest {
  state: string;
  nonce: string;
  /** The secret of PKCE, whose hash the provider has. */
  verifier: string;
  /** The path of the page that opens after the sign-in. */
  to: string;
}

const servers = new ExpiringCache<string, oauth.AuthorizationServer>({ maxEntries: 10, ttlMs: 3_600_000 });

/** The provider's metadata (OpenID Connect Discovery 1.0), cached in the isolate for an hour. */
async function discoverServer(provider: Provider, now: number): Promise<oauth.AuthorizationServer> {
  const cached = servers.get(provider.issuer, now);
  if (cached !== undefined) return cached;
  const issuer = new URL(provider.issuer);
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oidc", ...requestOptions(provider) });
  const server = await oauth.processDiscoveryResponse(issuer, response);
  servers.set(provider.issuer, server, now);
  return server;
}

const TIMEOUT_MS = 10_000;

/** The maximum size of a response of the provider. The largest, the metadata and the keys, have a few KB. */
const MAX_RESPONSE_BYTES = 256 * 1024;

/** Fetches a response with a limited body. The library reads and parses bodies without a limit. */
async function fetchLimited(url: string, init: oauth.CustomFetchOptions<string, unknown>): Promise<Response> {
  const response = await fetch(url, init as RequestInit);
  return await checkedResponse(response, { maxBytes: MAX_RESPONSE_BYTES, ms: TIMEOUT_MS });
}

function requestOptions({ insecure }: Provider) {
  return {
    [oauth.allowInsecureRequests]: insecure,
    [oauth.customFetch]: fetchLimited,
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
  };
}

/** Creates an authentication request and its URL: authorization code flow with PKCE, state and nonce (RFC 9700, section 2.1). */
export async function beginOpenId(
  provider: Provider,
  { redirectUri, to }: { redirectUri: string; to: string },
  now: number,
): Promise<{ url: URL; authRequest: AuthRequest }> {
  const { authorization_endpoint } = await discoverServer(provider, now);
  if (authorization_endpoint === undefined) throw new Error("The OpenID provider names no authorization endpoint.");
  const verifier = oauth.generateRandomCodeVerifier();
  const authRequest = { state: oauth.generateRandomState(), nonce: oauth.generateRandomNonce(), verifier, to };
  const url = new URL(authorization_endpoint);
  const parameters = {
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid email profile",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state: authRequest.state,
    nonce: authRequest.nonce,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url, authRequest };
}

/** How far the time at which an ID token was issued may be from our clock. It was requested just now. */
const MAX_ISSUED_AGE_MS = 10 * 60_000;

/** Checks what the library does not: the authorized party, also if there is only one audience, and the time of issue. */
function assertIssuedForUs({ azp, iat }: oauth.IDToken, { clientId }: Provider, now: number): void {
  if (azp !== undefined && azp !== clientId) throw new Error("The ID token was issued to another client (azp).");
  if (Math.abs(now - iat * 1000) > MAX_ISSUED_AGE_MS) throw new Error("The ID token was not issued just now (iat).");
}

interface ProviderReturn {
  redirectUri: string;
  callbackUrl: URL;
  authRequest: AuthRequest;
}

/** Exchanges the code of the callback URL. Throws if the response does not match the authentication request. */
async function exchangeCode(provider: Provider, { redirectUri, callbackUrl, authRequest }: ProviderReturn, now: number): Promise<Identity> {
  const server = await discoverServer(provider, now);
  const client: oauth.Client = { client_id: provider.clientId };
  const parameters = oauth.validateAuthResponse(server, client, callbackUrl, authRequest.state);
  const authentication = oauth.ClientSecretPost(provider.clientSecret);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    redirectUri,
    authRequest.verifier,
    requestOptions(provider),
  );
  const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: authRequest.nonce,
    requireIdToken: true,
  });
  // The ID token comes from the provider over TLS, but its signature is verified nevertheless.
  await oauth.validateApplicationLevelSignature(server, response, requestOptions(provider));
  const claims = oauth.getValidatedIdTokenClaims(result);
  if (claims === undefined) throw new Error("The OpenID provider sent no ID token.");
  assertIssuedForUs(claims, provider, now);
  const { iss, sub, email, email_verified } = claims;
  return { issuer: iss, subject: sub, email: email_verified === true && typeof email === "string" ? email : null };
}

/**
 * Returns the account of a person who comes back from the provider, or null. Signing in does not make anybody a member. The first sign-in
 * links the verified account of the address, or the unverified accounts if it has no verified one. Later sign-ins ignore unverified accounts:
 * otherwise somebody who creates an account at the address could see when its owner signs in. A new account is created only for an
 * invitation (`invitedAs`) to that address.
 */
export async function finishOpenId(
  control: ControlDb,
  provider: Provider,
  { invitedAs, ...providerReturn }: ProviderReturn & { invitedAs: string | null },
): Promise<Account | null> {
  const identity = await exchangeCode(provider, providerReturn, control.now).catch((error: unknown) => {
    // The cached metadata may be the cause, for example an issuer that differs from the one in the tokens by a trailing slash.
    servers.delete(provider.issuer);
    throw error;
  });
  const { linked, verified, unverified } = await findAccountsByIdentity(control, identity);
  const { email } = identity;
  if (email === null) return linked;
  const verifiedIdentity: VerifiedIdentity = { ...identity, email };
  if (linked !== null) {
    if (!isSameAddress(linked.email, email)) {
      // The address of the account may belong to somebody else by now.
      if (linked.verified_by !== null) await endVerification(control, linked.email);
    } else if (linked.verified_by === null || verified !== null) {
      await verifyLinked(control, verifiedIdentity, { id: linked.id, other: verified?.id ?? null });
    }
    return linked;
  }
  const [account, ...others] = verified === null ? unverified : [verified];
  if (account !== undefined) {
    await linkIdentity(control, verifiedIdentity, { id: account.id, others: others.map(({ id }) => id) });
    return account;
  }
  if (invitedAs !== null && isSameAddress(email, invitedAs)) return await createVerifiedAccount(control, verifiedIdentity);
  // A verified account of the address belongs to its previous owner. It must not be used if the operator adds the new owner.
  await endVerification(control, email);
  return null;
}

/** The OpenID Connect provider in the settings, or null. */
export function providerOf({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, ENVIRONMENT }: Settings): Provider | null {
  if (OIDC_ISSUER === null || OIDC_CLIENT_ID === null || OIDC_CLIENT_SECRET === null) return null;
  const name = OIDC_NAME ?? new URL(OIDC_ISSUER).hostname;
  return { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, name, insecure: ENVIRONMENT === "development" };
}
