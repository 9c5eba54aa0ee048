import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { consoleRoutes } from "../../../src/entrypoints/console/routes";
import { appCode, wrongCode } from "../../kit/authenticator";
import { call, createShop, rows, type Shop } from "../../kit/client";
import { browse, sessionIn, signIn, createMemberWithPassword } from "./kit";
import {
  beginSetup,
  enterCode,
  enterPassword,
  hiddenIn,
  createSecuredPerson,
  signInWithCode,
  stopClock,
  advanceClock,
} from "./second-factor-kit";

/** Attacks on the second step of a sign-in (docs/spec/console.md#second-factor). Guesses of codes: code-guesses.test.ts. */

const STEP_MS = 30_000;

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(() => {
  stopClock();
  // The platform's own limit of attempts depends on the real clock.
  vi.spyOn(env.AUTH_FAILURES, "limit").mockResolvedValue({ success: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const canOpen = async (cookie: string | null) => (await browse(`/console/${shop.id}/orders`, { cookie })).status === 200;

const ENDED = "This sign-in has ended.";

describe("a code", () => {
  it("is accepted once, also if it is sent several times at the same moment", async () => {
    const { email, key } = await createSecuredPerson(shop);
    const codePages = [await enterPassword(email), await enterPassword(email), await enterPassword(email), await enterPassword(email)];
    const code = await appCode(key, Date.now());
    const sent = await Promise.all(codePages.map(async (page) => await enterCode(page, code)));
    expect(sent.filter((page) => sessionIn(page) !== null)).toHaveLength(1);
    advanceClock(1000);
    expect(await signInWithCode(email, code)).toBeNull();
  });

  it("is not accepted after a later one, although its time is not over", async () => {
    const { email, key } = await createSecuredPerson(shop);
    expect(await signInWithCode(email, await appCode(key, Date.now() + STEP_MS))).not.toBeNull();
    for (const drift of [-1, 0, 1]) expect(await signInWithCode(email, await appCode(key, Date.now() + drift * STEP_MS))).toBeNull();
    advanceClock(STEP_MS);
    expect(await signInWithCode(email, await appCode(key, Date.now() + STEP_MS))).not.toBeNull();
  });

  it("of another member is wrong, and still works for that member", async () => {
    const [one, other] = [await createSecuredPerson(shop), await createSecuredPerson(shop)];
    const code = await appCode(other.key, Date.now());
    expect(await signInWithCode(one.email, code)).toBeNull();
    expect(await signInWithCode(one.email, other.codes[0] ?? "")).toBeNull();
    expect(await signInWithCode(other.email, code)).not.toBeNull();
    expect(await signInWithCode(other.email, other.codes[0] ?? "")).not.toBeNull();
  });

  it("is rejected as wrong if it is empty, too short, too long, or not of digits", async () => {
    const { email, key } = await createSecuredPerson(shop);
    const codePage = await enterPassword(email);
    const code = await appCode(key, Date.now());
    for (const text of ["", code.slice(1), `${code}0`, `-${code}`, "１２３", "x".repeat(5000)])
      expect({ text, page: await enterCode(codePage, text) }).toMatchObject({
        text,
        page: { status: 401, text: expect.stringContaining("This code is wrong") },
      });
  });
});

describe("a sign-in between its two steps", () => {
  /** The value that a browser has after the password. */
  const readPending = async (email: string) => hiddenIn(await enterPassword(email), "pending");

  it("opens no page, sends no form and no request to an API, in any cookie or header", async () => {
    const { email } = await createSecuredPerson(shop);
    const pending = await readPending(email);
    expect(pending.length).toBeGreaterThan(50);
    const cookies = [`__Host-session=${pending}`, `__Host-device=${pending}`, `__Host-auth-request=${pending}`, `pending=${pending}`];
    const pages = consoleRoutes
      .filter(({ method }) => method === "get")
      .map(({ path }) => `/console/${shop.id}${path.replaceAll(/:\w+/g, "1")}`);
    for (const path of ["/console/account", "/console/organizations", ...pages]) {
      const { status, location } = await browse(path, { cookie: cookies.join("; ") });
      expect({ path, status, asksToSignIn: location?.startsWith("/console/sign-in?to=") }).toEqual({
        path,
        status: 303,
        asksToSignIn: true,
      });
    }
    for (const path of ["/name", "/password", "/second-factor", "/second-factor/off", "/second-factor/setup", "/sessions/end"]) {
      const form = { form_token: pending, name: "Thief", setup: pending };
      expect({ path, status: (await browse(`/console/account${path}`, { cookie: cookies.join("; "), form })).status }).toEqual({
        path,
        status: 401,
      });
    }
    for (const headers of [{ Cookie: cookies.join("; ") }, { Authorization: `Bearer ${pending}` }, { "x-api-key": pending }])
      for (const path of ["/orders", "/api/v2/orders"]) expect((await call(path, { headers })).status).toBe(401);
  });

  it("ends after ten minutes", async () => {
    const { email, key } = await createSecuredPerson(shop);
    const codePage = await enterPassword(email);
    advanceClock(10 * 60_000 - 1);
    expect((await enterCode(codePage, await wrongCode(key, Date.now()))).text).toContain("This code is wrong");
    advanceClock(1);
    const late = await enterCode(codePage, await appCode(key, Date.now()));
    expect({ status: late.status, text: late.text, session: sessionIn(late) }).toEqual({
      status: 401,
      text: expect.stringContaining(ENDED),
      session: null,
    });
  });

  it.each([
    ["the member is removed", "delete from memberships where user_id = ?"],
    ["the password changes", "update users set password_hash = password_hash || 'x' where id = ?"],
    ["the account loses its password", "update users set password_hash = null where id = ?"],
    ["the second factor is reset", "delete from second_factors where user_id = ?"],
  ])("ends if %s", async (_name, change) => {
    const { email, id, key } = await createSecuredPerson(shop);
    const codePage = await enterPassword(email);
    await rows(change, id);
    const ended = await enterCode(codePage, await appCode(key, Date.now()));
    expect({ status: ended.status, text: ended.text, session: sessionIn(ended) }).toEqual({
      status: 401,
      text: expect.stringContaining(ENDED),
      session: null,
    });
  });

  it("can't be changed, forged, or taken from a setup", async () => {
    const { email, key } = await createSecuredPerson(shop);
    const code = await appCode(key, Date.now());
    const pending = await readPending(email);
    const setup = hiddenIn(await beginSetup(await createMemberWithPassword(shop.id, "member")), "setup");
    expect(setup).not.toBe("");
    const flipped = pending.slice(0, 40) + (pending[40] === "A" ? "B" : "A") + pending.slice(41);
    for (const forged of [
      "",
      "x",
      setup,
      flipped,
      pending.slice(0, -4),
      btoa(JSON.stringify({ accounts: [{ id: 1, fingerprint: null }], until: 9e15 })),
    ]) {
      const rejected = await browse("/console/sign-in/code", { form: { email, pending: forged, to: "/console", code } });
      expect({ forged, status: rejected.status, text: rejected.text, session: sessionIn(rejected) }).toEqual({
        forged,
        status: 401,
        text: expect.stringContaining(ENDED),
        session: null,
      });
    }
    const unchanged = await browse("/console/sign-in/code", { form: { email, pending, to: "/console", code } });
    expect(sessionIn(unchanged)).not.toBeNull();
  });

  it("starts a session under a new id, and ends the one that somebody has planted in the browser", async () => {
    const [victim, thief] = [await createSecuredPerson(shop), await createMemberWithPassword(shop.id, "viewer")];
    const planted = await signIn(thief.email);
    const cookie = await signInWithCode(victim.email, await appCode(victim.key, Date.now()), { cookie: planted });
    expect({ isPlanted: cookie === planted, opens: await canOpen(cookie), plantedOpens: await canOpen(planted) }).toEqual({
      isPlanted: false,
      opens: true,
      plantedOpens: false,
    });
  });

  it("of a thief is of no use with the victim's code", async () => {
    const [victim, thief] = [await createSecuredPerson(shop), await createSecuredPerson(shop)];
    const codePage = await enterPassword(thief.email);
    expect(sessionIn(await enterCode(codePage, await appCode(victim.key, Date.now())))).toBeNull();
  });

  it("is not continued from another site", async () => {
    const { email, key } = await createSecuredPerson(shop);
    const codePage = await enterPassword(email);
    const foreign = await enterCode(codePage, await appCode(key, Date.now()), { headers: { Origin: "https://evil.example" } });
    expect({ status: foreign.status, session: sessionIn(foreign) }).toEqual({ status: 403, session: null });
  });

  it("does not lead to another site that its form names", async () => {
    const { email, key } = await createSecuredPerson(shop);
    const done = await enterCode(await enterPassword(email), await appCode(key, Date.now()), { form: { to: "//evil.example" } });
    expect(done.location).toBe("/console/organizations?to=%2Fconsole");
  });
});

describe("when the clock steps", () => {
  it("back, codes that were accepted stay used, and recovery codes help until it has caught up", { tags: "long" }, async () => {
    const { email, key, codes } = await createSecuredPerson(shop);
    const code = await appCode(key, Date.now());
    expect(await signInWithCode(email, code)).not.toBeNull();
    advanceClock(-20 * STEP_MS);
    expect(await signInWithCode(email, await appCode(key, Date.now()))).toBeNull();
    expect(await signInWithCode(email, codes[0] ?? "")).not.toBeNull();
    advanceClock(20 * STEP_MS);
    expect(await signInWithCode(email, code)).toBeNull();
    advanceClock(STEP_MS);
    expect(await signInWithCode(email, await appCode(key, Date.now()))).not.toBeNull();
  });

  it("forward, the codes of the true time are wrong until it has stepped back", { tags: "long" }, async () => {
    const { email, key } = await createSecuredPerson(shop);
    const now = Date.now();
    advanceClock(24 * 3_600_000);
    expect(await signInWithCode(email, await appCode(key, now))).toBeNull();
    vi.setSystemTime(now);
    expect(await signInWithCode(email, await appCode(key, now))).not.toBeNull();
  });
});

describe("another account of the same address with the same password", () => {
  /** An unverified account without a second factor, as an organization of a thief can create it. Returns its organization. */
  async function createThiefsAccount(email: string): Promise<number> {
    const thief = await createShop();
    const [{ hash } = { hash: "" }] = await rows<{ hash: string }>("select password_hash as hash from users where email = ?", email);
    const [{ id } = { id: 0 }] = await rows<{ id: number }>(
      "insert into users (email, password_hash, created_at, updated_at) values (?, ?, 0, 0) returning id",
      email,
      hash,
    );
    await rows("insert into memberships (organization_id, user_id, role, created_at) values (?, ?, 'owner', 0)", thief.id, id);
    return thief.id;
  }

  it("does not get the memberships of the one with a second factor by the password alone", async () => {
    const { email, key } = await createSecuredPerson(shop);
    await rows("update users set verified_by = null where email = ?", email);
    const thiefs = await createThiefsAccount(email);
    const entered = await enterPassword(email);
    expect(sessionIn(entered)).toBeNull();
    const memberships = "select count(*) as n from memberships m join users u on u.id = m.user_id where u.email = ? group by u.id";
    expect(await rows(memberships, email)).toEqual([{ n: 1 }, { n: 1 }]);
    // With a code, both belong to the person who knows it.
    const cookie = sessionIn(await enterCode(entered, await appCode(key, Date.now())));
    expect({ opens: await canOpen(cookie), status: (await browse(`/console/${thiefs}/orders`, { cookie })).status }).toEqual({
      opens: true,
      status: 200,
    });
  });
});
