import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sha256Hex } from "../../../src/platform/crypto/digest";
import { hashPassword } from "../../../src/platform/crypto/password";
import { signInLimitKey } from "../../../src/platform/http/authenticate";
import { aShop, call, rows, type Shop } from "../../kit/client";
import { operate } from "../access/kit";
import { browse, deviceIn, type Page, PASSWORD, sessionIn, tokenIn, type Way, withPassword } from "./kit";

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const tried = async (email: string, password: string, way: Way = {}): Promise<Page> =>
  await browse("/console/sign-in", { form: { email, password }, ...way });

let sites = 0;
/** An address of a /48 that has not guessed before. */
const fromASite = () => ({ "CF-Connecting-IP": `2001:db8:${(0xd000 + (sites += 1)).toString(16)}::1` });

/** A person, and the cookie of a browser that they have signed in with. */
async function aPersonWithDevice() {
  const person = await withPassword(shop.id, "viewer");
  return { ...person, device: deviceIn(await tried(person.email, PASSWORD)) ?? "" };
}

/** A password as the accounts of an address store it: they share a salt. */
async function hashAt(email: string, password: string): Promise<string> {
  const [other] = await rows<{ password_hash: string }>(
    "select password_hash from users where email = ? and password_hash is not null",
    email,
  );
  return await hashPassword(password, other?.password_hash ?? null);
}

/** An account that nobody has verified, in an organization of its own; its id. */
async function anAccountAt(email: string, password: string | null): Promise<number> {
  const insert = "insert into users (email, password_hash, created_at, updated_at) values (?, ?, 0, 0) returning id";
  const [{ id } = { id: 0 }] = await rows<{ id: number }>(insert, email, password === null ? null : await hashAt(email, password));
  await rows("insert into memberships (organization_id, user_id, role, created_at) values (?, ?, 'owner', 0)", (await aShop()).id, id);
  return id;
}

/** As if so many had guessed, just now. */
async function guessed(key: string, failures: number): Promise<void> {
  const insert = "insert or replace into sign_in_failures (address_hash, failures, last_at) values (?, ?, ?)";
  await rows(insert, sha256Hex(key), failures, Date.now());
}

const guessedFromEverywhere = async (email: string) => await guessed(email, 5000);

/** Stands in for the platform's counter, whose minute is the clock's own: thirty of each key, then none. */
function countAttempts(): Map<string, number> {
  const counts = new Map<string, number>();
  vi.spyOn(env.AUTH_FAILURES, "limit").mockImplementation(async ({ key }) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return { success: (counts.get(key) ?? 0) <= 30 };
  });
  return counts;
}

describe("a browser that has signed in before", () => {
  it("is known by a cookie that is kept from scripts and other sites, for 400 days, and opens nothing", async () => {
    const { email } = await withPassword(shop.id, "viewer");
    const response = await tried(email, PASSWORD);
    const cookie = response.headers.getSetCookie().find((text) => text.startsWith("__Host-device=")) ?? "";
    expect(cookie.split("; ").slice(1).toSorted()).toEqual(["HttpOnly", `Max-Age=${400 * 86_400}`, "Path=/", "SameSite=Lax", "Secure"]);
    expect((await browse("/console/organizations", { cookie: deviceIn(response) })).status).toBe(303);
  });

  it("signs in while others guess at the address, from its network too; a new browser waits", async () => {
    const { email, device } = await aPersonWithDevice();
    const headers = fromASite();
    await guessed(JSON.stringify([email, signInLimitKey(new Headers(headers))]), 7);
    expect((await tried(email, PASSWORD, { headers })).status).toBe(429);
    await guessedFromEverywhere(email);
    expect((await tried(email, PASSWORD, { headers })).status).toBe(429);
    expect(sessionIn(await tried(email, PASSWORD, { headers, cookie: device }))).not.toBeNull();
  });

  it("signs in while somebody behind the same IP address uses up its attempts", async () => {
    const { email, device } = await aPersonWithDevice();
    countAttempts();
    const headers = { "CF-Connecting-IP": "203.0.113.78" };
    for (let guess = 0; guess < 31; guess += 1) await tried(`m${guess}@example.com`, "", { headers });
    expect((await tried(email, PASSWORD, { headers })).status).toBe(429);
    expect(sessionIn(await tried(email, PASSWORD, { headers, cookie: device }))).not.toBeNull();
  });

  it("waits for its own wrong passwords, wherever it sends them from, and holds up nobody else", async () => {
    const { email, device } = await aPersonWithDevice();
    expect((await tried(email, "guess", { cookie: device })).status).toBe(401);
    const counted = "update sign_in_failures set failures = 6 where failures = 1 and address_hash <> ?";
    await rows(counted, sha256Hex(email));
    const early = await tried(email, PASSWORD, { cookie: device });
    expect([early.status, early.headers.get("Retry-After")]).toEqual([429, "2"]);
    expect(sessionIn(await tried(email, PASSWORD, { headers: fromASite() }))).not.toBeNull();
    vi.setSystemTime(Date.now() + 2000);
    expect(sessionIn(await tried(email, PASSWORD, { cookie: device }))).not.toBeNull();
  });

  it("is known for the accounts that it has signed in to alone, for several of them", async () => {
    const [mine, theirs] = [await aPersonWithDevice(), await withPassword(shop.id, "viewer")];
    await guessedFromEverywhere(theirs.email);
    expect((await tried(theirs.email, PASSWORD, { cookie: mine.device })).status).toBe(429);
    vi.setSystemTime(Date.now() + 60_000);
    const both = deviceIn(await tried(theirs.email, PASSWORD, { cookie: mine.device })) ?? "";
    for (const { email } of [mine, theirs]) {
      await guessedFromEverywhere(email);
      expect(sessionIn(await tried(email, PASSWORD, { cookie: both }))).not.toBeNull();
    }
  });

  it("is not believed with a cookie that was changed, made up, or has ended", async () => {
    const { email, device } = await aPersonWithDevice();
    const changed = device.slice(0, -6) + (device.endsWith("AAAAAA") ? "BBBBBB" : "AAAAAA");
    for (const cookie of [changed, "__Host-device=e30", "__Host-device="]) {
      await guessedFromEverywhere(email);
      expect((await tried(email, PASSWORD, { cookie })).status).toBe(429);
    }
    vi.setSystemTime(Date.now() + 400 * 86_400_000);
    await guessedFromEverywhere(email);
    expect((await tried(email, PASSWORD, { cookie: device })).status).toBe(429);
  });

  it("is one, too, by which a password was chosen with a link", async () => {
    const { email, id } = await withPassword(shop.id, "viewer");
    const { path } = (await operate("POST", `${shop.id}/members/${id}/invitation`)).body;
    const cookie = deviceIn(await browse(path, { form: { password: PASSWORD, again: PASSWORD } }));
    await guessedFromEverywhere(email);
    expect(sessionIn(await tried(email, PASSWORD, { cookie }))).not.toBeNull();
  });

  it("is new again after the password was changed elsewhere: who knew the one before has any number of such cookies", async () => {
    const { email, id, device } = await aPersonWithDevice();
    const { path } = (await operate("POST", `${shop.id}/members/${id}/invitation`)).body;
    const words = "a sentence that nobody else knows";
    expect((await browse(path, { form: { password: words, again: words } })).status).toBe(303);
    await guessedFromEverywhere(email);
    expect((await tried(email, words, { cookie: device })).status).toBe(429);
    vi.setSystemTime(Date.now() + 60_000);
    const again = deviceIn(await tried(email, words, { cookie: device })) ?? "";
    await guessedFromEverywhere(email);
    expect(sessionIn(await tried(email, words, { cookie: again }))).not.toBeNull();
  });

  it("stays known where its own account's page has changed the password", async () => {
    const { email, cookie, device } = await aPersonWithDevice();
    const words = "a sentence that nobody else knows";
    const both = `${cookie}; ${device}`;
    const form_token = tokenIn(await browse("/console/account", { cookie: both }));
    const form = { form_token, current: PASSWORD, password: words, again: words };
    const changed = deviceIn(await browse("/console/account/password", { cookie: both, form })) ?? "";
    await guessedFromEverywhere(email);
    expect(sessionIn(await tried(email, words, { cookie: changed }))).not.toBeNull();
  });

  it("guesses no faster at another account of its address, which it is new to", async () => {
    const [person, other] = [await withPassword(shop.id, "viewer"), "another account's sentence"];
    // Somebody has an account of their own at this address.
    await anAccountAt(person.email, other);
    const headers = fromASite();
    const device = deviceIn(await tried(person.email, other, { headers })) ?? "";
    // Its guesses are counted for its network too, and that it signs in to its own account changes nothing about that.
    expect((await tried(person.email, "guess", { headers, cookie: device })).status).toBe(401);
    await guessed(JSON.stringify([person.email, signInLimitKey(new Headers(headers))]), 6);
    expect((await tried(person.email, other, { headers, cookie: device })).status).toBe(303);
    // The right password of the other account is not looked at. That there is something to wait for is not told.
    expect((await tried(person.email, PASSWORD, { headers, cookie: device })).status).toBe(401);
    vi.setSystemTime(Date.now() + 2000);
    expect((await tried(person.email, PASSWORD, { headers, cookie: device })).status).toBe(303);
  });
});

describe("an account that nobody has verified, signed in to from a new browser", () => {
  /** What is counted of a network and of an address. */
  const counted = async (email: string, network: string) => {
    const failures = async (key: string) =>
      (await rows<{ failures: number }>("select failures from sign_in_failures where address_hash = ?", sha256Hex(key)))[0]?.failures ?? 0;
    return { network: await failures(JSON.stringify([email, network])), address: await failures(email) };
  };

  /** Signs in to an unverified account whose password is changed each time: to a guess at the other account of its address. */
  async function guessByOwnAccount(email: string): Promise<[statuses: number[], { network: number; address: number }]> {
    const id = await anAccountAt(email, null);
    const headers = fromASite();
    const statuses: number[] = [];
    for (let guess = 0; guess < 7; guess += 1) {
      await rows("update users set password_hash = ? where id = ?", await hashAt(email, `guess ${guess}`), id);
      statuses.push((await tried(email, `guess ${guess}`, { headers })).status);
    }
    return [statuses, await counted(email, signInLimitKey(new Headers(headers)))];
  }

  it("counts as a try at the others of its address, whether there are any or not", async () => {
    const { email } = await withPassword(shop.id, "viewer");
    const expected = [[303, 303, 303, 303, 303, 303, 429], { network: 6, address: 6 }];
    expect(await guessByOwnAccount(email)).toEqual(expected);
    expect(await guessByOwnAccount(`alone-${crypto.randomUUID().slice(0, 8)}@example.com`)).toEqual(expected);
  });

  it("takes back none of its network's wrong passwords, in a browser that knows another account either", async () => {
    const { email, device } = await aPersonWithDevice();
    const headers = fromASite();
    await anAccountAt(email, "an account of my own");
    for (let guess = 0; guess < 2; guess += 1) await tried(email, "a guess", { headers });
    expect((await tried(email, "an account of my own", { headers, cookie: device })).status).toBe(303);
    expect((await counted(email, signInLimitKey(new Headers(headers)))).network).toBe(3);
  });

  it("of a verified one, the right password ends the row and takes its own try back", async () => {
    const { email } = await withPassword(shop.id, "viewer");
    const headers = fromASite();
    for (let guess = 0; guess < 2; guess += 1) await tried(email, "a guess", { headers });
    expect((await tried(email, PASSWORD, { headers })).status).toBe(303);
    expect(await counted(email, signInLimitKey(new Headers(headers)))).toEqual({ network: 0, address: 2 });
  });
});

describe("nobody is kept from signing in", () => {
  it("by guesses from one site, whichever of its addresses they come from", async () => {
    const { email } = await withPassword(shop.id, "viewer");
    // A hundred from all networks are free.
    await guessed(email, 92);
    for (let guess = 0; guess < 12; guess += 1) {
      await tried(email, "guess", { headers: { "CF-Connecting-IP": `2001:db8:beef:${guess.toString(16)}::1` } });
      vi.setSystemTime(Date.now() + 714);
    }
    expect(sessionIn(await tried(email, PASSWORD))).not.toBeNull();
  });

  it("for longer than a minute after guesses from everywhere have ended, however often they tried meanwhile", async () => {
    const { email } = await withPassword(shop.id, "viewer");
    const headers = fromASite();
    for (let nth = 0; nth < 12; nth += 1) {
      await guessedFromEverywhere(email);
      expect((await tried(email, PASSWORD, { headers })).status).toBe(429);
      vi.setSystemTime(Date.now() + 20_000);
    }
    vi.setSystemTime(Date.now() + 40_000);
    expect((await tried(email, PASSWORD, { headers })).status).toBe(303);
  });

  it("by failures with API keys from their address, and the other way round", async () => {
    const { email } = await withPassword(shop.id, "viewer");
    countAttempts();
    const headers = { "CF-Connecting-IP": "203.0.113.79" };
    for (let guess = 0; guess < 31; guess += 1) await call("/orders", { headers: { ...headers, "x-api-key": "ak_live_wrong" } });
    expect((await call("/orders", { headers: { ...headers, "x-api-key": "ak_live_wrong" } })).status).toBe(429);
    expect(sessionIn(await tried(email, PASSWORD, { headers }))).not.toBeNull();
    for (let guess = 0; guess < 31; guess += 1) await tried("nobody@example.com", "", { headers });
    expect((await tried(email, PASSWORD, { headers })).status).toBe(429);
    expect((await call("/orders", { headers: { ...headers, "x-api-key": shop.key.secret } })).status).toBe(200);
  });

  it("from choosing a password by a link, whoever follows dead ones at the same address", async () => {
    const { id } = await withPassword(shop.id, "viewer");
    const { path } = (await operate("POST", `${shop.id}/members/${id}/invitation`)).body;
    countAttempts();
    const headers = { "CF-Connecting-IP": "203.0.113.80" };
    const dead = async (kind: string) => (await browse(`/console/${kind}/${"x".repeat(40)}`, { headers })).status;
    for (let guess = 0; guess < 30; guess += 1) expect(await dead(guess % 2 === 0 ? "invitation" : "join")).toBe(404);
    expect([await dead("invitation"), await dead("join")]).toEqual([429, 429]);
    expect((await browse(path, { headers })).status).toBe(200);
  });
});
