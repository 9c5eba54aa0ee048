import { expect } from "vitest";
import { builtWorker } from "../server/built-worker.ts";
import { OPERATOR_TOKEN, type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";
import { CLIENT, type Next, type OpenIdProvider, startProvider } from "./provider.ts";

/** A Worker with a provider, and the actions of a browser and the operator. */
export interface OpenIdSetup extends AsyncDisposable {
  provider: OpenIdProvider;
  worker: RunningWorker;
  /** A request to the operator API, below `/operator/organizations`. */
  operator: <T>(path: string, body: unknown) => Promise<T>;
  /** A request with these cookies, which the cookies of the response replace. */
  step: (url: string, cookies: Map<string, string>) => Promise<Response>;
  /** Starts a sign-in, and returns the address of the provider's redirect. */
  startSignIn: (cookies: Map<string, string>, to?: string) => Promise<URL>;
  /** A whole sign-in: the response of the callback, and the cookies after it. */
  signIn: (next?: Next, to?: string) => Promise<{ status: number; text: string; location: string | null; cookies: Map<string, string> }>;
}

/** Starts a Worker and a provider called "Acme ID". */
export async function startOpenId(): Promise<OpenIdSetup> {
  const folder = temporaryFolder();
  const provider = await startProvider();
  const vars = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret, OIDC_NAME: "Acme ID" };
  const worker = await startWorker(await builtWorker(), `${folder.path}/state`, vars);

  let steps = 0;
  const step: OpenIdSetup["step"] = async (url, cookies) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    // One address is limited to thirty callbacks per minute.
    steps += 1;
    const headers = { "cf-connecting-ip": `198.51.100.${steps % 256}`, ...(cookie !== "" && { cookie }) };
    const response = await fetch(url, { redirect: "manual", headers });
    for (const text of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = text.split("; ");
      const [name = "", value = ""] = pair.split("=");
      expect(attributes).toEqual(expect.arrayContaining(["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]));
      if (attributes.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };

  const startSignIn: OpenIdSetup["startSignIn"] = async (cookies, to = "/console") => {
    const redirect = await step(`${worker.url}/console/sign-in/openid?to=${encodeURIComponent(to)}`, cookies);
    const authorizationUrl = new URL(redirect.headers.get("location") ?? "");
    expect(authorizationUrl.origin).toBe(provider.issuer);
    expect(Object.fromEntries(authorizationUrl.searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      client_id: CLIENT.id,
    });
    const back = await fetch(authorizationUrl, { redirect: "manual" });
    return new URL(back.headers.get("location") ?? "");
  };

  return {
    provider,
    worker,
    operator: async <T>(path: string, body: unknown) => {
      const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, "content-type": "application/json" };
      const response = await fetch(`${worker.url}/operator/organizations${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      return (await response.json()) as T;
    },
    step,
    startSignIn,
    signIn: async (next = {}, to) => {
      provider.next = next;
      const cookies = new Map<string, string>();
      const response = await step((await startSignIn(cookies, to)).href, cookies);
      return { status: response.status, text: await response.text(), location: response.headers.get("location"), cookies };
    },
    [Symbol.asyncDispose]: async () => {
      await worker.kill();
      await provider[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
