import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { recordUse } from "../../../src/accounts/sign-in/sessions.sql.ts";
import { createShop, rows, type Shop } from "../../kit/client";
import { eventually } from "../../kit/eventually";
import { createMember, browse, controlIn, PASSWORD, sessionIn, signIn, createMemberWithPassword } from "./kit";
import { sendAccount } from "./second-factor-kit";

/** A session is renewed while it is used (docs/spec/console.md#session), and a member's last activity is recorded. */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const advanceClock = (ms: number) => void vi.setSystemTime(Date.now() + ms);
const open = async (cookie: string | null) => await browse(`/console/${shop.id}/orders`, { cookie });
const canOpen = async (cookie: string | null) => (await open(cookie)).status === 200;

const idIn = (cookie: string): string => {
  const [, payload = ""] = cookie.split(".");
  return (JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { sid: string }).sid;
};

const usedAt = async (cookie: string) =>
  (await rows<{ used_at: number }>("select used_at from sessions where id = ?", idIn(cookie)))[0]?.used_at ?? 0;

const activeAt = async (userId: number, organizationId = shop.id) =>
  (
    await rows<{ at: number | null }>(
      "select last_active_at as at from memberships where user_id = ? and organization_id = ?",
      userId,
      organizationId,
    )
  )[0]?.at;

/** Opens a page, and waits until the use is recorded, which happens after the response. */
async function use(cookie: string): Promise<void> {
  const now = Date.now();
  expect(await canOpen(cookie)).toBe(true);
  await waitUntilRecorded(async () => await usedAt(cookie), now);
}

/** Waits until this time is recorded. Waiting moves the fake clock, which is set back. */
async function waitUntilRecorded(read: () => Promise<number | null | undefined>, now: number): Promise<void> {
  await eventually(async () => expect(await read()).toBe(now));
  vi.setSystemTime(now);
}

/** Collects the statements that write uses, from now on. */
function recordWrites(): string[] {
  const found: string[] = [];
  const batch = env.DB.batch.bind(env.DB);
  vi.spyOn(env.DB, "batch").mockImplementation(async (statements) => {
    const texts = statements.map((one) => ("statement" in one ? String(one.statement) : ""));
    found.push(...texts.filter((text) => /update (?:sessions|memberships)/.test(text)));
    return await batch(statements);
  });
  return found;
}

describe("a session that is used", () => {
  it("goes on for up to 30 days, and no longer", { tags: "long" }, async () => {
    const { cookie } = await createMember(shop.id, "member");
    const start = Date.now();
    while (Date.now() + 11 * HOUR < start + 30 * DAY) {
      advanceClock(11 * HOUR);
      await use(cookie);
    }
    vi.setSystemTime(start + 30 * DAY - MINUTE);
    expect(await canOpen(cookie)).toBe(true);
    vi.setSystemTime(start + 30 * DAY);
    expect(await canOpen(cookie)).toBe(false);
  });

  it("ends when it was not used for 12 hours, and stays ended", async () => {
    const { cookie } = await createMember(shop.id, "member");
    advanceClock(12 * HOUR - 1);
    expect(await canOpen(cookie)).toBe(true);
    await waitUntilRecorded(async () => await usedAt(cookie), Date.now());
    const last = await usedAt(cookie);
    advanceClock(12 * HOUR);
    expect([await canOpen(cookie), await canOpen(cookie), await usedAt(cookie)]).toEqual([false, false, last]);
    await recordUse(controlIn(env), idIn(cookie), shop.id);
    expect(await usedAt(cookie)).toBe(last);
  });

  it("is written at most once in five minutes, however many requests there are", { tags: "long" }, async () => {
    const { cookie, id } = await createMember(shop.id, "member");
    await open(cookie);
    await waitUntilRecorded(async () => await activeAt(id), Date.now());
    const writes = recordWrites();
    for (let minute = 0; minute < 5; minute += 1) {
      for (let request = 0; request < 3; request += 1) expect(await canOpen(cookie)).toBe(true);
      advanceClock(MINUTE);
    }
    expect(writes).toEqual([]);
    advanceClock(1);
    await use(cookie);
    // One for the session and one for the membership.
    expect(writes).toHaveLength(2);
    expect(await activeAt(id)).toBe(Date.now());
  });

  it("keeps its cookie, so that requests at the same time sign nobody out", async () => {
    const { cookie } = await createMember(shop.id, "member");
    advanceClock(11 * HOUR);
    const pages = await Promise.all(Array.from({ length: 8 }, async () => await open(cookie)));
    expect(pages.map(({ status, headers }) => [status, headers.getSetCookie()])).toEqual(pages.map(() => [200, []]));
    await waitUntilRecorded(async () => await usedAt(cookie), Date.now());
    advanceClock(11 * HOUR);
    expect(await canOpen(cookie)).toBe(true);
  });

  it("is renewed outside any organization, too", async () => {
    const { cookie } = await createMember(shop.id, "member");
    advanceClock(HOUR);
    await browse("/console/account", { cookie });
    await waitUntilRecorded(async () => await usedAt(cookie), Date.now());
  });

  it("goes on if its use cannot be recorded", async () => {
    const { cookie } = await createMember(shop.id, "member");
    advanceClock(HOUR);
    const batch = env.DB.batch.bind(env.DB);
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(env.DB, "batch").mockImplementation(async (statements) => {
      if (statements.some((one) => "statement" in one && String(one.statement).includes("update sessions"))) throw new Error("no database");
      return await batch(statements);
    });
    expect(await canOpen(cookie)).toBe(true);
    await eventually(async () => expect(logged).toHaveBeenCalledWith(expect.stringContaining('"event":"console.session_use"')));
  });
});

describe("a session that has ended is not renewed", () => {
  /** Whether a use that began before the end is still recorded afterwards. */
  async function isRenewed(cookie: string): Promise<boolean> {
    const before = await usedAt(cookie);
    advanceClock(HOUR);
    await recordUse(controlIn(env), idIn(cookie), shop.id);
    return (await usedAt(cookie)) !== before || (await canOpen(cookie));
  }

  it("and one that has not ended is, so that each of the following fails because of its end", async () => {
    expect(await isRenewed((await createMember(shop.id, "member")).cookie)).toBe(true);
  });

  it("after it was revoked, as after a restore of the database", async () => {
    const { cookie } = await createMember(shop.id, "member");
    // docs/runbook.md revokes all sessions so, because a restore makes ended ones valid again.
    await rows("update sessions set revoked_at = 0 where id = ?", idIn(cookie));
    expect(await isRenewed(cookie)).toBe(false);
  });

  it("after signing out everywhere else", { tags: "long" }, async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const elsewhere = await signIn(person.email);
    const sent = await sendAccount(person, "/sessions/end", {});
    expect(sent.location).toBe("/console/account?done=sessions_ended#sessions");
    expect({ isRenewed: await isRenewed(elsewhere), opens: await canOpen(person.cookie) }).toEqual({ isRenewed: false, opens: true });
  });

  it("after the password was changed elsewhere", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const elsewhere = await signIn(person.email);
    const newPassword = "another good sentence";
    await sendAccount(person, "/password", { current: PASSWORD, password: newPassword, again: newPassword });
    expect(await isRenewed(elsewhere)).toBe(false);
  });

  it("after the person's only membership was removed, which does not come back", async () => {
    const [owner, person] = [await createMember(shop.id, "owner"), await createMember(shop.id, "member")];
    await owner.send(`/settings/members/${person.id}/remove`, {});
    expect(await isRenewed(person.cookie)).toBe(false);
    expect(await activeAt(person.id)).toBeUndefined();
  });

  it("after its 30 days, although it was just used", async () => {
    const { cookie } = await createMember(shop.id, "member");
    // As if it had begun 30 days less a minute ago.
    await rows("update sessions set expires_at = ? where id = ?", Date.now() + MINUTE, idIn(cookie));
    expect(await isRenewed(cookie)).toBe(false);
  });
});

describe("when the clock steps", () => {
  it("forward for a while, a session is there again afterwards", async () => {
    const { cookie } = await createMember(shop.id, "member");
    advanceClock(2 * DAY);
    expect(await canOpen(cookie)).toBe(false);
    advanceClock(-2 * DAY);
    expect(await canOpen(cookie)).toBe(true);
  });

  it("back, a use in the future is corrected and does not prolong the session", async () => {
    const { cookie } = await createMember(shop.id, "member");
    advanceClock(6 * HOUR);
    await use(cookie);
    advanceClock(-6 * HOUR);
    await use(cookie);
    advanceClock(12 * HOUR);
    expect(await canOpen(cookie)).toBe(false);
  });
});

describe("the last activity of a member", () => {
  it("is in the list of members, of this organization only", async () => {
    const own = await createShop();
    const [owner, person] = [await createMember(own.id, "owner"), await createMember(own.id, "viewer")];
    const other = await createShop();
    await rows("insert into memberships (organization_id, user_id, role, created_at) values (?, ?, 'viewer', 0)", other.id, person.id);
    await browse(`/console/${other.id}/orders`, { cookie: person.cookie });
    await waitUntilRecorded(async () => await activeAt(person.id, other.id), Date.now());
    const readRow = async () => (await owner.open("/settings/members")).text.split(person.email)[1]?.split("</tr>")[0] ?? "";
    expect(await readRow()).toContain("Never");
    await person.open("/orders");
    await waitUntilRecorded(async () => await activeAt(person.id, own.id), Date.now());
    advanceClock(3 * HOUR);
    expect(await readRow()).toContain("3 h ago");
    // A use sets no new cookie.
    expect(sessionIn(await owner.open("/settings/members"))).toBeNull();
  });
});
