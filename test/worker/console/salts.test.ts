import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { hashAndStorePassword } from "../../../src/accounts/sign-in/account-password";
import { joinWithPassword, readInvitation } from "../../../src/accounts/members/invitations";
import { invitePerson, upsertMember } from "../../../src/accounts/members/members";
import { sha256Hex } from "../../../src/platform/crypto/digest";
import { hashPassword } from "../../../src/platform/crypto/password";
import { scrypt } from "../../../src/platform/crypto/password";
import { findAccountById, setInvitedPassword, setPassword } from "../../../src/accounts/sign-in/accounts.sql.ts";
import { createShop, rows, type Shop } from "../../kit/client";
import { operate } from "../access/kit";
import { createMember, browse, controlIn, controlOf, deviceIn, PASSWORD, sessionIn, signIn, createMemberWithPassword } from "./kit";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(() => void vi.restoreAllMocks());

const OTHERS = "another person's sentence";
let count = 0;
const anAddress = () => `salted-${(count += 1)}@example.com`;

/** Unverified accounts at one address, each with its own salt and organization. */
async function createAccountsAt(email: string, number: number): Promise<void> {
  for (let n = 0; n < number; n += 1) {
    const insert = "insert into users (email, password_hash, created_at, updated_at) values (?, ?, 0, 0) returning id";
    const [{ id } = { id: 0 }] = await rows<{ id: number }>(insert, email, await hashPassword(OTHERS));
    const organization =
      "insert into organizations (name, currency, timezone, created_at, updated_at) values ('Own', 'USD', 'UTC', 0, 0) returning id";
    const [{ id: organizationId } = { id: 0 }] = await rows<{ id: number }>(organization);
    await rows("insert into memberships (organization_id, user_id, role, created_at) values (?, ?, 'owner', 0)", organizationId, id);
  }
}

/** Invites an address to a new organization. */
async function createInvitation(email: string) {
  const { id } = await createShop();
  const owner = await createMember(id, "owner");
  const actor = { kind: "user", id: owner.id, name: owner.email } as const;
  const { path } = await invitePerson(controlOf(env, id, actor), { email, role: "viewer", money: false });
  return { path, token: path.split("/").at(-1) ?? "", join: async () => await browse(path, { form: { password: OTHERS, again: OTHERS } }) };
}

const saltsOf = async (email: string) =>
  (await rows<{ password_hash: string }>("select password_hash from users where email = ? and password_hash is not null", email)).map(
    ({ password_hash }) => password_hash.split("$")[3],
  );

describe("accounts of one address that have several salts", () => {
  it("make a sign-in take as long as at an address without an account", async () => {
    const derived = vi.spyOn(scrypt, "key");
    const countDerivations = async (number: number) => {
      const email = anAddress();
      await createAccountsAt(email, number);
      derived.mockClear();
      expect((await browse("/console/sign-in", { form: { email, password: "a guess" } })).status).toBe(401);
      return derived.mock.calls.length;
    };
    // A sign-in derives one key. It does not find the accounts with another salt.
    expect([await countDerivations(0), await countDerivations(1), await countDerivations(3)]).toEqual([1, 1, 1]);
  });

  it("do not lock out the owner of the verified one, nor a browser that has signed in to another", async () => {
    const { email } = await createMemberWithPassword(shop.id, "viewer");
    await createAccountsAt(email, 3);
    expect(await signIn(email)).toMatch(/^__Host-session=/);
    const person = await createMemberWithPassword(shop.id, "viewer");
    const cookie = deviceIn(await browse("/console/sign-in", { form: { email: person.email, password: PASSWORD } }));
    await rows("update users set verified_by = null where id = ?", person.id);
    // More accounts than the 20 that a sign-in reads.
    await createAccountsAt(person.email, 21);
    expect(sessionIn(await browse("/console/sign-in", { form: { email: person.email, password: PASSWORD }, cookie }))).not.toBeNull();
  });
});

describe("a password that is chosen while another account of the address gets its first one", () => {
  /**
   * The database with a concurrent change right after the round trip that reads the salts: the first one of an invitation, and the second
   * one of the operator, whose first one reads the person.
   */
  function envWith(change: () => Promise<unknown>, { afterTrips }: { afterTrips: number }): Env {
    let left = afterTrips;
    const batch = async (statements: D1PreparedStatement[]) => {
      const results = await env.DB.batch(statements);
      left -= 1;
      if (left === 0) await change();
      return results;
    };
    return { ...env, DB: { prepare: (sql: string) => env.DB.prepare(sql), batch } as D1Database };
  }

  it("shares its salt if it is chosen by an invitation", async () => {
    const email = anAddress();
    const [one, two] = [await createInvitation(email), await createInvitation(email)];
    const invitation = await readInvitation(controlIn(env), one.token);
    await joinWithPassword(
      controlIn(envWith(two.join, { afterTrips: 1 })),
      { token: one.token, invitation },
      { password: PASSWORD, name: null },
    );
    const salts = await saltsOf(email);
    expect({ count: salts.length, different: new Set(salts).size }).toEqual({ count: 2, different: 1 });
    expect((await one.join()).status).toBe(404);
  });

  it("shares its salt if the operator chooses it", async () => {
    const email = anAddress();
    const { join } = await createInvitation(email);
    await upsertMember(controlOf(envWith(join, { afterTrips: 2 }), shop.id, { kind: "operator", id: null, name: "Operator" }), {
      email,
      role: "viewer",
      password: PASSWORD,
    });
    const salts = await saltsOf(email);
    expect({ count: salts.length, different: new Set(salts).size }).toEqual({ count: 2, different: 1 });
  });

  it("shares its salt if it is chosen on the account page or by the operator's link", { tags: "long" }, async () => {
    for (const how of ["page", "link"]) {
      const { email, id } = await createMemberWithPassword(shop.id, "viewer");
      const account = await findAccountById(controlIn(env), id);
      if (account === null) throw new Error("no account");
      const { join } = await createInvitation(email);
      const { path } = (await operate("POST", `${shop.id}/members/${id}/invitation`)).body;
      const tokenHash = sha256Hex(path.split("/").at(-1) ?? "");
      // The address has no salt until the other account joins.
      await rows("update users set password_hash = null where id = ?", id);
      let isFirst = true;
      await hashAndStorePassword(controlIn(env), { owner: account, password: PASSWORD }, async (hash) => {
        if (isFirst) await join();
        isFirst = false;
        if (how === "page") await setPassword(controlIn(env), account, { passwordHash: hash, keptSession: "ses_none" });
        else await setInvitedPassword(controlIn(env), { account, tokenHash }, { passwordHash: hash });
      });
      const salts = await saltsOf(email);
      expect({ count: salts.length, different: new Set(salts).size }, how).toEqual({ count: 2, different: 1 });
    }
  });
});
