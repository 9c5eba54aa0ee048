import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../kit/eventually.ts";
import type { Next } from "./provider.ts";
import { type OpenIdSetup, startOpenId } from "./setup.ts";

let setup: OpenIdSetup;
let { provider, worker, operator, step, startSignIn, signIn } = {} as OpenIdSetup;
let organizationId: number;

beforeAll(async () => {
  setup = await startOpenId();
  ({ provider, worker, operator, step, startSignIn, signIn } = setup);
  ({ id: organizationId } = await operator<{ id: number }>("", { name: "Acme" }));
  for (const email of ["ann@example.com", "bea@example.com"]) await operator(`/${organizationId}/members`, { email, role: "member" });
});
afterAll(async () => await setup?.[Symbol.asyncDispose]());
beforeEach(() => void (provider.next = {}));

const isSignedIn = (cookies: Map<string, string>) => cookies.has("__Host-session");

describe("signing in with an identity provider", () => {
  it("has a button with its name, and opens the account of the verified address", async () => {
    expect(await (await fetch(`${worker.url}/console/sign-in`)).text()).toContain("Sign in with Acme ID");
    const { status, location, cookies } = await signIn({}, `/console/${organizationId}/stores`);
    expect({ status, location }).toEqual({
      status: 303,
      location: `/console/organizations?to=${encodeURIComponent(`/console/${organizationId}/stores`)}`,
    });
    expect([...cookies.keys()]).toEqual(["__Host-session", "__Host-device"]);
    expect((await step(`${worker.url}/console/${organizationId}/stores`, cookies)).status).toBe(200);
  });

  it("recognizes the person by the provider's id afterwards, whatever the address becomes", async () => {
    await signIn();
    const { cookies } = await signIn({ claims: { email: "bea@example.com" } });
    const account = await (await step(`${worker.url}/console/account`, cookies)).text();
    expect([account.includes("ann@example.com"), account.includes("bea@example.com")]).toEqual([true, false]);
  });

  it("deletes a password that was chosen before the address was verified, and ends its sessions", { tags: "long" }, async () => {
    const { id } = await operator<{ id: number }>("", { name: "Other" });
    const [email, password] = ["early@example.com", "somebody else's sentence"];
    await operator(`/${id}/members`, { email, password, role: "owner" });
    const signInWithPassword = async () => {
      const body = new URLSearchParams({ email, password });
      return await fetch(`${worker.url}/console/sign-in`, { method: "POST", redirect: "manual", headers: { origin: worker.url }, body });
    };
    const cookie = /^[^;]+/.exec((await signInWithPassword()).headers.get("set-cookie") ?? "")?.[0] ?? "";
    const statusOfOrders = async () =>
      (await fetch(`${worker.url}/console/${id}/orders`, { redirect: "manual", headers: { cookie } })).status;
    expect(await statusOfOrders()).toBe(200);
    const { cookies } = await signIn({ claims: { sub: "early", email } });
    expect({
      isSignedIn: isSignedIn(cookies),
      statusOfOrders: await statusOfOrders(),
      status: (await signInWithPassword()).status,
    }).toEqual({
      isSignedIn: true,
      statusOfOrders: 303,
      status: 401,
    });
    // With a known account, nothing ends.
    await signIn({ claims: { sub: "early", email } });
    expect((await step(`${worker.url}/console/${id}/orders`, cookies)).status).toBe(200);
  });

  it("does not open the account of the previous owner if the provider gives their address to another person", async () => {
    await signIn();
    const { status, cookies, text } = await signIn({ claims: { sub: "person-2" } });
    expect({ status, isSignedIn: isSignedIn(cookies), text }).toEqual({
      status: 401,
      isSignedIn: false,
      text: expect.stringContaining("Ask an owner or admin to invite you"),
    });
    expect(await worker.directoryRows("select count(*) as n from identities where subject = 'person-2'")).toEqual([{ n: 0 }]);
  });

  it("makes nobody a member, and ignores an address that the provider has not verified", async () => {
    const strangers: Next[] = [
      { claims: { sub: "x", email: "stranger@example.com" } },
      { claims: { sub: "x", email: "bea@example.com", email_verified: false } },
      { claims: { sub: "x", email: "bea@example.com", email_verified: "true" } },
      { claims: { sub: "x", email: "bea@example.com", email_verified: undefined } },
      { claims: { sub: "x", email: null } },
    ];
    for (const next of strangers) {
      const { status, text, cookies } = await signIn(next);
      expect({ status, isSignedIn: isSignedIn(cookies), text }).toEqual({
        status: 401,
        isSignedIn: false,
        text: expect.stringContaining("Ask an owner or admin to invite you"),
      });
    }
    expect(await worker.directoryRows("select count(*) as n from users where email like 'stranger%'")).toEqual([{ n: 0 }]);
  });

  const INVALID_TOKENS: Record<string, Next> = {
    "signed by nobody": { sign: "none" },
    "signed with another key": { sign: "another key" },
    "of another sign-in (nonce)": { nonce: "another" },
    "without a nonce": { claims: { nonce: undefined } },
    "for another client": { claims: { aud: "somebody-else" } },
    "of another issuer": { claims: { iss: "https://evil.example" } },
    "that has expired": { expiresIn: -600 },
    "about nobody": { claims: { sub: undefined } },
    "issued to another client (azp)": { claims: { azp: "somebody-else" } },
    "issued a day ago": { claims: { iat: Math.floor(Date.now() / 1000) - 86_400 } },
    "issued in the future": { claims: { iat: Math.floor(Date.now() / 1000) + 3600 } },
    "in a response that is too large": { claims: { padding: "x".repeat(300_000) } },
  };

  it.each(Object.entries(INVALID_TOKENS))("rejects a token %s", async (_name, next) => {
    const { status, text, cookies } = await signIn(next);
    expect({ status, isSignedIn: isSignedIn(cookies), text }).toEqual({
      status: 401,
      isSignedIn: false,
      text: expect.stringContaining("Signing in with Acme ID did not work."),
    });
  });

  it("reads the metadata again if it does not match the tokens, so that the next sign-in succeeds", async () => {
    // After a rejected token, the next sign-in reads the metadata, here one whose issuer ends with a slash.
    await signIn({ sign: "none" });
    expect((await signIn({ issuerEnd: "/" })).status).toBe(401);
    expect((await signIn()).status).toBe(303);
  });

  it("rejects a callback that was started elsewhere, has another state, or is repeated", async () => {
    const [mine, theirs] = [new Map<string, string>(), new Map<string, string>()];
    const back = await startSignIn(theirs);
    // A link to another person's callback would sign a person in to the wrong account.
    expect((await step(back.href, mine)).status).toBe(401);
    await startSignIn(mine);
    const { exchanges } = provider;
    expect((await step(back.href, mine)).status).toBe(401);
    expect({ isSignedIn: isSignedIn(mine), exchanges: provider.exchanges }).toEqual({ isSignedIn: false, exchanges });
    const cookies = new Map<string, string>();
    const once = await startSignIn(cookies);
    const copied = new Map(cookies);
    expect((await step(once.href, cookies)).status).toBe(303);
    expect((await step(once.href, copied)).status).toBe(401);
  });

  it("shows a plain message if the provider is unavailable, and logs the details", async () => {
    const cookies = new Map<string, string>();
    const back = await startSignIn(cookies);
    await provider[Symbol.asyncDispose]();
    // The sign-ins of the tests above are logged, too.
    const logBefore = worker.log();
    const response = await step(back.href, cookies);
    expect({ status: response.status, isSignedIn: isSignedIn(cookies), text: await response.text() }).toEqual({
      status: 401,
      isSignedIn: false,
      text: expect.stringContaining("Signing in with Acme ID did not work."),
    });
    await eventually(() =>
      expect(worker.log().slice(logBefore.length)).toMatch(/"event":"console\.openid".*"error":"\w*Error: .+","at":"at /),
    );
  });
});
