import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sha256Hex } from "../../../src/platform/crypto/digest";
import { hashPassword } from "../../../src/platform/crypto/password";
import { signInLimitKey } from "../../../src/platform/http/authenticate";
import { createShop, call, rows, type Shop } from "../../kit/client";
import { operate } from "../access/kit";
import { browse, deviceIn, type Page, PASSWORD, sessionIn, tokenIn, type BrowseOptions, createMemberWithPassword } from "./kit";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Each attempt comes from another network, unless `headers` names one. */
const attemptSignIn = async (email: string, password: string, options: BrowseOptions = {}): Promise<Page> =>
  await browse("/console/sign-in", { form: { email, password }, ...options });

let sites = 0;
/** An address in a /48 network that has not failed to sign in before. */
const headersOfNewSite = () => ({ "CF-Connecting-IP": `2001:db8:${(0xd000 + (sites += 1)).toString(16)}::1` });

/** A person, and the cookie of a browser that they have signed in with. */
async function createPersonWithDevice() {
  const person = await createMemberWithPassword(shop.id, "viewer");
  return { ...person, device: deviceIn(await attemptSignIn(person.email, PASSWORD)) ?? "" };
}

/** A password hash as the accounts of an address store it: they share a salt. */
async function hashAt(email: string, password: string): Promise<string> {
  const [other] = await rows<{ password_hash: string }>(
    "select password_hash from users where email = ? and password_hash is not null",
    email,
  );
  return await hashPassword(password, other?.password_hash ?? null);
}

/** An unverified account in an organization of its own. Returns its id. */
async function createUnverifiedAccount(email: string, password: string | null): Promise<number> {
  const insert = "insert into users (email, password_hash, created_at, updated_at) values (?, ?, 0, 0) returning id";
  const [{ id } = { id: 0 }] = await rows<{ id: number }>(insert, email, password === null ? null : await hashAt(email, password));
  await rows("insert into memberships (organization_id, user_id, role, created_at) values (?, ?, 'owner', 0)", (await createShop()).id, id);
  return id;
}

/** Stores this many failed attempts, the last one just now. */
async function setFailures(key: string, failures: number): Promise<void> {
  const insert = "insert or replace into sign_in_failures (address_hash, failures, last_at) values (?, ?, ?)";
  await rows(insert, sha256Hex(key), failures, Date.now());
}

/** Stores so many failures of an address, from all networks together, that a new browser has to wait. */
const setManyFailures = async (email: string) => await setFailures(email, 5000);

/** Replaces the platform's counter, whose minute depends on the real clock: thirty attempts for each key, then none. */
function countAttempts(): Map<string, number> {
  const counts = new Map<string, number>();
  vi.spyOn(env.AUTH_FAILURES, "limit").mockImplementation(async ({ key }) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return { success: (counts.get(key) ?? 0) <= 30 };
  });
  return counts;
}

describe("a browser that has signed in before", () => {
  it("is recognized by a cookie that is hidden from scripts and other sites, valid for 400 days, and no session", async () => {
    const { email } = await createMemberWithPassword(shop.id, "viewer");
    const response = await attemptSignIn(email, PASSWORD);
    const cookie = response.headers.getSetCookie().find((text) => text.startsWith("__Host-device=")) ?? "";
    expect(cookie.split("; ").slice(1).toSorted()).toEqual(["HttpOnly", `Max-Age=${400 * 86_400}`, "Path=/", "SameSite=Lax", "Secure"]);
    const { status, location } = await browse("/console/organizations", { cookie: deviceIn(response) });
    expect({ status, location }).toEqual({ status: 303, location: expect.stringContaining("/console/sign-in") });
  });

  it("can sign in during guesses at the address, also from its network, while a new browser has to wait", async () => {
    const { email, device } = await createPersonWithDevice();
    const headers = headersOfNewSite();
    await setFailures(JSON.stringify([email, signInLimitKey(new Headers(headers))]), 7);
    expect((await attemptSignIn(email, PASSWORD, { headers })).status).toBe(429);
    await setManyFailures(email);
    expect((await attemptSignIn(email, PASSWORD, { headers: headersOfNewSite() })).status).toBe(429);
    expect(sessionIn(await attemptSignIn(email, PASSWORD, { headers, cookie: device }))).not.toBeNull();
  });

  it("can sign in while another client behind the same IP address uses up its attempts", async () => {
    const { email, device } = await createPersonWithDevice();
    countAttempts();
    const headers = { "CF-Connecting-IP": "203.0.113.78" };
    for (let guess = 0; guess < 31; guess += 1) await attemptSignIn(`m${guess}@example.com`, "", { headers });
    expect((await attemptSignIn(email, PASSWORD, { headers })).status).toBe(429);
    expect(sessionIn(await attemptSignIn(email, PASSWORD, { headers, cookie: device }))).not.toBeNull();
  });

  it("has to wait after its own wrong passwords, from any network, and delays no other browser", async () => {
    const { email, device } = await createPersonWithDevice();
    expect((await attemptSignIn(email, "guess", { cookie: device })).status).toBe(401);
    // As after six wrong passwords, the first number that causes a wait.
    // Besides the count of the email address, this attempt has counted for the browser, and for its network, which has no later attempt.
    const count = "update sign_in_failures set failures = 6 where failures = 1 and address_hash <> ?";
    await rows(count, sha256Hex(email));
    const early = await attemptSignIn(email, PASSWORD, { cookie: device });
    expect({ status: early.status, retryAfter: early.headers.get("Retry-After") }).toEqual({ status: 429, retryAfter: "2" });
    expect(sessionIn(await attemptSignIn(email, PASSWORD, { headers: headersOfNewSite() }))).not.toBeNull();
    vi.setSystemTime(Date.now() + 2000);
    expect(sessionIn(await attemptSignIn(email, PASSWORD, { cookie: device }))).not.toBeNull();
  });

  it("is recognized only for the accounts that it has signed in to, of which there can be several", { tags: "long" }, async () => {
    const [mine, theirs] = [await createPersonWithDevice(), await createMemberWithPassword(shop.id, "viewer")];
    await setManyFailures(theirs.email);
    expect((await attemptSignIn(theirs.email, PASSWORD, { cookie: mine.device })).status).toBe(429);
    vi.setSystemTime(Date.now() + 60_000);
    const both = deviceIn(await attemptSignIn(theirs.email, PASSWORD, { cookie: mine.device })) ?? "";
    for (const { email } of [mine, theirs]) {
      await setManyFailures(email);
      expect(sessionIn(await attemptSignIn(email, PASSWORD, { cookie: both }))).not.toBeNull();
    }
  });

  it("is not recognized by a cookie that is modified, forged or expired", { tags: "long" }, async () => {
    const { email, device } = await createPersonWithDevice();
    const changed = device.slice(0, -6) + (device.endsWith("AAAAAA") ? "BBBBBB" : "AAAAAA");
    for (const cookie of [changed, "__Host-device=e30", "__Host-device="]) {
      await setManyFailures(email);
      expect((await attemptSignIn(email, PASSWORD, { cookie })).status).toBe(429);
    }
    vi.setSystemTime(Date.now() + 400 * 86_400_000);
    await setManyFailures(email);
    expect((await attemptSignIn(email, PASSWORD, { cookie: device })).status).toBe(429);
  });

  it("includes a browser in which a password was chosen with a link", async () => {
    const { email, id } = await createMemberWithPassword(shop.id, "viewer");
    const { path } = (await operate("POST", `${shop.id}/members/${id}/invitation`)).body;
    const cookie = deviceIn(await browse(path, { form: { password: PASSWORD, again: PASSWORD } }));
    await setManyFailures(email);
    expect(sessionIn(await attemptSignIn(email, PASSWORD, { cookie }))).not.toBeNull();
  });

  it("counts as new after the password was changed elsewhere, because whoever knew the old one may have such cookies", async () => {
    const { email, id, device } = await createPersonWithDevice();
    const { path } = (await operate("POST", `${shop.id}/members/${id}/invitation`)).body;
    const newPassword = "a sentence that nobody else knows";
    expect((await browse(path, { form: { password: newPassword, again: newPassword } })).status).toBe(303);
    await setManyFailures(email);
    expect((await attemptSignIn(email, newPassword, { cookie: device })).status).toBe(429);
    vi.setSystemTime(Date.now() + 60_000);
    const again = deviceIn(await attemptSignIn(email, newPassword, { cookie: device })) ?? "";
    await setManyFailures(email);
    expect(sessionIn(await attemptSignIn(email, newPassword, { cookie: again }))).not.toBeNull();
  });

  it("stays recognized after it changed the password on its own account page", { tags: "long" }, async () => {
    const { email, cookie, device } = await createPersonWithDevice();
    const newPassword = "a sentence that nobody else knows";
    const both = `${cookie}; ${device}`;
    const form_token = tokenIn(await browse("/console/account", { cookie: both }));
    const form = { form_token, current: PASSWORD, password: newPassword, again: newPassword };
    const changed = deviceIn(await browse("/console/account/password", { cookie: both, form })) ?? "";
    await setManyFailures(email);
    expect(sessionIn(await attemptSignIn(email, newPassword, { cookie: changed }))).not.toBeNull();
  });

  it("has the limits of a new browser for another account of its address", { tags: "long" }, async () => {
    const [person, other] = [await createMemberWithPassword(shop.id, "viewer"), "another account's sentence"];
    // An attacker has an own account at this address.
    await createUnverifiedAccount(person.email, other);
    const headers = headersOfNewSite();
    const device = deviceIn(await attemptSignIn(person.email, other, { headers })) ?? "";
    // Its guesses count for its network too, and a sign-in to its own account does not reset that count.
    expect((await attemptSignIn(person.email, "guess", { headers, cookie: device })).status).toBe(401);
    await setFailures(JSON.stringify([person.email, signInLimitKey(new Headers(headers))]), 6);
    expect((await attemptSignIn(person.email, other, { headers, cookie: device })).status).toBe(303);
    // The right password of the other account is not checked, and the response does not reveal the delay.
    expect((await attemptSignIn(person.email, PASSWORD, { headers, cookie: device })).status).toBe(401);
    vi.setSystemTime(Date.now() + 2000);
    expect((await attemptSignIn(person.email, PASSWORD, { headers, cookie: device })).status).toBe(303);
  });
});

describe("a sign-in from a browser that is new to the account", () => {
  /** The counts of failures of a network and of an address. */
  const readFailures = async (email: string, network: string) => {
    const failures = async (key: string) =>
      (await rows<{ failures: number }>("select failures from sign_in_failures where address_hash = ?", sha256Hex(key)))[0]?.failures ?? 0;
    return { network: await failures(JSON.stringify([email, network])), address: await failures(email) };
  };

  /** Signs in to an unverified account whose password is changed each time to a guess at the other account of its address. */
  async function guessByOwnAccount(email: string): Promise<[statuses: number[], { network: number; address: number }]> {
    const id = await createUnverifiedAccount(email, null);
    const headers = headersOfNewSite();
    const statuses: number[] = [];
    for (let guess = 0; guess < 7; guess += 1) {
      await rows("update users set password_hash = ? where id = ?", await hashAt(email, `guess ${guess}`), id);
      statuses.push((await attemptSignIn(email, `guess ${guess}`, { headers })).status);
    }
    return [statuses, await readFailures(email, signInLimitKey(new Headers(headers)))];
  }

  it(
    "counts as an attempt at the other accounts of its address if the account is unverified, whether they exist or not",
    { tags: "long" },
    async () => {
      const { email } = await createMemberWithPassword(shop.id, "viewer");
      const expected = [[303, 303, 303, 303, 303, 303, 429], { network: 6, address: 6 }];
      expect(await guessByOwnAccount(email)).toEqual(expected);
      expect(await guessByOwnAccount(`alone-${crypto.randomUUID().slice(0, 8)}@example.com`)).toEqual(expected);
    },
  );

  it("does not reset the failures of its network if the account is unverified, also in a browser that is recognized for another account", async () => {
    const { email, device } = await createPersonWithDevice();
    const headers = headersOfNewSite();
    await createUnverifiedAccount(email, "an account of my own");
    for (let guess = 0; guess < 2; guess += 1) await attemptSignIn(email, "a guess", { headers });
    expect((await attemptSignIn(email, "an account of my own", { headers, cookie: device })).status).toBe(303);
    // The two guesses and the sign-in, which counts as an attempt at the other account.
    expect((await readFailures(email, signInLimitKey(new Headers(headers)))).network).toBe(3);
  });

  it("resets the failures of its network if the account is verified, and does not count for the address", async () => {
    const { email } = await createMemberWithPassword(shop.id, "viewer");
    const headers = headersOfNewSite();
    for (let guess = 0; guess < 2; guess += 1) await attemptSignIn(email, "a guess", { headers });
    expect((await attemptSignIn(email, PASSWORD, { headers })).status).toBe(303);
    expect(await readFailures(email, signInLimitKey(new Headers(headers)))).toEqual({ network: 0, address: 2 });
  });
});

describe("the owner of an account can sign in", () => {
  it("despite guesses from any addresses of one site", async () => {
    const { email } = await createMemberWithPassword(shop.id, "viewer");
    // The first hundred failures from all networks together cause no delay. Twelve guesses would exceed them.
    await setFailures(email, 92);
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const headers = { "CF-Connecting-IP": `2001:db8:beef:${guess.toString(16)}::1` };
      statuses.push((await attemptSignIn(email, "guess", { headers })).status);
      vi.setSystemTime(Date.now() + 700);
    }
    // The network waits 2 s after its sixth failure and 4 s after its seventh. Guesses before that are not counted.
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429, 401, 429, 429, 429]);
    expect(sessionIn(await attemptSignIn(email, PASSWORD))).not.toBeNull();
  });

  it("within a minute after guesses from everywhere have ended, however many there were", async () => {
    const { email } = await createMemberWithPassword(shop.id, "viewer");
    const headers = headersOfNewSite();
    for (let nth = 0; nth < 12; nth += 1) {
      await setManyFailures(email);
      expect((await attemptSignIn(email, PASSWORD, { headers })).status).toBe(429);
      vi.setSystemTime(Date.now() + 20_000);
    }
    vi.setSystemTime(Date.now() + 40_000);
    expect((await attemptSignIn(email, PASSWORD, { headers })).status).toBe(303);
  });

  it("despite failures with API keys from their address, and API keys work despite failed sign-ins", { tags: "long" }, async () => {
    const { email } = await createMemberWithPassword(shop.id, "viewer");
    countAttempts();
    const headers = { "CF-Connecting-IP": "203.0.113.79" };
    for (let guess = 0; guess < 31; guess += 1) await call("/orders", { headers: { ...headers, "x-api-key": "ak_live_wrong" } });
    expect((await call("/orders", { headers: { ...headers, "x-api-key": "ak_live_wrong" } })).status).toBe(429);
    expect(sessionIn(await attemptSignIn(email, PASSWORD, { headers }))).not.toBeNull();
    for (let guess = 0; guess < 31; guess += 1) await attemptSignIn("nobody@example.com", "", { headers });
    expect((await attemptSignIn(email, PASSWORD, { headers })).status).toBe(429);
    expect((await call("/orders", { headers: { ...headers, "x-api-key": shop.key.secret } })).status).toBe(200);
  });

  it("and choose a password by a link, despite requests with unknown links from the same address", async () => {
    const { id } = await createMemberWithPassword(shop.id, "viewer");
    const { path } = (await operate("POST", `${shop.id}/members/${id}/invitation`)).body;
    countAttempts();
    const headers = { "CF-Connecting-IP": "203.0.113.80" };
    const openUnknownLink = async (kind: string) => (await browse(`/console/${kind}/${"x".repeat(40)}`, { headers })).status;
    for (let guess = 0; guess < 30; guess += 1) expect(await openUnknownLink(guess % 2 === 0 ? "invitation" : "join")).toBe(404);
    expect([await openUnknownLink("invitation"), await openUnknownLink("join")]).toEqual([429, 429]);
    expect((await browse(path, { headers })).status).toBe(200);
  });
});
