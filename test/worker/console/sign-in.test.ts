import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ownPath } from "../../../src/entrypoints/console/sign-in/own-path";
import { FAILURES_LIFETIME_MS, waitAfterFailures } from "../../../src/accounts/sign-in/counted-attempt";
import { findAccountsForAttempt, signInWithPassword } from "../../../src/accounts/sign-in/password-sign-in";
import { purgeSignIns } from "../../../src/accounts/sign-in/accounts.sql.ts";
import { sha256Hex } from "../../../src/platform/crypto/digest";
import { createShop, rows, type Shop } from "../../kit/client";
import { operate } from "../access/kit";
import { createMember, createMemberWithPassword, browse, controlIn, PASSWORD, sessionIn, signIn, tokenIn } from "./kit";
import { assertProperty } from "../../kit/property";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const attemptSignIn = async (email: string, password: string, headers: Record<string, string> = {}) =>
  await browse("/console/sign-in", { form: { email, password }, headers });

describe("signing in with a password", () => {
  it("ignores the letter case of the address, and redirects to the requested page", async () => {
    const { email } = await createMemberWithPassword(shop.id, "viewer");
    const to = `/console/${shop.id}/stores?page=2`;
    const response = await browse("/console/sign-in", { form: { email: ` ${email.toUpperCase()} `, password: PASSWORD, to } });
    expect({ status: response.status, location: response.location }).toEqual({
      status: 303,
      location: `/console/organizations?to=${encodeURIComponent(to)}`,
    });
    const next = await browse(response.location ?? "", { cookie: sessionIn(response) });
    expect(next.location).toBe(to);
  });

  it("shows the same message for a wrong password, an unknown address, and an account without a password", async () => {
    const { email } = await createMemberWithPassword(shop.id, "viewer");
    await env.DB.prepare("insert into users (email, created_at, updated_at) values ('bare@example.com', 0, 0)").run();
    const responses = [
      await attemptSignIn(email, "wrong"),
      await attemptSignIn("nobody@example.com", "wrong"),
      await attemptSignIn("bare@example.com", ""),
    ];
    const outcomes = responses.map(({ status, text }) => [status, text.includes("Incorrect email or password.")]);
    expect(outcomes).toEqual([
      [401, true],
      [401, true],
      [401, true],
    ]);
    // Except for what was typed, the pages are the same.
    expect(new Set(responses.map(({ text }) => text.replaceAll(/value="[^"]*"/g, ""))).size).toBe(1);
    expect(responses.map(sessionIn)).toEqual([null, null, null]);
  });

  /** The number of networks without failed attempts that were used. */
  let networks = 0;
  const headersOfNewNetwork = () => ({ "CF-Connecting-IP": `2001:db8:${(0xf000 + (networks += 1)).toString(16)}::1` });

  it("is delayed for one address after more than five wrong passwords in a row, with increasing delays, also for the right one, which resets the count", async () => {
    const { email } = await createMemberWithPassword(shop.id, "viewer");
    const network = headersOfNewNetwork();
    for (let guess = 0; guess < 6; guess += 1) expect((await attemptSignIn(email, `guess ${guess}`, network)).status).toBe(401);
    const early = await attemptSignIn(email, PASSWORD, network);
    expect({ status: early.status, retryAfter: early.headers.get("Retry-After") }).toEqual({ status: 429, retryAfter: "2" });
    expect((await attemptSignIn("somebody-else@example.com", "guess", network)).status).toBe(401);
    vi.setSystemTime(Date.now() + 2000);
    expect(sessionIn(await attemptSignIn(email, PASSWORD, network))).not.toBeNull();
    for (let guess = 0; guess < 2; guess += 1) expect((await attemptSignIn(email, "guess", network)).status).toBe(401);
    const waits = [5, 6, 7, 15, 16, 1000].map((failures) => waitAfterFailures({ failures, last_at: 0 }));
    expect(waits).toEqual([0, 2000, 4000, 900_000, 900_000, 900_000]);
  });

  it("is delayed for an address without an account too, and starts again after a day", { tags: "long" }, async () => {
    const network = headersOfNewNetwork();
    for (let guess = 0; guess < 6; guess += 1) await attemptSignIn("ghost@example.com", "guess", network);
    expect((await attemptSignIn("GHOST@example.com", "guess", network)).status).toBe(429);
    vi.setSystemTime(Date.now() + FAILURES_LIFETIME_MS + 1);
    for (let guess = 0; guess < 6; guess += 1) expect((await attemptSignIn("ghost@example.com", "guess", network)).status).toBe(401);
  });

  it("counts concurrent attempts in several isolates like consecutive ones", { tags: "long" }, async () => {
    const { email } = await createMemberWithPassword(shop.id, "viewer");
    // Without the queue of an isolate, as if each attempt came to another one.
    const guess = async (password: string) => {
      const attempt = { email, password, network: "203.0.113.99", device: null };
      return await signInWithPassword(controlIn(env), attempt, await findAccountsForAttempt(controlIn(env), attempt));
    };
    const results = await Promise.allSettled(Array.from({ length: 12 }, async (_, n) => await guess(`guess ${n}`)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
    for (const result of results) if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "rate_limited" });
  });

  it(
    "is not delayed by guesses from another network, and after guesses from everywhere by at most a minute",
    { tags: "long" },
    async () => {
      const { email } = await createMemberWithPassword(shop.id, "viewer");
      const network = headersOfNewNetwork();
      for (let guess = 0; guess < 7; guess += 1) await attemptSignIn(email, "guess", network);
      expect((await attemptSignIn(email, PASSWORD, network)).status).toBe(429);
      expect(sessionIn(await attemptSignIn(email, PASSWORD, headersOfNewNetwork()))).not.toBeNull();
      await env.DB.prepare("insert or replace into sign_in_failures (address_hash, failures, last_at) values (?, 5000, ?)")
        .bind(sha256Hex(email), Date.now())
        .run();
      const early = await attemptSignIn(email, PASSWORD, headersOfNewNetwork());
      expect({ status: early.status, retryAfter: early.headers.get("Retry-After") }).toEqual({ status: 429, retryAfter: "60" });
      vi.setSystemTime(Date.now() + 60_000);
      expect(sessionIn(await attemptSignIn(email, PASSWORD, headersOfNewNetwork()))).not.toBeNull();
    },
  );

  it("has the same limits for guesses of the current password in a stolen session", { tags: "long" }, async () => {
    const person = await createMemberWithPassword(shop.id, "viewer");
    const network = headersOfNewNetwork();
    const form_token = tokenIn(await browse("/console/account", { cookie: person.cookie }));
    const newPassword = "one more good sentence";
    const change = async (current: string) => {
      const form = { form_token, current, password: newPassword, again: newPassword };
      return (await browse("/console/account/password", { form, cookie: person.cookie, headers: network })).status;
    };
    for (let guess = 0; guess < 6; guess += 1) expect(await change(`guess ${guess}`)).toBe(400);
    expect(await change(PASSWORD)).toBe(429);
    vi.setSystemTime(Date.now() + 2000);
    expect(await change(PASSWORD)).toBe(303);
  });

  it("allows choosing a first password only right after signing in", async () => {
    const person = await createMember(shop.id, "viewer");
    const newPassword = "a first good sentence";
    const change = async () => {
      const form_token = tokenIn(await browse("/console/account", { cookie: person.cookie }));
      const form = { form_token, current: "", password: newPassword, again: newPassword };
      return (await browse("/console/account/password", { form, cookie: person.cookie })).status;
    };
    vi.setSystemTime(Date.now() + 10 * 60_000);
    expect(await change()).toBe(400);
    vi.setSystemTime(Date.now() - 60_000);
    expect(await change()).toBe(303);
  });

  it("rejects the attempts of a network that the platform's limit does not admit, whatever the addresses", async () => {
    // Replaces the platform's counter, whose minute depends on the real clock: thirty attempts for each key, then none.
    const counts = new Map<string, number>();
    vi.spyOn(env.AUTH_FAILURES, "limit").mockImplementation(async ({ key }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { success: (counts.get(key) ?? 0) <= 30 };
    });
    const headers = { "CF-Connecting-IP": "203.0.113.77" };
    const statuses: number[] = [];
    for (let guess = 0; guess < 34; guess += 1) statuses.push((await attemptSignIn(`n${guess}@example.com`, "", headers)).status);
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
    expect(statuses.slice(30)).toEqual([429, 429, 429, 429]);
  });
});

describe("after signing in", () => {
  it("the only organization opens directly, and several are offered as a choice", { tags: "long" }, async () => {
    const { email } = await createMemberWithPassword(shop.id, "member");
    const cookie = await signIn(email);
    expect((await browse("/console/organizations?to=%2Fconsole", { cookie })).location).toBe(`/console/${shop.id}/home`);
    const second = await createShop({ name: "Second <shop>" });
    const { user_id } = (await rows<{ user_id: number }>("select id as user_id from users where email = ?", email))[0] ?? { user_id: 0 };
    await env.DB.prepare("insert into memberships (organization_id, user_id, role, created_at) values (?, ?, 'viewer', 0)")
      .bind(second.id, user_id)
      .run();
    const choice = await browse("/console/organizations?to=%2Fconsole", { cookie });
    expect(choice.status).toBe(200);
    for (const id of [shop.id, second.id]) expect(choice.text).toContain(`href="/console/${id}/home"`);
    expect(choice.text).toContain("Second &lt;shop&gt;");
    expect((await browse(`/console/${second.id}/stores`, { cookie })).status).toBe(200);
    // What is allowed in one organization may be forbidden in the other.
    expect((await browse(`/console/${second.id}/stores/new`, { cookie })).status).toBe(403);
    expect((await browse(`/console/${shop.id}/stores/new`, { cookie })).status).toBe(200);
  });

  it("there is no redirect to another site, whatever the address says", async () => {
    const texts = [
      "//evil.example",
      "/\\evil.example",
      "https://evil.example/console/1",
      "/console/../x",
      "javascript:alert(1)",
      "/consolex",
    ];
    for (const text of texts) expect(ownPath(text)).toBe("/console");
    const parts = fc.constantFrom("/", "\\", "console", "..", "@", ":", "evil.example", "%2f", "\t", "\n", "?", "#", "https:");
    await assertProperty(
      fc.property(fc.array(parts, { maxLength: 8 }), (some) => {
        const path = ownPath(some.join(""));
        const target = new URL(path, "https://api.example.com");
        expect({ origin: target.origin, isConsole: /^\/console(\/|$)/.test(target.pathname) }).toEqual({
          origin: "https://api.example.com",
          isConsole: true,
        });
      }),
      { cases: 100 },
    );
  });
});

describe("a link to choose a password", () => {
  /** The path of a new link for a member of the shop. */
  const createLinkFor = async (id: number): Promise<string> => (await operate("POST", `${shop.id}/members/${id}/invitation`)).body.path;

  async function createLink() {
    const { email } = await createMemberWithPassword(shop.id, "member");
    const [{ id } = { id: 0 }] = await rows<{ id: number }>("select id from users where email = ?", email);
    return { email, path: await createLinkFor(id), id };
  }

  it("works once, sets the password and ends every session", async () => {
    const { email, path } = await createLink();
    const cookies = [await signIn(email), await signIn(email)];
    expect((await browse(path)).text).toContain(email);
    const newPassword = "yet another sentence";
    expect((await browse(path, { form: { password: "short", again: "short" } })).status).toBe(400);
    expect((await browse(path, { form: { password: newPassword, again: `${newPassword}.` } })).status).toBe(400);
    expect((await browse(path, { form: { password: newPassword, again: newPassword } })).location).toBe(
      `/console/sign-in?email=${encodeURIComponent(email)}`,
    );
    for (const cookie of cookies) expect((await browse(`/console/${shop.id}/orders`, { cookie })).status).toBe(303);
    expect((await browse(path, { form: { password: "a thief's password", again: "a thief's password" } })).status).toBe(404);
    expect(sessionIn(await attemptSignIn(email, newPassword))).not.toBeNull();
  });

  it("expires, and is replaced by a newer one", async () => {
    const { path, id } = await createLink();
    const newer = await createLinkFor(id);
    expect((await browse(path)).status).toBe(404);
    const end = Date.now() + 7 * 24 * 3_600_000;
    vi.setSystemTime(end - 1);
    expect((await browse(newer)).status).toBe(200);
    vi.setSystemTime(end);
    expect((await browse(newer)).status).toBe(404);
    expect((await browse("/console/invitation/unknown")).status).toBe(404);
  });
});

it("sessions and links that ended long ago and old counts of failures are deleted, and accounts are kept", async () => {
  const { email, id } = await createMemberWithPassword(shop.id, "viewer");
  await attemptSignIn("purged@example.com", "guess");
  expect((await operate("POST", `${shop.id}/members/${id}/invitation`)).status).toBe(201);
  const stored = await rows<{ n: number }>(
    "select count(*) as n from sessions union all select count(*) from sign_in_failures union all select count(*) from invitations",
  );
  expect(stored.map(({ n }) => n > 0)).toEqual([true, true, true]);
  // A session has 30 days, and is kept for 30 more. Links end earlier.
  const later = Date.now() + 61 * 24 * 3_600_000;
  await purgeSignIns(controlIn(env), { expiredBefore: later - 30 * 24 * 3_600_000, failedBefore: later - FAILURES_LIFETIME_MS });
  const left = "select (select count(*) from sessions) + (select count(*) from sign_in_failures) + (select count(*) from invitations) as n";
  expect(await rows(left)).toEqual([{ n: 0 }]);
  expect(await rows("select email from users where email = ?", email)).toEqual([{ email }]);
});
