import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { readSessionToken } from "../../../src/accounts/sign-in/session";
import { derivedKey } from "../../../src/platform/crypto/master-key";
import { createShop, call, rows, type Shop } from "../../kit/client";
import {
  createMemberWithPassword,
  browse,
  MASTER_SECRET,
  ORIGIN,
  PASSWORD,
  sessionIn,
  signIn,
  tokenIn,
  type Visitor,
  visitorOf,
} from "./kit";

let shop: Shop;
let owner: Visitor;
beforeAll(async () => {
  shop = await createShop();
  owner = await createMemberWithPassword(shop.id, "owner");
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const HOUR = 3_600_000;
const ordersPath = () => `/console/${shop.id}/orders`;

/** The claims of the session token in a cookie. */
function claimsOf(cookie: string): { sid: string; sub: string; exp: number; iat: number } {
  const [, payload = ""] = (cookie.split("=")[1] ?? "").split(".");
  return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { sid: string; sub: string; exp: number; iat: number };
}

async function canOpen(cookie: string): Promise<boolean> {
  const { status } = await browse(ordersPath(), { cookie });
  return status === 200;
}

describe("the session cookie", () => {
  it("is hidden from scripts, other sites and plain HTTP, and contains a token of 30 days", async () => {
    const response = await browse("/console/sign-in", { form: { email: owner.email, password: PASSWORD } });
    const [cookie = ""] = response.headers.getSetCookie();
    const attributes = cookie.split("; ").slice(1);
    expect(attributes.toSorted()).toEqual(["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=Lax", "Secure"]);
    expect(cookie.startsWith("__Host-session=ey")).toBe(true);
    const { exp, iat } = claimsOf(cookie.split(";")[0] ?? "");
    expect(exp - iat).toBe(30 * 24 * 3600);
  });

  it("is neither set nor accepted over plain HTTP in production", async () => {
    // Production rejects the insecure targets that the tests allow.
    const production = { ...env, ENVIRONMENT: "production", ALLOW_INSECURE_WEBHOOK_TARGETS: "" } as unknown as Env;
    const plain = async (path: string, init: RequestInit) =>
      await app.fetch(new Request(`http://api.example.com${path}`, { redirect: "manual", ...init }), production, createExecutionContext());
    const page = await plain(`${ordersPath()}?q=ann`, { headers: { Cookie: owner.cookie } });
    expect({ status: page.status, location: page.headers.get("Location"), text: await page.text() }).toEqual({
      status: 403,
      location: null,
      text: expect.stringContaining("Use HTTPS"),
    });
    const body = new URLSearchParams({ email: owner.email, password: PASSWORD });
    const sent = await plain("/console/sign-in", { method: "POST", body, headers: { Origin: "http://api.example.com" } });
    expect({ status: sent.status, setCookie: sent.headers.getSetCookie() }).toEqual({ status: 403, setCookie: [] });
    const secure = await app.fetch(new Request(`${ORIGIN}/console/sign-in`), production, createExecutionContext());
    expect({ status: secure.status, strictTransportSecurity: secure.headers.get("Strict-Transport-Security") }).toEqual({
      status: 200,
      strictTransportSecurity: "max-age=31536000",
    });
  });

  it("can't be fixed in advance: signing in starts a session under a new id, and ends the previous one", async () => {
    const planted = await signIn(owner.email);
    const response = await browse("/console/sign-in", { form: { email: owner.email, password: PASSWORD }, cookie: planted });
    const cookie = sessionIn(response) ?? "";
    expect(claimsOf(cookie).sid).not.toBe(claimsOf(planted).sid);
    expect({ own: await canOpen(cookie), planted: await canOpen(planted) }).toEqual({ own: true, planted: false });
    // Nor can one that somebody else has set in the browser.
    const strange = await browse("/console/sign-in", { form: { email: owner.email, password: PASSWORD }, cookie: "__Host-session=chosen" });
    expect(sessionIn(strange)).not.toContain("chosen");
  });

  it("is reported as missing if a browser did not store it", async () => {
    const response = await browse("/console/sign-in", { form: { email: owner.email, password: PASSWORD } });
    const without = await browse(response.location ?? "");
    expect(without.status).toBe(303);
    expect((await browse(without.location ?? "")).text).toContain("Your browser did not store the session cookie.");
  });
});

describe("a forged token is rejected", () => {
  const now = () => Math.floor(Date.now() / 1000);

  /** A token like that of the service, except for these changes. */
  async function forgeToken(
    changes: { key?: CryptoKey | Uint8Array; alg?: string; typ?: string; claims?: object; exp?: number | null } = {},
  ) {
    const { sid, sub } = claimsOf(owner.cookie);
    const claims = { sid, sub, iss: "order-operations", aud: "console", iat: now(), ...changes.claims };
    const exp = changes.exp === undefined ? now() + 3600 : changes.exp;
    const token = new SignJWT({ ...claims, ...(exp !== null && { exp }) });
    token.setProtectedHeader({ alg: changes.alg ?? "HS256", typ: changes.typ ?? "JWT" });
    return await token.sign(changes.key ?? (await derivedKey(MASTER_SECRET, "console-sessions", "HMAC")));
  }

  const bytes = (text: string) => new TextEncoder().encode(text.padEnd(64, "0"));

  /** The bytes of the service's key for session tokens: `derivedKey` returns one that cannot be exported. */
  async function sessionKeyBytes(): Promise<Uint8Array> {
    const encoder = new TextEncoder();
    const root = await crypto.subtle.importKey("raw", encoder.encode(MASTER_SECRET), "HKDF", false, ["deriveBits"]);
    const info = encoder.encode("order-operations/console-sessions");
    return new Uint8Array(await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info }, root, 256));
  }

  const FORGERIES: Record<string, () => Promise<string>> = {
    "without an algorithm": async () => {
      const { sid, sub } = claimsOf(owner.cookie);
      return new UnsecuredJWT({ sid, sub, iss: "order-operations", aud: "console", exp: now() + 3600 }).encode();
    },
    "of another key": async () => await forgeToken({ key: bytes("another key") }),
    "of a key for another purpose": async () => await forgeToken({ key: await derivedKey(MASTER_SECRET, "console-forms", "HMAC") }),
    "of the master secret itself": async () => await forgeToken({ key: new TextEncoder().encode(MASTER_SECRET) }),
    // HMAC fills up a short key with zeros, so these are the same as none.
    "of an empty key": async () => await forgeToken({ key: new Uint8Array(32) }),
    "of another algorithm": async () => await forgeToken({ key: await sessionKeyBytes(), alg: "HS512" }),
    "for another audience": async () => await forgeToken({ claims: { aud: "api" } }),
    "of another issuer": async () => await forgeToken({ claims: { iss: "somebody" } }),
    "of another type": async () => await forgeToken({ typ: "at+jwt" }),
    "without an end": async () => await forgeToken({ exp: null }),
    "that has expired": async () => await forgeToken({ exp: now() - 1 }),
    "of a session that never was": async () => await forgeToken({ claims: { sid: "ses_00000000000000000000000" } }),
    "whose signature was taken off": async () => `${(await forgeToken()).split(".").slice(0, 2).join(".")}.`,
    "whose claims were changed": async () => {
      const [head, , signature] = (await forgeToken()).split(".");
      const claims = btoa(JSON.stringify({ ...claimsOf(owner.cookie), sub: "1" })).replaceAll("=", "");
      return `${head}.${claims}.${signature}`;
    },
  };

  it("and an unchanged copy is accepted, so that each of the following fails because of its one change", async () => {
    expect(await canOpen(`__Host-session=${await forgeToken()}`)).toBe(true);
    expect(await canOpen(`__Host-session=${await forgeToken({ key: await sessionKeyBytes() })}`)).toBe(true);
  });

  it.each(Object.entries(FORGERIES))("%s", async (_name, forge) => {
    expect(await canOpen(`__Host-session=${await forge()}`)).toBe(false);
  });

  it("and one of the previous master secret is accepted, but not one of a third", async () => {
    const token = owner.cookie.split("=")[1] ?? "";
    const others = ["a-new-master-secret-0123456789-abcdef", MASTER_SECRET] as const;
    expect(await readSessionToken(others, token, Date.now())).toMatchObject({ sessionId: claimsOf(owner.cookie).sid });
    expect(await readSessionToken([others[0]], token, Date.now())).toBeNull();
  });
});

describe("a session ends", () => {
  it("after 30 days, by its token and by its row", async () => {
    const person = await createMemberWithPassword(shop.id, "owner");
    vi.setSystemTime(Date.now() + 30 * 24 * HOUR - 60_000);
    // It is in use: an unused one ends earlier. Its row is valid for another hour, so that only the token ends.
    await env.DB.prepare("update sessions set used_at = ?1, expires_at = ?1 + ?2 where id = ?3")
      .bind(Date.now(), HOUR, claimsOf(person.cookie).sid)
      .run();
    expect(await canOpen(person.cookie)).toBe(true);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await canOpen(person.cookie)).toBe(false);
    vi.useRealTimers();
    expect(await canOpen(person.cookie)).toBe(true);
    await env.DB.prepare("update sessions set expires_at = ? where id = ?")
      .bind(Date.now() - 1, claimsOf(person.cookie).sid)
      .run();
    expect(await canOpen(person.cookie)).toBe(false);
  });

  it("with signing out, also for a copy of the cookie", async () => {
    const person = await createMemberWithPassword(shop.id, "owner");
    const form = { form_token: tokenIn(await person.open("/orders")) };
    const out = await browse("/console/sign-out", { form, cookie: person.cookie });
    expect({ status: out.status, location: out.location }).toEqual({ status: 303, location: "/console/sign-in" });
    expect(out.headers.getSetCookie().some((text) => text.startsWith("__Host-session=;"))).toBe(true);
    expect(await canOpen(person.cookie)).toBe(false);
  });

  it("with a new password, except the session that changed it", async () => {
    const person = await createMemberWithPassword(shop.id, "owner");
    const elsewhere = await signIn(person.email);
    const account = await browse("/console/account", { cookie: person.cookie });
    const form = { form_token: tokenIn(account), current: PASSWORD, password: "another good sentence", again: "another good sentence" };
    const wrong = await browse("/console/account/password", { form: { ...form, current: "a guess" }, cookie: person.cookie });
    expect({ status: wrong.status, opens: await canOpen(elsewhere) }).toEqual({ status: 400, opens: true });
    const changed = await browse("/console/account/password", { form, cookie: person.cookie });
    expect(changed.location).toBe("/console/account?done=password_changed#password");
    expect({ here: await canOpen(person.cookie), elsewhere: await canOpen(elsewhere) }).toEqual({ here: true, elsewhere: false });
    expect((await browse("/console/sign-in", { form: { email: person.email, password: PASSWORD } })).status).toBe(401);
    expect(sessionIn(await browse("/console/sign-in", { form: { email: person.email, password: form.password } }))).not.toBeNull();
  });

  it("for one organization as soon as the membership ends, for reading and writing", async () => {
    const person = await createMemberWithPassword(shop.id, "owner");
    const form_token = tokenIn(await person.open("/orders"));
    await env.DB.prepare("delete from memberships where user_id = ?")
      .bind(Number(claimsOf(person.cookie).sub))
      .run();
    const before = await rows("select count(*) as n from stores");
    expect((await person.open("/orders")).status).toBe(404);
    expect((await person.send("/stores", { form_token, name: "After", platform: "etsy" })).status).toBe(404);
    expect(await rows("select count(*) as n from stores")).toEqual(before);
    expect((await browse("/console/organizations", { cookie: person.cookie })).text).toContain("You do not belong to any organization.");
  });

  it("partly with a lower role, from the next request on, whatever the isolate has cached", async () => {
    const person = await createMemberWithPassword(shop.id, "owner");
    const form_token = tokenIn(await person.open("/stores/new"));
    await env.DB.prepare("update memberships set role = 'viewer' where user_id = ?")
      .bind(Number(claimsOf(person.cookie).sub))
      .run();
    expect((await person.open("/stores/new")).status).toBe(403);
    expect((await person.send("/stores", { form_token, name: "Lower", platform: "etsy" })).status).toBe(403);
    expect((await person.open("/stores")).text).not.toContain("Create store");
  });
});

it("a page that was rendered from outdated cached data is rendered again", async () => {
  expect((await owner.open("/stores/new")).text).toContain('value="USD"');
  await env.DB.prepare("update organizations set currency = 'CHF' where id = ?").bind(shop.id).run();
  expect((await owner.open("/stores/new")).text).toContain('value="CHF"');
});

describe("a form is accepted only from the console's own pages", () => {
  const store = { name: "Forged", platform: "etsy" };
  const expectNoStore = async () => expect(await rows("select 1 from stores where name = 'Forged'")).toEqual([]);

  it("and rejected from another site, whatever it contains", async () => {
    const form = { ...store, form_token: tokenIn(await owner.open("/orders")) };
    for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }, { Origin: "https://api.example.com.evil.example" }]) {
      const response = await browse(`/console/${shop.id}/stores`, { form, cookie: owner.cookie, headers });
      expect({ status: response.status, text: response.text }).toEqual({
        status: 403,
        text: expect.stringContaining("This form came from another site."),
      });
    }
    const script = { Origin: "https://evil.example", "X-Form-Token": form.form_token };
    for (const path of ["stores", "import"])
      expect((await browse(`/console/${shop.id}/${path}`, { json: store, cookie: owner.cookie, headers: script })).status).toBe(403);
    const sibling = { Origin: "https://shop.example.com", "Sec-Fetch-Site": "same-site" };
    expect((await browse(`/console/${shop.id}/stores`, { form, cookie: owner.cookie, headers: sibling })).status).toBe(403);
    await expectNoStore();
  });

  it("and rejected without a token, with that of another session, or with a forged one", async () => {
    const other = await createMemberWithPassword(shop.id, "owner");
    const theirs = tokenIn(await other.open("/orders"));
    for (const form_token of ["", "a.b", theirs, `${theirs.split(".")[0]}.`, `${tokenIn(await owner.open("/orders"))}x`]) {
      const response = await owner.send("/stores", { ...store, form_token });
      expect({ status: response.status, text: response.text }).toEqual({
        status: 403,
        text: expect.stringContaining("This form does not belong to your current session"),
      });
    }
    await expectNoStore();
  });

  it("and JSON needs the token in a header, which no other site can set; any other content type is rejected", async () => {
    const bare = await browse(`/console/${shop.id}/stores`, { json: store, cookie: owner.cookie });
    expect(bare.status).toBe(403);
    const form_token = tokenIn(await owner.open("/orders"));
    const inBody = await browse(`/console/${shop.id}/stores`, { json: { ...store, form_token }, cookie: owner.cookie });
    expect(inBody.status).toBe(403);
    await owner.sendJson("/stores", { ...store, name: "By script" });
    expect(await rows("select name from stores where name = 'By script'")).toEqual([{ name: "By script" }]);
    const headers = { "Content-Type": "text/plain" };
    const plain = await browse(`/console/${shop.id}/stores`, { form: { ...store, form_token }, cookie: owner.cookie, headers });
    expect(plain.status).toBe(415);
    await expectNoStore();
  });

  it("and its token is valid for a day and only unmodified", async () => {
    const form_token = tokenIn(await owner.open("/orders"));
    expect((await owner.send("/stores", { ...store, form_token: `${form_token}.x` })).status).toBe(403);
    vi.setSystemTime(Date.now() + 24 * HOUR - 1000);
    // The session was used meanwhile.
    await env.DB.prepare("update sessions set used_at = ? where id = ?").bind(Date.now(), claimsOf(owner.cookie).sid).run();
    expect((await owner.send("/stores", { ...store, name: "Valid", form_token })).status).toBe(303);
    vi.setSystemTime(Date.now() + 1001);
    expect((await owner.send("/stores", { ...store, form_token })).status).toBe(403);
    await expectNoStore();
  });

  it("and a sign-in is not accepted as JSON, which no token protects; a form of more than 1,000 fields is not read", async () => {
    const json = { email: owner.email, password: PASSWORD };
    expect((await browse("/console/sign-in", { json, headers: { Origin: "https://evil.example" } })).status).toBe(403);
    expect((await browse("/console/sign-in", { json })).status).toBe(415);
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, nth) => [`f${nth}`, ""]));
    expect((await browse("/console/sign-in", { form: many })).status).toBe(413);
    expect((await owner.send("/stores", { ...store, ...many })).status).toBe(413);
    await expectNoStore();
  });

  it("and another site can neither sign a person in nor out", async () => {
    const headers = { Origin: "https://evil.example" };
    const inward = await browse("/console/sign-in", { form: { email: owner.email, password: PASSWORD }, headers });
    expect({ status: inward.status, session: sessionIn(inward) }).toEqual({ status: 403, session: null });
    expect((await browse("/console/sign-out", { form: {}, cookie: owner.cookie, headers })).status).toBe(403);
    expect((await browse("/console/sign-out", { form: { form_token: "a.b" }, cookie: owner.cookie })).status).toBe(403);
    expect(await canOpen(owner.cookie)).toBe(true);
  });
});

it("the line endings of a browser are stored as LF", async () => {
  const sent = await owner.send("/tickets", { subject: "Lines", body: "one\r\ntwo", priority: "low", order_id: "" });
  expect(sent.status).toBe(303);
  expect(await rows("select body from tickets where subject = 'Lines'")).toEqual([{ body: "one\ntwo" }]);
});

describe("sessions and credentials are separate", () => {
  it("so that a session opens no API, in any header", async () => {
    const token = owner.cookie.split("=")[1] ?? "";
    for (const headers of [{ Cookie: owner.cookie }, { Authorization: `Bearer ${token}` }, { "x-api-key": token }]) {
      for (const path of ["/orders", "/api/v2/orders", "/me", "/api/v2/me"]) expect((await call(path, { headers })).status).toBe(401);
      // The operator API does not show that it is there.
      expect((await call("/operator/organizations", { headers, body: { name: "x" } })).status).toBe(404);
    }
  });

  it("so that a credential opens no page", async () => {
    for (const headers of [{ "x-api-key": shop.key.secret }, { Authorization: `Bearer ${shop.token.secret}` }]) {
      expect((await browse(ordersPath(), { headers })).status).toBe(303);
      expect((await browse(ordersPath(), { cookie: `__Host-session=${shop.token.secret}`, headers })).status).toBe(303);
    }
  });

  it("and another organization's pages return 404", async () => {
    const theirs = await createShop();
    const stranger = visitorOf(theirs.id, owner.email, owner.cookie);
    expect([(await stranger.open("/orders")).status, (await browse("/console/999999/orders", { cookie: owner.cookie })).status]).toEqual([
      404, 404,
    ]);
  });
});
