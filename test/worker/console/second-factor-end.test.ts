import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { linkIdentity } from "../../../src/accounts/sign-in/identities.sql.ts";
import { reencryptSecondFactors } from "../../../src/accounts/sign-in/reencrypt-second-factors";
import { ciphertextPrefix } from "../../../src/platform/crypto/encryption";
import { appCode } from "../../kit/authenticator";
import { createShop, directoryRows, rows, type Shop } from "../../kit/client";
import { operate } from "../access/kit";
import { browse, controlIn, MASTER_SECRET, sessionIn, type Visitor, createMemberWithPassword } from "./kit";
import { enterCode, enterPassword, signInWithCode, turnOn, stopClock, advanceClock } from "./second-factor-kit";

/** Resets and other ends of a second factor, and its key at a change of the master secret (docs/spec/console.md#second-factor). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(stopClock);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const canOpen = async (cookie: string | null) => (await browse(`/console/${shop.id}/orders`, { cookie })).status === 200;
const isOn = async (id: number) => (await rows("select 1 from second_factors where user_id = ?", id)).length > 0;

describe("a reset", () => {
  const reset = async (by: Visitor, id: number) => await by.send(`/settings/members/${id}/second-factor`, {});

  it("by an admin turns it off, and is in the audit log", async () => {
    const [admin, person] = [await createMemberWithPassword(shop.id, "admin"), await createMemberWithPassword(shop.id, "member")];
    await turnOn(person);
    expect((await admin.open(`/settings/members/${person.id}`)).text).toContain("Reset second factor");
    expect((await reset(admin, person.id)).status).toBe(303);
    expect(await isOn(person.id)).toBe(false);
    const entries = await directoryRows(
      "select actor_name from audit_log where action = 'member.second_factor_reset' and target_id = ?",
      String(person.id),
    );
    expect(entries).toEqual([{ actor_name: admin.email }]);
    expect(sessionIn(await enterPassword(person.email))).not.toBeNull();
  });

  it("is not for members, not of an owner by an admin, not of oneself, and not of another organization's member", async () => {
    const [member, admin, owner] = [
      await createMemberWithPassword(shop.id, "member"),
      await createMemberWithPassword(shop.id, "admin"),
      await createMemberWithPassword(shop.id, "owner"),
    ];
    for (const person of [member, admin, owner]) await turnOn(person);
    const elsewhere = await createMemberWithPassword((await createShop()).id, "owner");
    const tries = [
      [403, member, admin],
      [403, admin, owner],
      [403, admin, admin],
      [404, elsewhere, member],
    ] as const;
    for (const [status, by, target] of tries) expect((await reset(by, target.id)).status).toBe(status);
    expect([await isOn(member.id), await isOn(admin.id), await isOn(owner.id)]).toEqual([true, true, true]);
  });

  it("of an account that other organizations rely on too is left to the operator", async () => {
    const [admin, person] = [await createMemberWithPassword(shop.id, "admin"), await createMemberWithPassword(shop.id, "member")];
    const other = await createShop();
    await rows("insert into memberships (organization_id, user_id, role, created_at) values (?, ?, 'owner', 0)", other.id, person.id);
    await turnOn(person);
    const rejected = await reset(admin, person.id);
    expect({ status: rejected.status, text: rejected.text, isOn: await isOn(person.id) }).toEqual({
      status: 403,
      text: expect.stringContaining("only the service operator"),
      isOn: true,
    });
    const done = await operate("DELETE", `${shop.id}/members/${person.id}/second-factor`);
    expect({ status: done.status, body: JSON.parse(done.text) }).toEqual({
      status: 200,
      body: { user_id: person.id, second_factor: false },
    });
    expect(await isOn(person.id)).toBe(false);
    expect((await operate("DELETE", `${shop.id}/members/999999/second-factor`)).status).toBe(404);
  });
});

describe("a second factor ends", () => {
  it("with the last membership of the account", async () => {
    const [owner, person] = [await createMemberWithPassword(shop.id, "owner"), await createMemberWithPassword(shop.id, "member")];
    await turnOn(person);
    await owner.send(`/settings/members/${person.id}/remove`, {});
    expect({ isOn: await isOn(person.id), rows: await rows("select 1 from recovery_codes where user_id = ?", person.id) }).toEqual({
      isOn: false,
      rows: [],
    });
  });

  it("with the password that ends at a first sign-in with the provider, because somebody else may have set it up", async () => {
    const { id, email, cookie } = await createMemberWithPassword(shop.id, "member");
    await turnOn({ cookie });
    await linkIdentity(controlIn(env), { issuer: "https://provider.example", subject: "ann", email }, { id, others: [] });
    const left = "select user_id from second_factors where user_id = ?1 union all select user_id from recovery_codes where user_id = ?1";
    expect({ rows: await rows(left, id), opens: await canOpen(cookie), session: sessionIn(await enterPassword(email)) }).toEqual({
      rows: [],
      opens: false,
      session: null,
    });
  });

  it("not with a new password that is chosen by a link", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const { key } = await turnOn(person);
    const { text } = await operate("POST", `${shop.id}/members/${person.id}/invitation`);
    const { path } = JSON.parse(text) as { path: string };
    const newPassword = "another good sentence";
    expect((await browse(path, { form: { password: newPassword, again: newPassword } })).status).toBe(303);
    advanceClock(30_000);
    const codePage = await browse("/console/sign-in", { form: { email: person.email, password: newPassword } });
    expect(sessionIn(codePage)).toBeNull();
    expect(await canOpen(sessionIn(await enterCode(codePage, await appCode(key, Date.now()))))).toBe(true);
  });
});

describe("a change of the master secret", () => {
  const NEW = "the-next-master-secret-for-second-factors-0";

  it("encrypts the keys again, which still verify codes, and reports how many are left", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const { key } = await turnOn(person);
    const unreadable = await createMemberWithPassword(shop.id, "member");
    await turnOn(unreadable);
    await rows("update second_factors set secret = 'damaged' where user_id = ?", unreadable.id);
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    // Without a former secret, nothing is encrypted again or reported.
    await reencryptSecondFactors(controlIn(env), [MASTER_SECRET]);
    expect(warn).not.toHaveBeenCalled();
    await reencryptSecondFactors(controlIn(env), [NEW, MASTER_SECRET]);
    const prefix = await ciphertextPrefix(NEW);
    const notReencrypted = await rows("select user_id from second_factors where substr(secret, 1, length(?1)) <> ?1", prefix);
    expect(notReencrypted).toEqual([{ user_id: unreadable.id }]);
    const report = { event: "second_factors.reencrypted", under: prefix, left: 1 };
    expect(JSON.parse(String(warn.mock.calls.at(-1)?.[0]))).toMatchObject(report);
    const readStored = async () =>
      (await rows<{ secret: string }>("select secret from second_factors where user_id = ?", person.id))[0]?.secret ?? "";
    expect((await readStored()).startsWith(prefix)).toBe(true);
    // This Worker has only the former secret: the key can't be read, so no code is right, and nothing fails.
    advanceClock(30_000);
    expect(await signInWithCode(person.email, await appCode(key, Date.now()))).toBeNull();
    await reencryptSecondFactors(controlIn(env), [MASTER_SECRET, NEW]);
    expect(await signInWithCode(person.email, await appCode(key, Date.now()))).not.toBeNull();
  });
});
