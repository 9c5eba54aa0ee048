import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createShop, call, directoryRows, rows, type Shop } from "../../kit/client";
import { createMember, browse, type Page, PASSWORD, type Role, sessionIn, type Visitor, visitorOf } from "./kit";

/** The permission "money": who has it, and how it is granted and revoked (docs/spec/console.md#money). */

let shop: Shop;
let owner: Visitor;
let admin: Visitor;
beforeAll(async () => {
  shop = await createShop();
  [owner, admin] = [await createMember(shop.id, "owner"), await createMember(shop.id, "admin")];
});

/** Whether a member sees expenses and a link to them in the navigation. */
async function seesMoney(visitor: Visitor): Promise<boolean> {
  const { status } = await visitor.open("/expenses");
  const isLinked = (await visitor.open("/orders")).text.includes(`/console/${shop.id}/expenses"`);
  expect([200, 403]).toContain(status);
  expect(isLinked).toBe(status === 200);
  return isLinked;
}

const saveMember = async (by: Visitor, to: { id: number }, form: Record<string, string>): Promise<Page> =>
  await by.send(`/settings/members/${to.id}`, form);

const linkIn = ({ text }: Page): string => /<code id="link">https:\/\/[^/]+(\/console\/join\/\w+)</.exec(text)?.[1] ?? "";

const entriesOf = async (name: string) =>
  await directoryRows<{ action: string; details: string }>("select action, details from audit_log where target_name = ? order by id", name);

describe('the permission "money"', () => {
  // Owners and admins have it by their role.
  it.each<[role: Role, money: boolean, sees: boolean]>([
    ["owner", false, true],
    ["admin", false, true],
    ["member", false, false],
    ["member", true, true],
    ["viewer", false, false],
    ["viewer", true, true],
  ])("of a %s, given %s, is %s", async (role, money, sees) => {
    expect(await seesMoney(await createMember(shop.id, role, { money }))).toBe(sees);
  });

  it("is granted and revoked on the page of a member, applies to the next request, and is in the audit log", async () => {
    const viewer = await createMember(shop.id, "viewer");
    expect(await seesMoney(viewer)).toBe(false);
    const page = await admin.open(`/settings/members/${viewer.id}`);
    expect(page.text).toMatch(/<input id="money" name="money" type="checkbox" value="on"(?! checked)/);
    expect((await saveMember(admin, viewer, { role: "viewer", money: "on" })).status).toBe(303);
    expect(await seesMoney(viewer)).toBe(true);
    expect((await admin.open(`/settings/members/${viewer.id}`)).text).toMatch(/name="money" type="checkbox" value="on" checked/);
    expect((await saveMember(owner, viewer, { role: "member", money: "on" })).status).toBe(303);
    expect(await seesMoney(viewer)).toBe(true);
    expect((await saveMember(owner, viewer, { role: "member" })).status).toBe(303);
    expect(await seesMoney(viewer)).toBe(false);
    // Saving the same values changes nothing.
    expect((await saveMember(owner, viewer, { role: "member" })).status).toBe(303);
    expect(await entriesOf(viewer.email)).toEqual([
      { action: "member.added", details: '{"role":"viewer"}' },
      { action: "member.permissions_changed", details: '{"money":{"from":false,"to":true}}' },
      { action: "member.role_changed", details: '{"role":{"from":"viewer","to":"member"}}' },
      { action: "member.permissions_changed", details: '{"money":{"from":true,"to":false}}' },
    ]);
    const { text } = await owner.open("/settings/audit-log");
    expect(text).toContain("Changed the permissions of");
    expect(text).toMatch(/sees costs and profit:<\/span> no → yes/);
  });

  it("is not kept by a former owner or admin", async () => {
    const person = await createMember(shop.id, "viewer", { money: true });
    // What is stored counts after a change of the role alone.
    const readStored = async () => await rows("select money from memberships where user_id = ?", person.id);
    await saveMember(owner, person, { role: "admin", money: "on" });
    expect(await readStored()).toEqual([{ money: 0 }]);
    await saveMember(owner, person, { role: "viewer" });
    expect(await seesMoney(person)).toBe(false);
    await saveMember(owner, person, { role: "owner", money: "on" });
    expect(await readStored()).toEqual([{ money: 0 }]);
    await saveMember(owner, person, { role: "member" });
    expect(await seesMoney(person)).toBe(false);
  });

  it("ends with the next request, although the isolate has cached the member", async () => {
    const person = await createMember(shop.id, "viewer", { money: true });
    expect((await person.open("/expenses")).status).toBe(200);
    // As another isolate would change it, without notice to this one.
    await rows("update memberships set money = 0 where user_id = ?", person.id);
    expect((await person.open("/expenses")).status).toBe(403);
  });

  it("is part of an invitation, shown on its page, and in the lists of invitations and members", { tags: "long" }, async () => {
    const email = "sees-money@example.com";
    const sent = await admin.send("/settings/members", { email, role: "viewer", money: "on" });
    const link = linkIn(sent);
    expect((await browse(link)).text).toContain("you will also see costs, profit, expenses and analytics");
    const row = new RegExp(`${email}.*?</tr>`, "s");
    expect(row.exec((await owner.open("/settings/members")).text)?.[0]).toContain(">Yes<");
    const joined = await browse(link, { form: { password: PASSWORD, again: PASSWORD } });
    expect(await seesMoney(visitorOf(shop.id, email, sessionIn(joined) ?? ""))).toBe(true);
    expect(row.exec((await owner.open("/settings/members")).text)?.[0]).toContain(">Yes<");
    expect(await entriesOf(email)).toMatchObject([
      { action: "member.offered", details: expect.stringContaining('"role":"viewer","money":true') },
      { action: "member.added", details: '{"role":"viewer","money":true}' },
    ]);
    const other = await admin.send("/settings/members", { email: "sees-none@example.com", role: "viewer" });
    expect((await browse(linkIn(other))).text).not.toContain("you will also see");
  });

  it("moves with the membership to another account, and a change of it invalidates earlier links", async () => {
    const person = await createMember(shop.id, "viewer", { money: true });
    const createLink = async () => linkIn(await owner.send(`/settings/members/${person.id}/link`, {}));
    const choose = async (link: string) => await browse(link, { form: { password: PASSWORD, again: PASSWORD } });
    const early = await createLink();
    await saveMember(owner, person, { role: "viewer" });
    expect((await choose(early)).status).toBe(404);
    await saveMember(owner, person, { role: "viewer", money: "on" });
    const joined = await choose(await createLink());
    // The link has created another account with this address, which now has the membership.
    expect(await rows("select 1 from memberships where user_id = ?", person.id)).toEqual([]);
    expect(await seesMoney(visitorOf(shop.id, person.email, sessionIn(joined) ?? ""))).toBe(true);
  });

  it("cannot be granted by a member, to themselves or to others", async () => {
    const [member, viewer] = [await createMember(shop.id, "member"), await createMember(shop.id, "viewer")];
    expect((await saveMember(member, member, { role: "member", money: "on" })).status).toBe(403);
    expect((await saveMember(member, viewer, { role: "viewer", money: "on" })).status).toBe(403);
    expect([await seesMoney(member), await seesMoney(viewer)]).toEqual([false, false]);
  });
});

describe('the permission "money" in requests of the operator', () => {
  const post = async (body: Record<string, unknown>) =>
    await call(`/operator/organizations/${shop.id}/members`, {
      method: "POST",
      body,
      headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` },
    });

  it("is kept if a request omits it, unless the member had it only by the role", async () => {
    const person = await createMember(shop.id, "viewer");
    const { email } = person;
    const steps: [body: Record<string, unknown>, money: boolean][] = [
      [{ role: "viewer", money: true }, true],
      [{ role: "viewer" }, true],
      [{ role: "member" }, true],
      [{ role: "member", money: false }, false],
      [{ role: "member", money: true }, true],
      [{ role: "admin" }, true],
      // An admin had it only by the role.
      [{ role: "viewer" }, false],
    ];
    for (const [body, money] of steps) {
      const response = await post({ email, ...body });
      expect({ body, status: response.status, responseBody: response.body }).toEqual({
        body,
        status: 201,
        responseBody: { user_id: person.id, organization_id: shop.id, email, role: body["role"], money },
      });
      expect({ body, seesMoney: await seesMoney(person) }).toEqual({ body, seesMoney: money });
    }
  });

  it("can't be false for owners and admins, and must be true or false", async () => {
    for (const body of [
      { role: "owner", money: false },
      { role: "admin", money: false },
      { role: "viewer", money: "yes" },
    ]) {
      const response = await post({ email: "nobody-yet@example.com", ...body });
      expect({ body, status: response.status, path: response.body.error.details[0].path }).toEqual({ body, status: 400, path: "money" });
    }
    expect(await rows("select 1 from users where email = 'nobody-yet@example.com'")).toEqual([]);
  });
});
