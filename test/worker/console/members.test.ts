import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { changeAccess, invitePerson, createMemberLink, removeMember } from "../../../src/accounts/members/members";
import { scrypt } from "../../../src/platform/crypto/password";
import { createShop, directoryRows, rows, type Shop } from "../../kit/client";
import { operate } from "../access/kit";
import {
  createMember,
  createMemberWithPassword,
  browse,
  controlOf,
  type Page,
  PASSWORD,
  type Role,
  sessionIn,
  signIn,
  tokenIn,
  type Visitor,
  visitorOf,
} from "./kit";

let shop: Shop;
let owner: Visitor;
let admin: Visitor;
beforeAll(async () => {
  shop = await createShop();
  [owner, admin] = [await createMember(shop.id, "owner"), await createMember(shop.id, "admin")];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const idOf = async ({ email }: { email: string }) =>
  (await rows<{ id: number }>("select id from users where email = ? collate nocase", email))[0]?.id ?? 0;

const pathOf = async (member: { email: string }) => `/settings/members/${await idOf(member)}`;

const roleOf = async (organizationId: number, member: { email: string }): Promise<Role | null> =>
  (
    await rows<{ role: Role }>("select role from memberships where organization_id = ? and user_id = ?", organizationId, await idOf(member))
  )[0]?.role ?? null;

/** The path of the only link on a page; null if there is none. */
function linkIn({ text }: Page): string | null {
  return /<code id="link">https:\/\/[^/]+(\/console\/join\/[0-9A-Za-z]{32,})<\/code>/.exec(text)?.[1] ?? null;
}

async function choosePassword(link: string, password = PASSWORD): Promise<Page> {
  return await browse(link, { form: { password, again: password } });
}

let people = 0;
const anAddress = () => `added-${(people += 1)}@example.com`;

/** Invites an address and returns the path of the link. */
const invite = async (inviter: Visitor, email: string, role: Role): Promise<string> =>
  linkIn(await inviter.send("/settings/members", { email, role })) ?? "";

/** Joins by a link with the account of this cookie. */
const join = async (link: string, { cookie }: { cookie: string }): Promise<Page> =>
  await browse(link, { cookie, form: { form_token: tokenIn(await browse("/console/account", { cookie })) } });

describe("inviting a person", () => {
  it("says that members work without connections, webhooks and settings, and these are forbidden to them", async () => {
    expect((await owner.open("/settings/members/new")).text).toContain(
      "Member: orders, products and all daily work, without connections, webhooks and settings",
    );
    const member = await createMember(shop.id, "member");
    for (const path of ["/connections", "/webhooks", "/settings/organization", "/settings/api-tokens"]) {
      expect({ path, status: (await member.open(path)).status }).toEqual({ path, status: 403 });
    }
  });

  it("creates a link for one use within seven days, stores only its hash, and creates no account until then", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const email = anAddress();
    const link = await invite(owner, email, "member");
    expect(await rows("select 1 from users where email = ?", email)).toEqual([]);
    const kept = JSON.stringify(await rows("select * from member_invitations where email = ?", email));
    expect([kept.includes(link.split("/").at(-1) ?? ""), kept.includes(`"expires_at":${Date.now() + 7 * 86_400_000}`)]).toEqual([
      false,
      true,
    ]);
    expect((await browse(link)).status).toBe(200);
    vi.setSystemTime(Date.now() + 7 * 86_400_000 - 1);
    const joined = await choosePassword(link);
    expect(joined.location).toBe(`/console/organizations?to=${encodeURIComponent(`/console/${shop.id}/home`)}`);
    expect((await choosePassword(link)).status).toBe(404);
    // The password was just chosen, so no sign-in is needed.
    const person = visitorOf(shop.id, email, sessionIn(joined) ?? "");
    expect((await browse(joined.location ?? "", { cookie: person.cookie })).location).toBe(`/console/${shop.id}/home`);
    expect(await signIn(email)).toMatch(/^__Host-session=/);
    expect([(await person.open("/orders")).status, (await person.open("/settings/members")).status]).toEqual([200, 403]);
    const entries = await directoryRows("select action, actor_name from audit_log where target_name = ? order by id", email);
    expect(entries).toEqual([
      { action: "member.offered", actor_name: owner.email },
      { action: "member.added", actor_name: email },
    ]);
  });

  it("happens once, however often the form is sent, and a member cannot be invited", { tags: "long" }, async () => {
    const email = anAddress();
    const form = { form_token: tokenIn(await owner.open("/settings/members/new")), email, role: "viewer" };
    const responses = [await owner.send("/settings/members", form), await owner.send("/settings/members", form)];
    expect(responses.map(({ status, location }) => [status, location])).toEqual([
      [200, null],
      [303, `/console/${shop.id}/settings/members?done=repeated`],
    ]);
    // The link of the first response still works.
    const link = linkIn(responses[0] ?? ({ text: "" } as Page)) ?? "";
    expect((await choosePassword(link)).status).toBe(303);
    const again = await owner.send("/settings/members", { email: email.toUpperCase(), role: "admin" });
    expect({ status: again.status, text: again.text }).toEqual({ status: 409, text: expect.stringContaining("is a member already") });
    expect(await roleOf(shop.id, { email })).toBe("viewer");
  });

  it(
    "rejects a password that is easy to guess or was typed differently the second time, and the link still works",
    { tags: "long" },
    async () => {
      const own = await createShop({ name: "Gift Cottage" });
      const link = await invite(await createMember(own.id, "owner"), "violet.baudelaire@example.com", "viewer");
      for (const password of ["short", "password1234", "GiftCottage2026", "violetbaudelaire"]) {
        expect({ password, status: (await choosePassword(link, password)).status }).toEqual({ password, status: 400 });
      }
      expect((await browse(link, { form: { password: PASSWORD, again: `${PASSWORD}.` } })).status).toBe(400);
      expect((await choosePassword(link)).status).toBe(303);
    },
  );

  it("creates an invitation that is listed, can be withdrawn and renewed, and expires", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const email = anAddress();
    const [first, second] = [await invite(owner, email, "owner"), await invite(owner, email, "viewer")];
    expect({ firstStatus: (await browse(first)).status, secondStatus: (await browse(second)).status }).toEqual({
      firstStatus: 404,
      secondStatus: 200,
    });
    const page = await owner.open("/settings/members");
    expect(page.text).toContain(`Withdraw invitation<span class="hidden"> of ${email}</span>`);
    const withdraw = async (visitor: Visitor) => {
      const [{ id } = { id: 0 }] = await rows<{ id: number }>("select max(id) as id from member_invitations where email = ?", email);
      return await visitor.send(`/settings/members/invitations/${id}/withdraw`, {});
    };
    expect((await withdraw(admin)).location).toBe(`/console/${shop.id}/settings/members?done=withdrawn`);
    expect([(await choosePassword(second)).status, (await withdraw(admin)).status]).toEqual([404, 404]);
    const third = await invite(owner, email, "owner");
    expect((await withdraw(admin)).status).toBe(403);
    // Inviting the address again would withdraw it as well.
    expect((await admin.send("/settings/members", { email: email.toUpperCase(), role: "viewer" })).status).toBe(403);
    expect((await browse(third)).status).toBe(200);
    const other = await createShop();
    const stranger = await createMember(other.id, "owner");
    expect((await withdraw(stranger)).status).toBe(404);
    vi.setSystemTime(Date.now() + 7 * 86_400_000);
    expect((await choosePassword(third)).status).toBe(404);
    expect(await rows("select 1 from users where email = ?", email)).toEqual([]);
  });

  it("creates a link that becomes invalid when the inviter is removed or loses the right to invite", async () => {
    const own = await createShop();
    const second = await createMember(own.id, "owner");
    for (const how of [
      async (first: Visitor) => await second.send(`${await pathOf(first)}/remove`, {}),
      async (first: Visitor) => await second.send(await pathOf(first), { role: "admin" }),
    ]) {
      const first = await createMember(own.id, "owner");
      const email = anAddress();
      const link = await invite(first, email, "owner");
      expect((await browse(link)).status).toBe(200);
      expect((await how(first)).status).toBe(303);
      expect((await choosePassword(link)).status).toBe(404);
      expect(await roleOf(own.id, { email })).toBeNull();
    }
  });

  it("creates a link that no longer works once the address has become a member", async () => {
    const email = anAddress();
    const link = await invite(owner, email, "admin");
    await operate("POST", `${shop.id}/members`, { email, role: "viewer" });
    expect((await choosePassword(link)).status).toBe(404);
    const accounts = await rows("select 1 from users where email = ?", email);
    expect({ role: await roleOf(shop.id, { email }), accountCount: accounts.length }).toEqual({ role: "viewer", accountCount: 1 });
  });
});

describe("an email address that has an account in another organization", () => {
  it("is invited like any other, and no response reveals the account", async () => {
    const other = await createShop();
    const [known, unknown] = [
      (await createMemberWithPassword(other.id, "owner")).email,
      `nobody-${crypto.randomUUID().slice(0, 8)}@example.com`,
    ];
    const pageOf = async (email: string) => {
      const [{ id } = { id: 0 }] = await rows<{ id: number }>("select max(id) as id from users where email = ?", email);
      return `/settings/members/${id}`;
    };
    const readResponses = async (email: string) => {
      const made = await owner.send("/settings/members", { email, role: "viewer" });
      const link = linkIn(made) ?? "";
      const opened = await browse(link);
      const listed = await owner.open("/settings/members");
      const joined = await choosePassword(link, "yet another good sentence");
      const after = await owner.open(await pageOf(email));
      const again = await owner.send(`${await pageOf(email)}/link`, {});
      const relinked = await choosePassword(linkIn(again) ?? "", "one more good sentence");
      return [made, opened, listed, joined, after, again, relinked].map(({ status, text, location }) =>
        [status, location ?? "", text]
          .join(" ")
          .replaceAll(/(?<=join(?:\/|%2F))[0-9A-Za-z]+/g, "LINK")
          .replaceAll(/name="form_token" value="[^"]+"/g, "TOKEN")
          .replaceAll(/(?:members|invitations)\/\d+/g, "ID")
          .replaceAll(/req_\w+/g, "REQUEST")
          .replaceAll(/<time[^>]*>[^<]*<\/time>/g, "TIME")
          .replaceAll(encodeURIComponent(email), "ADDRESS")
          .replaceAll(email, "ADDRESS"),
      );
    };
    const [ofUnknown, ofKnown] = [await readResponses(unknown), await readResponses(known)];
    // Not the list (2): it also has the members and invitations before them.
    expect(ofKnown.map((text) => text.slice(0, 3))).toEqual(["200", "200", "200", "303", "200", "200", "303"]);
    for (const nth of [0, 1, 3, 4, 5, 6]) expect(ofKnown[nth]).toBe(ofUnknown[nth]);
  });

  it("joins with that account once, after signing in; another person's session cannot use the link", async () => {
    const other = await createShop();
    const [person, stranger] = [await createMemberWithPassword(other.id, "member"), await createMember(other.id, "viewer")];
    const link = await invite(owner, person.email.toUpperCase(), "admin");
    expect((await browse(link, { cookie: stranger.cookie })).status).toBe(403);
    expect((await join(link, stranger)).status).toBe(403);
    expect((await browse(link, { cookie: person.cookie })).text).toContain("Join Shop");
    expect(await roleOf(shop.id, person)).toBeNull();
    expect(await join(link, person)).toMatchObject({ status: 303, location: `/console/${shop.id}/home` });
    expect({ shopRole: await roleOf(shop.id, person), otherRole: await roleOf(other.id, person) }).toEqual({
      shopRole: "admin",
      otherRole: "member",
    });
    expect((await join(link, person)).status).toBe(404);
  });

  it("merges two accounts with the same password at the next sign-in", async () => {
    const other = await createShop();
    const person = await createMemberWithPassword(other.id, "member");
    const link = await invite(owner, person.email, "viewer");
    expect((await choosePassword(link)).status).toBe(303);
    expect(await rows("select 1 from users where email = ?", person.email)).toHaveLength(2);
    const cookie = await signIn(person.email);
    for (const id of [other.id, shop.id]) expect((await browse(`/console/${id}/orders`, { cookie })).status).toBe(200);
    expect(await roleOf(shop.id, person)).toBe("viewer");
    expect(await rows("select 1 from users where email = ? and password_hash is not null", person.email)).toHaveLength(1);
  });
});

describe("an email address that somebody else has registered", () => {
  const THIEF_PASSWORD = "a thief has this sentence";

  /** Lets the owner of another organization create an account at an address that is not theirs. */
  async function registerByThief() {
    const evil = await createShop();
    const thief = await createMember(evil.id, "owner");
    const email = anAddress();
    await choosePassword(await invite(thief, email, "viewer"), THIEF_PASSWORD);
    return { evil, thief, email };
  }

  it("does not prevent its real owner from accepting an invitation, and admits nobody else", { tags: "long" }, async () => {
    const { evil, email } = await registerByThief();
    const stolen = await signIn(email, THIEF_PASSWORD);
    const link = await invite(owner, email, "admin");
    expect((await choosePassword(link)).status).toBe(303);
    const cookies = [await signIn(email), await signIn(email, THIEF_PASSWORD), stolen];
    const opened = cookies.map(async (cookie) => {
      const pages = await Promise.all([shop.id, evil.id].map(async (id) => await browse(`/console/${id}/orders`, { cookie })));
      return pages.map(({ status }) => status);
    });
    expect(await Promise.all(opened)).toEqual([
      [200, 404],
      [404, 200],
      [404, 200],
    ]);
  });

  it("is ignored by the operator too, who adds its real owner", async () => {
    const { email } = await registerByThief();
    const added = await operate("POST", `${shop.id}/members`, { email, role: "owner", password: PASSWORD });
    expect(added.status).toBe(201);
    const statusOf = async (password: string) =>
      (await browse(`/console/${shop.id}/orders`, { cookie: await signIn(email, password) })).status;
    expect({ own: await statusOf(PASSWORD), thief: await statusOf(THIEF_PASSWORD) }).toEqual({ own: 200, thief: 404 });
    // In other cases, the operator adds the same account.
    const third = await createShop();
    const again = await operate("POST", `${third.id}/members`, { email, role: "viewer" });
    expect(again.body.user_id).toBe(added.body.user_id);
  });

  it("takes the same time for a wrong password with one account and with two", async () => {
    const { email } = await registerByThief();
    await choosePassword(await invite(owner, email, "viewer"));
    const hashes = await rows<{ password_hash: string }>("select password_hash from users where email = ?", email);
    // One derivation checks both passwords, because they share a salt.
    expect(new Set(hashes.map(({ password_hash }) => password_hash.split("$")[3])).size).toBe(1);
    expect(new Set(hashes.map(({ password_hash }) => password_hash)).size).toBe(2);
  });

  it("takes the same time after either account has a new password, from the account page, a link or the operator", async () => {
    const { evil, email } = await registerByThief();
    const added = await operate("POST", `${shop.id}/members`, { email, role: "viewer", password: PASSWORD });
    const derived = vi.spyOn(scrypt, "key");
    // The number of derivations for a wrong password determines the time that it takes.
    const derivationsOfFailedSignIn = async (address: string) => {
      derived.mockClear();
      expect((await browse("/console/sign-in", { form: { email: address, password: "a guess" } })).status).toBe(401);
      return derived.mock.calls.length;
    };
    const expected = await derivationsOfFailedSignIn(anAddress());
    expect(await derivationsOfFailedSignIn(email)).toBe(expected);

    const cookie = await signIn(email, THIEF_PASSWORD);
    const form_token = tokenIn(await browse("/console/account", { cookie }));
    const form = { form_token, current: THIEF_PASSWORD, password: "one more good sentence", again: "one more good sentence" };
    expect((await browse("/console/account/password", { cookie, form })).status).toBe(303);
    expect(await derivationsOfFailedSignIn(email)).toBe(expected);

    const { path } = (await operate("POST", `${shop.id}/members/${added.body.user_id}/invitation`)).body;
    expect((await choosePassword(path, "yet another good sentence")).status).toBe(303);
    expect(await derivationsOfFailedSignIn(email)).toBe(expected);
    expect(await roleOf(evil.id, { email })).toBe("viewer");
  });
});

it("an account gets a new salt with each new password", async () => {
  const { email, id } = await createMemberWithPassword(shop.id, "viewer");
  const saltOf = async () =>
    (await rows<{ password_hash: string }>("select password_hash from users where id = ?", id))[0]?.password_hash.split("$")[3];
  const before = await saltOf();
  const { path } = (await operate("POST", `${shop.id}/members/${id}/invitation`)).body;
  // It leads to the sign-in page with the address filled in.
  expect((await choosePassword(path, "yet another good sentence")).location).toContain(encodeURIComponent(email));
  expect(await saltOf()).not.toBe(before);
});

describe("a member's link to choose a new password", () => {
  it("moves the membership to a new account, so that the old password no longer opens this organization, but all others", async () => {
    const other = await createShop();
    const person = await createMemberWithPassword(shop.id, "member");
    await operate("POST", `${other.id}/members`, { email: person.email, role: "viewer" });
    const link = linkIn(await owner.send(`${await pathOf(person)}/link`, {})) ?? "";
    expect((await person.open("/orders")).status).toBe(200);
    const newPassword = "a new and better sentence";
    expect((await choosePassword(link, newPassword)).status).toBe(303);
    const [newCookie, before] = [await signIn(person.email, newPassword), await signIn(person.email)];
    const opened = [newCookie, before, person.cookie].map(async (cookie) => {
      const pages = await Promise.all([shop.id, other.id].map(async (id) => await browse(`/console/${id}/orders`, { cookie })));
      return pages.map(({ status }) => status);
    });
    expect(await Promise.all(opened)).toEqual([
      [200, 404],
      [404, 200],
      [404, 200],
    ]);
    const [entry] = await directoryRows(
      "select action, actor_name from audit_log where organization_id = ? order by id desc limit 1",
      shop.id,
    );
    expect(entry).toEqual({ action: "member.account_replaced", actor_name: person.email });
  });

  it("ends the password and the sessions of an account without another organization", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const link = linkIn(await owner.send(`${await pathOf(person)}/link`, {})) ?? "";
    await choosePassword(link, "a new and better sentence");
    expect((await browse("/console/organizations", { cookie: person.cookie })).status).toBe(303);
    expect((await browse("/console/sign-in", { form: { email: person.email, password: PASSWORD } })).status).toBe(401);
  });

  it("ends with the membership: its page returns 404, and the person is no longer listed", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const path = await pathOf(person);
    const link = linkIn(await owner.send(`${path}/link`, {})) ?? "";
    const page = async () => (await owner.open("/settings/members")).text;
    expect([(await browse(link)).status, (await page()).includes(person.email)]).toEqual([200, true]);
    expect((await owner.send(`${path}/remove`, {})).status).toBe(303);
    expect([(await browse(link)).status, (await page()).includes(person.email)]).toEqual([404, false]);
  });

  it("does nothing if the role has changed meanwhile, so that an admin's link cannot replace an owner", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const link = linkIn(await admin.send(`${await pathOf(person)}/link`, {})) ?? "";
    expect((await owner.send(await pathOf(person), { role: "owner" })).status).toBe(303);
    expect((await choosePassword(link, "a new and better sentence")).status).toBe(404);
    expect({ role: await roleOf(shop.id, person), status: (await person.open("/orders")).status }).toEqual({ role: "owner", status: 200 });
  });

  it("only ends the other sessions if the same account uses it while it is signed in", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const elsewhere = await signIn(person.email);
    const link = linkIn(await owner.send(`${await pathOf(person)}/link`, {})) ?? "";
    expect((await join(link, person)).status).toBe(303);
    expect({ role: await roleOf(shop.id, person), status: (await person.open("/orders")).status }).toEqual({ role: "member", status: 200 });
    expect((await browse("/console/organizations", { cookie: elsewhere })).status).toBe(303);
  });
});

describe("an account of an identity provider", () => {
  it("that joins loses a password that somebody may have chosen for it, its other sessions and its unused links", async () => {
    const other = await createShop();
    const [person, elsewhere] = [await createMemberWithPassword(other.id, "member"), "ses_elsewhere"];
    await rows("update sessions set method = 'openid' where user_id = ?", person.id);
    await rows(
      "insert into sessions (id, user_id, method, user_agent, created_at, expires_at, used_at) values (?, ?, 'password', '', 0, 9e15, 9e15)",
      elsewhere,
      person.id,
    );
    const unusedLink = (await operate("POST", `${other.id}/members/${person.id}/invitation`)).body.path;
    expect((await join(await invite(owner, person.email, "member"), person)).status).toBe(303);
    expect(await rows("select password_hash from users where id = ?", person.id)).toEqual([{ password_hash: null }]);
    expect(await rows("select revoked_at is not null as ended from sessions where id = ?", elsewhere)).toEqual([{ ended: 1 }]);
    expect((await browse(unusedLink)).status).toBe(404);
  });
});

describe("member management", () => {
  it("is hidden from members and viewers", { tags: "long" }, async () => {
    for (const role of ["member", "viewer"] as const) {
      const person = await createMember(shop.id, role);
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

  it(
    "allows admins to invite, change and remove all members except owners and to create links for them, and owners all of them",
    { tags: "long" },
    async () => {
      const second = await createMember(shop.id, "owner");
      const path = await pathOf(second);
      expect((await admin.send("/settings/members", { email: anAddress(), role: "owner" })).status).toBe(403);
      for (const [target, form] of [
        [path, { role: "viewer" }],
        [`${path}/remove`, {}],
        [`${path}/link`, {}],
        [await pathOf(await createMember(shop.id, "viewer")), { role: "owner" }],
      ] as const)
        expect((await admin.send(target, form)).status, target).toBe(403);
      expect(await roleOf(shop.id, second)).toBe("owner");
      const page = await admin.open(path);
      expect(page.text).not.toMatch(/Create link|Remove member|name="role"/);
      expect((await admin.open("/settings/members/new")).text).not.toContain('value="owner"');

      expect(linkIn(await owner.send(`${path}/link`, {}))).not.toBeNull();
      expect((await owner.send(path, { role: "admin" })).status).toBe(303);
      expect(linkIn(await admin.send("/settings/members", { email: anAddress(), role: "admin" }))).not.toBeNull();
      expect(linkIn(await admin.send(`${path}/link`, {}))).not.toBeNull();
      expect((await admin.send(path, { role: "viewer" })).status).toBe(303);
      expect((await admin.send(`${path}/remove`, {})).location).toBe(`/console/${shop.id}/settings/members?done=removed`);
      expect(await roleOf(shop.id, second)).toBeNull();
    },
  );

  it("allows nobody to change their own role or to create a link for themselves", async () => {
    for (const person of [owner, admin]) {
      const path = await pathOf(person);
      expect([(await person.send(path, { role: "viewer" })).status, (await person.send(`${path}/link`, {})).status]).toEqual([403, 403]);
    }
    expect({ ownerRole: await roleOf(shop.id, owner), adminRole: await roleOf(shop.id, admin) }).toEqual({
      ownerRole: "owner",
      adminRole: "admin",
    });
  });

  it("rejects the next request of a removed member, who can still open their other organizations", async () => {
    const [person, other] = [await createMember(shop.id, "member"), await createShop()];
    await rows(
      "insert into memberships (organization_id, user_id, role, created_at) values (?, ?, 'viewer', 0)",
      other.id,
      await idOf(person),
    );
    expect((await person.open("/orders")).status).toBe(200);
    await admin.send(`${await pathOf(person)}/remove`, {});
    expect((await person.open("/orders")).status).toBe(404);
    expect((await browse("/console/organizations", { cookie: person.cookie })).status).toBe(200);
    expect((await browse(`/console/${other.id}/orders`, { cookie: person.cookie })).status).toBe(200);
  });

  it("signs out a person without an organization, who cannot choose a password any more", async () => {
    const person = await createMember(shop.id, "member");
    const token = tokenIn(await person.open("/orders"));
    const id = await idOf(person);
    await admin.send(`${await pathOf(person)}/remove`, {});
    const form = { form_token: token, password: PASSWORD, again: PASSWORD };
    expect((await browse("/console/account", { cookie: person.cookie })).status).toBe(303);
    expect((await browse("/console/account/password", { cookie: person.cookie, form })).status).toBe(401);
    expect(await rows("select password_hash from users where id = ?", id)).toEqual([{ password_hash: null }]);
  });
});

describe("accounts without an organization", () => {
  it("do not prevent others at the same address from signing in", async () => {
    const { email } = await createMemberWithPassword(shop.id, "viewer");
    // The verified account of an address is always read.
    await rows("update users set verified_by = null where email = ?", email);
    const [row] = await rows<{ id: number; password_hash: string }>("select id, password_hash from users where email = ?", email);
    // Their higher ids would make them the first at the address, and they are more than the 20 accounts that a sign-in reads.
    const ids = `with recursive n(id) as (select max(id) + 1 from users union all select id + 1 from n limit 25)`;
    await rows(
      `insert into users (id, email, password_hash, created_at, updated_at) ${ids} select id, ?, ?, 0, 0 from n`,
      email,
      `$scrypt$ln=14,r=8,p=5$AAAAAAAAAAAAAAAAAAAAAA$${"A".repeat(43)}`,
    );
    expect(row?.id).toBeGreaterThan(0);
    expect(await signIn(email)).toMatch(/^__Host-session=/);
  });
});

describe("invitations of a member who has lost rights", () => {
  it.each([
    ["demoted to admin", "", { role: "admin" }, [404, 200]],
    ["demoted to member", "", { role: "member" }, [404, 404]],
    ["removed", "/remove", {}, [404, 404]],
  ] as const)(
    "end for good if their sender may no longer give the invited role, even if the sender gets the role back: %s",
    // The statuses of the links for an owner and for a viewer.
    async (_how, path, form, statuses) => {
      const own = await createShop();
      const [first, second] = [await createMember(own.id, "owner"), await createMember(own.id, "owner")];
      const links = [await invite(second, anAddress(), "owner"), await invite(second, anAddress(), "viewer")];
      const others = await invite(first, anAddress(), "owner");
      expect((await first.send((await pathOf(second)) + path, form)).status).toBe(303);
      await rows(
        "insert into memberships (organization_id, user_id, role, created_at) values (?, ?, 'owner', 0) on conflict do update set role = 'owner'",
        own.id,
        second.id,
      );
      expect(await roleOf(own.id, second)).toBe("owner");
      const statusOf = async (link: string) => (await browse(link)).status;
      expect([await statusOf(links[0] ?? ""), await statusOf(links[1] ?? "")]).toEqual(statuses);
      expect(await statusOf(others)).toBe(200);
    },
  );
});

describe("an organization keeps an owner", () => {
  it("if the last owner leaves: that is rejected; one of two owners can leave", async () => {
    const own = await createShop();
    const [first, second] = [await createMember(own.id, "owner"), await createMember(own.id, "owner")];
    const left = await second.send(`${await pathOf(second)}/remove`, {});
    expect(new URL(left.location ?? "", "https://api.example.com").pathname).toBe("/console/organizations");
    const rejected = await first.send(`${await pathOf(first)}/remove`, {});
    expect({ status: rejected.status, text: rejected.text }).toEqual({ status: 409, text: expect.stringContaining("at least one owner") });
    expect(await roleOf(own.id, first)).toBe("owner");
  });

  it("if two owners demote or remove each other at once: one remains, with one audit entry", { tags: "long" }, async () => {
    for (const [how, form] of [
      ["", { role: "viewer" }],
      ["/remove", {}],
    ] as const) {
      for (let round = 0; round < 2; round += 1) {
        const own = await createShop();
        const [first, second] = [await createMember(own.id, "owner"), await createMember(own.id, "owner")];
        const responses = await Promise.all([
          first.send((await pathOf(second)) + how, { form_token: tokenIn(await first.open("/orders")), ...form }),
          second.send((await pathOf(first)) + how, { form_token: tokenIn(await second.open("/orders")), ...form }),
        ]);
        const owners = await rows("select user_id from memberships where organization_id = ? and role = 'owner'", own.id);
        expect(owners).toHaveLength(1);
        expect(responses.filter(({ status }) => status === 303)).toHaveLength(1);
        const entries = await directoryRows(
          "select 1 from audit_log where organization_id = ? and action in ('member.removed', 'member.role_changed')",
          own.id,
        );
        expect(entries).toHaveLength(1);
      }
    }
  });

  it("if two owners leave at once: one remains", async () => {
    for (let round = 0; round < 2; round += 1) {
      const own = await createShop();
      const both = [await createMember(own.id, "owner"), await createMember(own.id, "owner")];
      await Promise.all(both.map(async (person) => await person.send(`${await pathOf(person)}/remove`, {})));
      expect(await rows("select role from memberships where organization_id = ?", own.id)).toEqual([{ role: "owner" }]);
    }
  });
});

/** The database with a concurrent commit right after the first trip, between the read and the write of a change. */
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

describe("a concurrent change between the read and the write is respected", () => {
  const setRole = async ({ id }: { id: number }, role: Role) => await rows("update memberships set role = ? where user_id = ?", role, id);
  const controlOfMember = ({ id, email }: { id: number; email: string }, organizationId: number, environment: Env) =>
    controlOf(environment, organizationId, { kind: "user", id, name: email });
  const readEntries = async (organizationId: number) =>
    await directoryRows("select action from audit_log where organization_id = ? and actor_kind = 'user'", organizationId);

  it("if the actor has lost their own role, although there is another owner", async () => {
    const own = await createShop();
    const [actor, target] = [await createMember(own.id, "owner"), await createMember(own.id, "viewer")];
    await createMember(own.id, "owner");
    for (const verb of [
      (e: Env) => changeAccess(controlOfMember(actor, own.id, e), { id: target.id }, { role: "owner", money: false }),
      (e: Env) => removeMember(controlOfMember(actor, own.id, e), target.id),
      (e: Env) => createMemberLink(controlOfMember(actor, own.id, e), target.id),
      (e: Env) => invitePerson(controlOfMember(actor, own.id, e), { email: anAddress(), role: "owner", money: false }),
    ]) {
      await setRole(actor, "owner");
      await expect(verb(envWith(() => setRole(actor, "viewer")))).rejects.toMatchObject({ status: 403 });
    }
    expect({ role: await roleOf(own.id, target), entries: await readEntries(own.id) }).toEqual({ role: "viewer", entries: [] });
    expect(await rows("select 1 from member_invitations where organization_id = ?", own.id)).toEqual([]);
  });

  it("if the other owner has been demoted: the last one remains an owner", async () => {
    const own = await createShop();
    const [first, second] = [await createMember(own.id, "owner"), await createMember(own.id, "owner")];
    const leaves = removeMember(
      controlOfMember(
        first,
        own.id,
        envWith(() => setRole(second, "viewer")),
      ),
      first.id,
    );
    await expect(leaves).rejects.toMatchObject({ status: 409, details: [{ code: "last_owner" }] });
    expect({ role: await roleOf(own.id, first), entries: await readEntries(own.id) }).toEqual({ role: "owner", entries: [] });
  });

  it("if somebody became an owner: an admin can neither remove them nor create a link for them", async () => {
    const own = await createShop();
    const [actor, target] = [await createMember(own.id, "admin"), await createMember(own.id, "viewer")];
    for (const verb of [removeMember, createMemberLink]) {
      await setRole(target, "viewer");
      await expect(
        verb(
          controlOfMember(
            actor,
            own.id,
            envWith(() => setRole(target, "owner")),
          ),
          target.id,
        ),
      ).rejects.toMatchObject({ status: 403 });
    }
    expect({ role: await roleOf(own.id, target), entries: await readEntries(own.id) }).toEqual({ role: "owner", entries: [] });
  });

  it("if the invited person became a member: they are not invited", async () => {
    const own = await createShop();
    const actor = await createMember(own.id, "owner");
    const email = anAddress();
    const joins = async () => await operate("POST", `${own.id}/members`, { email, role: "viewer" });
    const invites = invitePerson(controlOfMember(actor, own.id, envWith(joins)), { email, role: "member", money: false });
    await expect(invites).rejects.toMatchObject({ details: [{ code: "already_member" }] });
    expect({ role: await roleOf(own.id, { email }), entries: await readEntries(own.id) }).toEqual({ role: "viewer", entries: [] });
  });
});

describe("the operator's link", () => {
  it("lets a member choose a password, here an owner with several organizations, and returns 404 for a person who is no member", async () => {
    const other = await createShop();
    const person = await createMember(shop.id, "owner");
    await operate("POST", `${other.id}/members`, { email: person.email, role: "viewer" });
    const userId = await idOf(person);
    const response = await operate("POST", `${shop.id}/members/${userId}/invitation`);
    expect(response.status).toBe(201);
    // Seven days, less the time that has passed since.
    expect(Date.parse(response.body.expires_at) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const newPassword = "another good sentence";
    expect((await choosePassword(response.body.path, newPassword)).status).toBe(303);
    expect((await browse(`/console/${shop.id}/orders`, { cookie: person.cookie })).status).toBe(303);
    expect(sessionIn(await browse("/console/sign-in", { form: { email: person.email, password: newPassword } }))).not.toBeNull();
    const nobody = await createShop();
    expect((await operate("POST", `${nobody.id}/members/${userId}/invitation`)).status).toBe(404);
  });

  it("replaces the role if a member is added again, with an audit entry only if it changes", async () => {
    const person = await createMember(shop.id, "viewer");
    const add = async (role: Role) => await operate("POST", `${shop.id}/members`, { email: person.email.toUpperCase(), role });
    expect([(await add("viewer")).status, (await add("admin")).body.user_id]).toEqual([201, await idOf(person)]);
    const entries = await directoryRows(
      "select action, details from audit_log where target_id = ? order by id",
      String(await idOf(person)),
    );
    expect(entries).toEqual([
      { action: "member.added", details: '{"role":"viewer"}' },
      { action: "member.role_changed", details: '{"role":{"from":"viewer","to":"admin"}}' },
    ]);
  });
});

it("the list of members has all of them, in pages", async () => {
  const own = await createShop();
  const person = await createMember(own.id, "owner");
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
  const addressesIn = (texts: string) => new Set(texts.match(/m\d+\.\d+@example\.com(?=<)/g));
  // The first one has 100 members, one of whom is the owner.
  expect({ first: addressesIn(first.text).size, both: addressesIn(first.text + second.text).size }).toEqual({ first: 99, both: 120 });
});
