import { createServer } from "node:http";
import { once } from "node:events";
import { type AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";

/** The next response of the provider: its errors, or its person. */
export interface Next {
  claims?: Record<string, unknown>;
  /** Replaces the nonce. */
  nonce?: string;
  sign?: "ours" | "another key" | "none";
  /** A suffix of the issuer in the metadata, unlike the one in the tokens. */
  issuerEnd?: string;
  /** Seconds from now. */
  expiresIn?: number;
}

/** An OpenID Connect provider (authorization code flow with PKCE) with responses chosen by a test. */
export interface OpenIdProvider extends AsyncDisposable {
  issuer: string;
  next: Next;
  /** The number of codes that it received. */
  exchanges: number;
}

export const CLIENT = { id: "order-operations", secret: "a-client-secret-of-the-provider" };

/** Starts a provider on a free port of 127.0.0.1. It signs in everybody. */
export async function startProvider(): Promise<OpenIdProvider> {
  const [ours, theirs] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
  const jwk = { ...(await exportJWK(ours.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const authorizations = new Map<string, { nonce: string; challenge: string }>();
  const provider: Omit<OpenIdProvider, typeof Symbol.asyncDispose> = { issuer: "", next: {}, exchanges: 0 };

  async function idToken(nonce: string): Promise<string> {
    const { claims, sign = "ours", expiresIn = 300, nonce: ownNonce = nonce } = provider.next;
    const now = Math.floor(Date.now() / 1000);
    const person = { sub: "person-1", email: "ann@example.com", email_verified: true };
    const all = { iss: provider.issuer, aud: CLIENT.id, iat: now, exp: now + expiresIn, nonce: ownNonce, ...person, ...claims };
    if (sign === "none") return new UnsecuredJWT(all).encode();
    return await new SignJWT(all)
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .sign(sign === "ours" ? ours.privateKey : theirs.privateKey);
  }

  async function exchange(body: URLSearchParams): Promise<[number, object]> {
    provider.exchanges += 1;
    const code = body.get("code") ?? "";
    const authRequest = authorizations.get(code);
    authorizations.delete(code);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body.get("code_verifier") ?? ""));
    const isValid = Buffer.from(digest).toString("base64url") === authRequest?.challenge && body.get("client_secret") === CLIENT.secret;
    if (authRequest === undefined || !isValid) return [400, { error: "invalid_grant" }];
    return [200, { access_token: "an-access-token", token_type: "Bearer", expires_in: 300, id_token: await idToken(authRequest.nonce) }];
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", provider.issuer);
    const json = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (url.pathname === "/.well-known/openid-configuration") {
        const { issuer } = provider;
        const statedIssuer = issuer + (provider.next.issuerEnd ?? "");
        json(200, {
          issuer: statedIssuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
        });
      } else if (url.pathname === "/keys") json(200, { keys: [jwk] });
      else if (url.pathname === "/authorize") {
        const code = crypto.randomUUID();
        authorizations.set(code, { nonce: url.searchParams.get("nonce") ?? "", challenge: url.searchParams.get("code_challenge") ?? "" });
        const back = new URL(url.searchParams.get("redirect_uri") ?? "");
        back.searchParams.set("code", code);
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        response.writeHead(302, { location: back.href }).end();
      } else if (url.pathname === "/token") {
        void exchange(new URLSearchParams(Buffer.concat(chunks).toString())).then(([status, body]) => json(status, body));
      } else json(404, {});
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(provider, {
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}
