import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addMember, changeRole, linkForMember, removeMember } from "../../../src/control/members";
import { Meter } from "../../../src/db/meter";
import { aShop, rows, type Shop } from "../../kit/client";
import { operate } from "../access/kit";
import { aMember, withPassword, browse, type Page, PASSWORD, type Role, sessionIn, signIn, tokenIn, type Visitor, visitorOf } from "./kit";

let shop: Shop;
let owner: Visitor;
let admin: Visitor;
beforeAll(async () => {
  shop = await aShop();
  [owner, admin] = [await aMember(shop.id, "owner"), await aMember(shop.id, "admin")];
});
afterEach(() => void vi.useRealTimers());

const idOf = async ({ email }: { email: string }) =>
  (await rows<{ id: number }>("select id from users where email = ? collate nocase", email))[0]?.id ?? 0;

const pathOf = async (member: { email: string }) => `/settings/members/${await idOf(member)}`;

const roleOf = async (organizationId: number, member: { email: string }): Promise<Role | null> =>
  (
    await rows<{ role: Role }>("select role from memberships where organization_id = ? and user_id = ?", organizationId, await idOf(member))
  )[0]?.role ?? null;

/** The path of the one link on a page; null where there is none. */
function linkIn({ text }: Page): string | null {
  return /<code id="link">https:\/\/[^/]+(\/console\/invitation\/[0-9A-Za-z]{32,})<\/code>/.exec(text)?.[1] ?? null;
}

async function choose(link: string, password = PASSWORD): Promise<Page> {
  return await browse(link, { form: { password, again: password } });
}

let people = 0;
const anAddress = () => `added-${(people += 1)}@example.com`;

describe("adding a member", () => {
  it("makes an account whose link opens once, for seven days; of the link only a hash is kept", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const email = anAddress();
    const link = linkIn(await owner.send("/settings/members", { email, role: "member" })) ?? "";
    expect(await rows("select password_hash from users where email = ?", email)).toEqual([{ password_hash: null }]);
    const kept = JSON.stringify(await rows("select * from invitations where user_id = ?", await idOf({ email })));
    expect([kept.includes(link.split("/").at(-1) ?? ""), kept.includes(`"expires_at":${Date.now() + 7 * 86_400_000}`)]).toEqual([
      false,
      true,
    ]);
    expect((await browse(link)).status).toBe(200);
    vi.setSystemTime(Date.now() + 7 * 86_400_000 - 1);
    expect((await choose(link)).status).toBe(303);
    expect((await choose(link)).status).toBe(404);
    const person = visitorOf(shop.id, email, await signIn(email));
    expect([(await person.open("/orders")).status, (await person.open("/settings/members")).status]).toEqual([200, 403]);
  });

  it("happens once, however often the form is sent; a member is not added again", async () => {
    const email = anAddress();
    const form = { form_token: tokenIn(await owner.open("/settings/members/new")), email, role: "viewer" };
    const answers = [await owner.send("/settings/members", form), await owner.send("/settings/members", form)];
    expect(answers.map(({ status, location }) => [status, location])).toEqual([
      [200, null],
      [303, `/console/${shop.id}/settings/members?done=repeated`],
    ]);
    const again = await owner.send("/settings/members", { email: email.toUpperCase(), role: "admin" });
    expect([again.status, again.text.includes("is a member already")]).toEqual([409, true]);
    expect(await roleOf(shop.id, { email })).toBe("viewer");
    // The link of the first answer still opens.
    expect((await browse(linkIn(answers[0] ?? again) ?? "")).status).toBe(200);
  });
});

describe("offering a place to who has an account", () => {
  /** The path of the one offer on a page; null where there is none. */
  const offerIn = ({ text }: Page): string | null =>
    /<code id="link">https:\/\/[^/]+(\/console\/offer\/[0-9A-Za-z]{32,})<\/code>/.exec(text)?.[1] ?? null;

  const accept = async (offer: string, { cookie }: { cookie: string }): Promise<Page> =>
    await browse(offer, { cookie, form: { form_token: tokenIn(await browse("/console/account", { cookie })) } });

  it("begins a membership when they take it up, signed in, once", async () => {
    const other = await aShop();
    const [person, stranger] = [await withPassword(other.id, "member"), await aMember(other.id, "viewer")];
    const answer = await owner.send("/settings/members", { email: person.email.toUpperCase(), role: "admin" });
    const offer = offerIn(answer) ?? "";
    expect([answer.status, answer.text.includes("has an account already"), linkIn(answer)]).toEqual([200, true, null]);
    expect(await roleOf(shop.id, person)).toBeNull();
    expect((await visitorOf(shop.id, person.email, person.cookie).open("/orders")).status).toBe(404);
    // Whoever else has the link gets nothing by it.
    expect([(await browse(offer)).status, (await browse(offer, { cookie: stranger.cookie })).status]).toEqual([303, 403]);
    expect((await accept(offer, stranger)).status).toBe(403);
    expect((await browse(offer, { cookie: person.cookie })).text).toContain("Join Shop?");
    expect(await accept(offer, person)).toMatchObject({ status: 303, location: `/console/${shop.id}/orders` });
    expect(await roleOf(shop.id, person)).toBe("admin");
    expect((await accept(offer, person)).status).toBe(404);
    const lines = await rows("select action, actor_name from audit_log where target_id = ? order by id", String(await idOf(person)));
    expect(lines.slice(-2)).toEqual([
      { action: "member.offered", actor_name: owner.email },
      { action: "member.added", actor_name: person.email },
    ]);
  });

  it("an address that somebody else took up before opens nothing: neither a password nor a link of theirs does", async () => {
    const evil = await aShop();
    const thief = await aMember(evil.id, "owner");
    const [chosen, open] = [anAddress(), anAddress()];
    const links = [];
    for (const email of [chosen, open]) links.push(linkIn(await thief.send("/settings/members", { email, role: "viewer" })) ?? "");
    // One is taken up by who made it, and left; the other link is kept for later.
    await choose(links[0] ?? "");
    const cookie = await signIn(chosen);
    await thief.send(`${await pathOf({ email: chosen })}/remove`, {});
    for (const email of [chosen, open]) {
      expect(offerIn(await owner.send("/settings/members", { email, role: "admin" }))).not.toBeNull();
      expect(await roleOf(shop.id, { email })).toBeNull();
    }
    expect((await visitorOf(shop.id, chosen, cookie).open("/orders")).status).toBe(404);
    await choose(links[1] ?? "");
    expect((await visitorOf(shop.id, open, await signIn(open)).open("/orders")).status).toBe(404);
  });

  it("ends with the right of who made it: removed or lower, they let nobody in", async () => {
    const own = await aShop();
    const other = await aShop();
    const [first, second] = [await aMember(own.id, "owner"), await aMember(own.id, "owner")];
    for (const [role, how] of [
      ["owner", async () => await second.send(`${await pathOf(first)}/remove`, {})],
      ["owner", async () => await second.send(await pathOf(first), { role: "admin" })],
    ] as const) {
      await rows(
        "insert or replace into memberships (organization_id, user_id, role, created_at) values (?, ?, 'owner', 0)",
        own.id,
        first.id,
      );
      const person = await aMember(other.id, "viewer");
      const offer = offerIn(await first.send("/settings/members", { email: person.email, role })) ?? "";
      expect((await browse(offer, { cookie: person.cookie })).status).toBe(200);
      expect((await how()).status).toBe(303);
      expect((await accept(offer, person)).status).toBe(404);
      expect(await roleOf(own.id, person)).toBeNull();
    }
  });

  it("a provider's account is offered a place too, and gets no link to a password; whoever else was in it is not", async () => {
    const other = await aShop();
    const theirOwner = await aMember(other.id, "owner");
    const [person, elsewhere] = [await aMember(other.id, "member"), "ses_elsewhere"];
    await rows(
      "insert into identities (issuer, subject, user_id, created_at) values ('https://id.example', ?, ?, 0)",
      person.email,
      person.id,
    );
    const refused = await theirOwner.send(`${await pathOf(person)}/link`, {});
    expect([refused.status, refused.text.includes("signs in with the provider")]).toEqual([409, true]);
    // Somebody knows a password of it, and is signed in.
    await rows("update users set password_hash = 'x:y' where id = ?", person.id);
    await rows("update sessions set method = 'openid' where user_id = ?", person.id);
    await rows(
      "insert into sessions (id, user_id, method, user_agent, created_at, expires_at) values (?, ?, 'password', '', 0, 9e15)",
      elsewhere,
      person.id,
    );
    const offer = offerIn(await owner.send("/settings/members", { email: person.email, role: "member" })) ?? "";
    expect((await accept(offer, person)).status).toBe(303);
    expect(await rows("select password_hash from users where id = ?", person.id)).toEqual([{ password_hash: null }]);
    expect(await rows("select revoked_at is not null as ended from sessions where id = ?", elsewhere)).toEqual([{ ended: 1 }]);
    // One who belongs nowhere any more is offered a place all the same.
    await rows("delete from memberships where user_id = ?", person.id);
    expect(offerIn(await owner.send("/settings/members", { email: person.email, role: "member" }))).not.toBeNull();
  });

  it("ends the links by which the account's password could be chosen, with the joining", async () => {
    const other = await aShop();
    const [person, theirOwner] = [await withPassword(other.id, "member"), await aMember(other.id, "owner")];
    const offer = offerIn(await owner.send("/settings/members", { email: person.email, role: "member" })) ?? "";
    const old = linkIn(await theirOwner.send(`${await pathOf(person)}/link`, {})) ?? "";
    expect((await browse(old)).status).toBe(200);
    await accept(offer, person);
    expect((await browse(old)).status).toBe(404);
    // Neither organization alone can make one from now on.
    for (const [steward, path] of [
      [owner, await pathOf(person)],
      [theirOwner, await pathOf(person)],
    ] as const) {
      const refused = await steward.send(`${path}/link`, {});
      expect([refused.status, refused.text.includes("not of this organization alone")]).toEqual([409, true]);
    }
  });

  it("is listed, taken back, renewed, and has an end", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const other = await aShop();
    const person = await aMember(other.id, "member");
    const made = async (role: Role) => offerIn(await owner.send("/settings/members", { email: person.email, role })) ?? "";
    const [first, second] = [await made("owner"), await made("viewer")];
    expect([(await browse(first, { cookie: person.cookie })).status, (await browse(second, { cookie: person.cookie })).status]).toEqual([
      404, 200,
    ]);
    expect((await owner.open("/settings/members")).text).toContain(`the offer to ${person.email}`);
    const withdraw = `/settings/members/offers/${person.id}/withdraw`;
    expect((await admin.send(withdraw, {})).location).toBe(`/console/${shop.id}/settings/members?done=removed`);
    expect([(await accept(second, person)).status, (await admin.send(withdraw, {})).status]).toEqual([404, 404]);
    const third = await made("owner");
    expect((await admin.send(withdraw, {})).status).toBe(403);
    vi.setSystemTime(Date.now() + 7 * 86_400_000);
    expect((await accept(third, person)).status).not.toBe(303);
    expect(await roleOf(shop.id, person)).toBeNull();
  });
});

describe("who may do what", () => {
  it("members and viewers see none of it", async () => {
    for (const role of ["member", "viewer"] as const) {
      const person = await aMember(shop.id, role);
      for (const path of ["", "/new", `/${await idOf(owner)}`]) expect((await person.open(`/settings/members${path}`)).status).toBe(403);
      const self = await pathOf(person);
      for (const [path, form] of [
        ["/settings/members", { email: anAddress(), role: "viewer" }],
        [self, { role: "owner" }],
        [`${self}/link`, {}],
        [`${self}/remove`, {}],
      ] as const)
        expect((await person.send(path, form)).status).toBe(403);
      expect(await roleOf(shop.id, person)).toBe(role);
    }
  });

  it("an admin makes, changes, removes and invites no owner; an owner does", async () => {
    const second = await aMember(shop.id, "owner");
    const path = await pathOf(second);
    expect((await admin.send("/settings/members", { email: anAddress(), role: "owner" })).status).toBe(403);
    for (const [target, form] of [
      [path, { role: "viewer" }],
      [`${path}/remove`, {}],
      [`${path}/link`, {}],
      [await pathOf(await aMember(shop.id, "viewer")), { role: "owner" }],
    ] as const)
      expect((await admin.send(target, form)).status, target).toBe(403);
    expect(await roleOf(shop.id, second)).toBe("owner");
    const page = await admin.open(path);
    expect(page.text).not.toMatch(/Make a link|Remove the member|name="role"/);
    expect((await admin.open("/settings/members/new")).text).not.toContain('value="owner"');

    expect(linkIn(await owner.send(`${path}/link`, {}))).not.toBeNull();
    expect((await owner.send(path, { role: "admin" })).status).toBe(303);
    expect((await admin.send(path, { role: "viewer" })).status).toBe(303);
    expect((await admin.send(`${path}/remove`, {})).location).toBe(`/console/${shop.id}/settings/members?done=removed`);
    expect(await roleOf(shop.id, second)).toBeNull();
  });

  it("nobody changes their own role, nor makes a link for themselves", async () => {
    for (const person of [owner, admin]) {
      const path = await pathOf(person);
      expect([(await person.send(path, { role: "viewer" })).status, (await person.send(`${path}/link`, {})).status]).toEqual([403, 403]);
    }
    expect([await roleOf(shop.id, owner), await roleOf(shop.id, admin)]).toEqual(["owner", "admin"]);
  });

  it("a removed member's next request is refused, a page that was begun for them too", async () => {
    const person = await aMember(shop.id, "member");
    expect((await person.open("/orders")).status).toBe(200);
    await admin.send(`${await pathOf(person)}/remove`, {});
    expect((await person.open("/orders")).status).toBe(404);
    expect((await browse("/console/organizations", { cookie: person.cookie })).status).toBe(200);
  });
});

describe("an organization keeps an owner", () => {
  it("the last one is neither removed nor demoted, and does not leave; one of two does", async () => {
    const own = await aShop();
    const [first, second] = [await aMember(own.id, "owner"), await aMember(own.id, "owner")];
    const left = await second.send(`${await pathOf(second)}/remove`, {});
    expect(new URL(left.location ?? "", "https://api.example.com").pathname).toBe("/console/organizations");
    const refused = await first.send(`${await pathOf(first)}/remove`, {});
    expect([refused.status, refused.text.includes("at least one owner")]).toEqual([409, true]);
    expect(await roleOf(own.id, first)).toBe("owner");
  });

  it("two who demote or remove each other at once: one is left, and one line tells it", async () => {
    for (const [how, form] of [
      ["", { role: "viewer" }],
      ["/remove", {}],
    ] as const) {
      for (let round = 0; round < 2; round += 1) {
        const own = await aShop();
        const [first, second] = [await aMember(own.id, "owner"), await aMember(own.id, "owner")];
        const answers = await Promise.all([
          first.send((await pathOf(second)) + how, { form_token: tokenIn(await first.open("/orders")), ...form }),
          second.send((await pathOf(first)) + how, { form_token: tokenIn(await second.open("/orders")), ...form }),
        ]);
        const owners = await rows("select user_id from memberships where organization_id = ? and role = 'owner'", own.id);
        expect(owners).toHaveLength(1);
        expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
        const lines = await rows(
          "select 1 from audit_log where organization_id = ? and action in ('member.removed', 'member.role_changed')",
          own.id,
        );
        expect(lines).toHaveLength(1);
      }
    }
  });

  it("two who leave at once: one stays", async () => {
    for (let round = 0; round < 2; round += 1) {
      const own = await aShop();
      const both = [await aMember(own.id, "owner"), await aMember(own.id, "owner")];
      await Promise.all(both.map(async (person) => await person.send(`${await pathOf(person)}/remove`, {})));
      expect(await rows("select role from memberships where organization_id = ?", own.id)).toEqual([{ role: "owner" }]);
    }
  });
});

/** The database, in which something else is committed once, right after the first trip: between what a verb reads and what it writes. */
function envWith(between: () => Promise<unknown>): Env {
  let isDone = false;
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await env.DB.batch(statements);
    if (!isDone) {
      isDone = true;
      await between();
    }
    return results;
  };
  return { ...env, DB: { prepare: (sql: string) => env.DB.prepare(sql), batch } as D1Database };
}

describe("what was read is still so when it is written", () => {
  const setRole = async ({ id }: { id: number }, role: Role) => await rows("update memberships set role = ? where user_id = ?", role, id);
  const by = ({ id, email }: { id: number; email: string }, organizationId: number) => ({
    organizationId,
    actor: { kind: "user", id, name: email } as const,
    now: Date.now(),
    meter: new Meter(),
    operationId: null,
  });
  const linesOf = async (organizationId: number) =>
    await rows("select action from audit_log where organization_id = ? and actor_kind = 'user'", organizationId);

  it("who has lost their own role meanwhile changes nobody's, though another owner is there", async () => {
    const own = await aShop();
    const [actor, target] = [await aMember(own.id, "owner"), await aMember(own.id, "viewer")];
    await aMember(own.id, "owner");
    for (const verb of [
      (e: Env) => changeRole(e, by(actor, own.id), target.id, "owner"),
      (e: Env) => removeMember(e, by(actor, own.id), target.id),
      (e: Env) => linkForMember(e, by(actor, own.id), target.id),
      (e: Env) => addMember(e, by(actor, own.id), { email: anAddress(), role: "owner" }),
    ]) {
      await setRole(actor, "owner");
      await expect(verb(envWith(() => setRole(actor, "viewer")))).rejects.toMatchObject({ status: 403 });
    }
    expect([await roleOf(own.id, target), await linesOf(own.id)]).toEqual(["viewer", []]);
    expect(await rows("select 1 from invitations where user_id = ?", target.id)).toEqual([]);
  });

  it("the other owner is gone meanwhile: the last one stays, as an owner", async () => {
    const own = await aShop();
    const [first, second] = [await aMember(own.id, "owner"), await aMember(own.id, "owner")];
    const leaves = removeMember(
      envWith(() => setRole(second, "viewer")),
      by(first, own.id),
      first.id,
    );
    await expect(leaves).rejects.toMatchObject({ status: 409, details: [{ code: "last_owner" }] });
    expect([await roleOf(own.id, first), await linesOf(own.id)]).toEqual(["owner", []]);
  });

  it("who was made an owner meanwhile is none that an admin removes or invites", async () => {
    const own = await aShop();
    const [actor, target] = [await aMember(own.id, "admin"), await aMember(own.id, "viewer")];
    for (const verb of [removeMember, linkForMember]) {
      await setRole(target, "viewer");
      await expect(
        verb(
          envWith(() => setRole(target, "owner")),
          by(actor, own.id),
          target.id,
        ),
      ).rejects.toMatchObject({ status: 403 });
    }
    expect([await roleOf(own.id, target), await linesOf(own.id)]).toEqual(["owner", []]);
  });

  it("who joins another organization meanwhile, or gets an account with a password, gets no link", async () => {
    const [own, other] = [await aShop(), await aShop()];
    const [actor, target] = [await aMember(own.id, "owner"), await aMember(own.id, "viewer")];
    const joins = async () => await operate("POST", `${other.id}/members`, { email: target.email, role: "viewer" });
    const link = linkForMember(envWith(joins), by(actor, own.id), target.id);
    await expect(link).rejects.toMatchObject({ details: [{ code: "account_elsewhere" }] });
    const email = anAddress();
    const begins = async () => await operate("POST", `${other.id}/members`, { email, role: "viewer", password: PASSWORD });
    expect(await addMember(envWith(begins), by(actor, own.id), { email, role: "member" })).toMatchObject({ offered: true });
    expect(await roleOf(own.id, { email })).toBeNull();
    expect(await rows("select 1 from invitations where user_id in (?, ?)", target.id, await idOf({ email }))).toEqual([]);
  });
});

describe("the operator's link", () => {
  it("lets anybody of an organization choose a password, an owner of several too; it is 404 for who is none of it", async () => {
    const other = await aShop();
    const person = await aMember(shop.id, "owner");
    await operate("POST", `${other.id}/members`, { email: person.email, role: "viewer" });
    const userId = await idOf(person);
    const answer = await operate("POST", `${shop.id}/members/${userId}/invitation`);
    expect(answer.status).toBe(201);
    expect(Date.parse(answer.body.expires_at) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const words = "another good sentence";
    expect((await choose(answer.body.path, words)).status).toBe(303);
    expect((await browse(`/console/${shop.id}/orders`, { cookie: person.cookie })).status).toBe(303);
    expect(sessionIn(await browse("/console/sign-in", { form: { email: person.email, password: words } }))).not.toBeNull();
    const nobody = await aShop();
    expect((await operate("POST", `${nobody.id}/members/${userId}/invitation`)).status).toBe(404);
  });

  it("adding a member again replaces the role, and is written down only where it does", async () => {
    const person = await aMember(shop.id, "viewer");
    const add = async (role: Role) => await operate("POST", `${shop.id}/members`, { email: person.email.toUpperCase(), role });
    expect([(await add("viewer")).status, (await add("admin")).body.user_id]).toEqual([201, await idOf(person)]);
    const lines = await rows("select action, details from audit_log where target_id = ? order by id", String(await idOf(person)));
    expect(lines).toEqual([
      { action: "member.added", details: '{"role":"viewer"}' },
      { action: "member.role_changed", details: '{"role":{"from":"viewer","to":"admin"}}' },
    ]);
  });
});

it("the list has everybody, page by page", async () => {
  const own = await aShop();
  const person = await aMember(own.id, "owner");
  for (let n = 0; n < 120; n += 1)
    await env.DB.prepare("insert into users (email, created_at, updated_at) values (?, 0, 0)").bind(`m${n}.${own.id}@example.com`).run();
  await env.DB.prepare(
    "insert into memberships (organization_id, user_id, role, created_at) select ?, id, 'viewer', 0 from users where email like ?",
  )
    .bind(own.id, `m%.${own.id}@example.com`)
    .run();
  const first = await person.open("/settings/members");
  const next = /href="([^"]+after=\d+)"/.exec(first.text)?.[1] ?? "";
  const second = await person.open(next.replace(`/console/${own.id}`, ""));
  const found = (first.text + second.text).match(/m\d+\.\d+@example\.com(?=<)/g) ?? [];
  expect(new Set(found).size).toBe(120);
});
