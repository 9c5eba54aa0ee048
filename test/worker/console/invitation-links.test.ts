import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { browse, createMember, type Page, PASSWORD, type Visitor } from "./kit";

/** New links for invitations (docs/spec/console.md#invitations). */

let shop: Shop;
let owner: Visitor;
let admin: Visitor;
beforeAll(async () => {
  shop = await createShop();
  [owner, admin] = [await createMember(shop.id, "owner"), await createMember(shop.id, "admin")];
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const DAY = 86_400_000;

const linkIn = ({ text }: Page): string => /<code id="link">https:\/\/[^/]+(\/console\/join\/\w+)<\/code>/.exec(text)?.[1] ?? "";

let people = 0;
const anAddress = () => `linked-${(people += 1)}@example.com`;

const invite = async (email: string, role = "member") => linkIn(await owner.send("/settings/members", { email, role }));

/** Creates a new link for the latest invitation of an address. */
async function renew(by: Visitor, email: string): Promise<Page> {
  const [{ id } = { id: 0 }] = await rows<{ id: number }>("select max(id) as id from member_invitations where email = ?", email);
  return await by.send(`/settings/members/invitations/${id}/link`, {});
}

const statusOf = async (link: string) => (await browse(link)).status;

describe("a new link for an invitation", () => {
  it("replaces the earlier one, with the same role, and is valid for seven days from then on", { tags: "long" }, async () => {
    const email = anAddress();
    const first = await invite(email, "viewer");
    vi.setSystemTime(Date.now() + 6 * DAY);
    // The sessions of the others have ended.
    const late = await createMember(shop.id, "admin");
    const renewed = await renew(late, email);
    const link = linkIn(renewed);
    expect({
      status: renewed.status,
      isSame: link === first,
      firstStatus: await statusOf(first),
      linkStatus: await statusOf(link),
    }).toEqual({ status: 200, isSame: false, firstStatus: 404, linkStatus: 200 });
    // The list has one invitation of the person.
    expect((await late.open("/settings/members")).text.match(new RegExp(`for ${email}`, "g"))).toHaveLength(1);
    const end = Date.now() + 7 * DAY;
    vi.setSystemTime(end);
    expect(await statusOf(link)).toBe(404);
    vi.setSystemTime(end - 1);
    expect((await browse(link, { form: { password: PASSWORD, again: PASSWORD } })).status).toBe(303);
    expect(await rows("select m.role from memberships m join users u on u.id = m.user_id where u.email = ?", email)).toEqual([
      { role: "viewer" },
    ]);
  });

  it("is only for those who may grant the role, and for an invitation that is still open", { tags: "long" }, async () => {
    const email = anAddress();
    const link = await invite(email, "owner");
    const member = await createMember(shop.id, "member");
    expect({ admin: (await renew(admin, email)).status, member: (await renew(member, email)).status, link: await statusOf(link) }).toEqual({
      admin: 403,
      member: 403,
      link: 200,
    });
    const stranger = await createMember((await createShop()).id, "owner");
    expect((await renew(stranger, email)).status).toBe(404);
    await browse(link, { form: { password: PASSWORD, again: PASSWORD } });
    expect((await renew(owner, email)).status).toBe(404);
  });

  it("of a member who lost their password keeps replacing their account", async () => {
    const person = await createMember(shop.id, "viewer");
    const first = linkIn(await owner.send(`/settings/members/${person.id}/link`, {}));
    const second = linkIn(await renew(owner, person.email));
    expect({ firstStatus: await statusOf(first), secondStatus: await statusOf(second) }).toEqual({ firstStatus: 404, secondStatus: 200 });
    await browse(second, { form: { password: PASSWORD, again: PASSWORD } });
    expect(await rows("select 1 from memberships where user_id = ?", person.id)).toEqual([]);
    expect(await rows("select m.role from memberships m join users u on u.id = m.user_id where u.email = ?", person.email)).toEqual([
      { role: "viewer" },
    ]);
  });

  it("is created at most ten times in an hour for an address, by whatever form", { tags: "long" }, async () => {
    const email = anAddress();
    await invite(email);
    for (let link = 2; link < 10; link += 1) expect((await renew(owner, email)).status).toBe(200);
    const last = await invite(email);
    expect(last).not.toBe("");
    for (const rejected of [
      await renew(owner, email),
      await renew(admin, email),
      await owner.send("/settings/members", { email, role: "viewer" }),
    ]) {
      expect({ status: rejected.status, retryAfter: rejected.headers.get("Retry-After") }).toEqual({ status: 429, retryAfter: "3600" });
    }
    // The link that was created last still works, and other addresses are not affected.
    expect([await statusOf(last), (await invite(anAddress())) === ""]).toEqual([200, false]);
    vi.setSystemTime(Date.now() + 3_600_000);
    expect((await renew(owner, email)).status).toBe(200);
  });

  it("is created once by the same form", async () => {
    const email = anAddress();
    await invite(email);
    const [{ id } = { id: 0 }] = await rows<{ id: number }>("select id from member_invitations where email = ?", email);
    const page = await owner.open("/settings/members");
    const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const path = `/settings/members/invitations/${id}/link`;
    const responses = [await owner.send(path, { form_token }), await owner.send(path, { form_token })];
    expect(responses.map(({ status, location }) => [status, location])).toEqual([
      [200, null],
      [303, `/console/${shop.id}/settings/members?done=repeated`],
    ]);
    expect(await statusOf(linkIn(responses[0] ?? page))).toBe(200);
  });
});
