import { beforeAll, describe, expect, it } from "vitest";
import { createShop, directoryRows, ingestOrder, rows, type Shop } from "../../kit/client";
import { operate } from "../access/kit";
import { browse, createMember, PASSWORD, sessionIn, type Visitor, visitorOf, createMemberWithPassword } from "./kit";
import { sendAccount } from "./second-factor-kit";

/** A member's name is shown instead of their email address (docs/spec/console.md#names). */

let shop: Shop;
let owner: Visitor;
beforeAll(async () => {
  shop = await createShop();
  owner = await createMember(shop.id, "owner");
});

let people = 0;
const anAddress = () => `named-${(people += 1)}@example.com`;

const nameOf = async (email: string) => (await rows<{ name: string | null }>("select name from users where email = ?", email))[0]?.name;

async function join(email: string, name: string) {
  const invited = await owner.send("/settings/members", { email, role: "member" });
  const link = /<code id="link">https:\/\/[^/]+(\/console\/join\/\w+)<\/code>/.exec(invited.text)?.[1] ?? "";
  return { link, joined: await browse(link, { form: { name, password: PASSWORD, again: PASSWORD } }) };
}

const readRenameEntries = async (email: string) =>
  await directoryRows<{ organization_id: number; details: string }>(
    "select organization_id, details from audit_log where action = 'member.renamed' and target_name = ? order by id",
    email,
  );

describe("a name", () => {
  it("is given when a person joins, and shown in lists, notes, histories and pickers of an assignee", async () => {
    const email = anAddress();
    const { joined } = await join(email, "  Ann <b>Lee</b> ");
    const person = visitorOf(shop.id, email, sessionIn(joined) ?? "");
    expect(await nameOf(email)).toBe("Ann <b>Lee</b>");
    const { id } = await ingestOrder(shop);
    await person.send(`/orders/${id}/notes`, { content: "Called the buyer" });
    await person.send(`/orders/${id}/status`, { status: "Shipped", reason: "x" });
    const shown = "Ann &lt;b&gt;Lee&lt;/b&gt;";
    for (const path of ["/settings/members", "/settings/audit-log", `/orders/${id}`]) {
      const { text } = await owner.open(path);
      expect([path, text.includes(shown), text.includes("<b>Lee")]).toEqual([path, true, false]);
    }
    const entries = (await owner.open(`/orders/${id}`)).text.split("<li>");
    for (const text of ["Called the buyer", "Status from New to Shipped"]) {
      expect(entries.find((entry) => entry.includes(text))).toContain(shown);
    }
    const picks = await person.open("/pick/members?q=ann");
    expect(picks.text).toContain(JSON.stringify("Ann <b>Lee</b>"));
    const authors = await rows<{ author_name: string }>("select author_name from order_notes where order_id = ?", id);
    expect(authors).toEqual([{ author_name: "Ann <b>Lee</b>" }]);
    // The address stays visible where members are managed.
    expect((await owner.open("/settings/members")).text).toContain(email);
  });

  it("is optional: without one, the address is shown", async () => {
    const email = anAddress();
    const { joined } = await join(email, "");
    expect({ status: joined.status, name: await nameOf(email) }).toEqual({ status: 303, name: null });
    expect((await owner.open("/settings/members")).text).toContain(`>${email}</a>`);
  });

  it("that is too long is rejected, with what was typed, and the link still works", async () => {
    const email = anAddress();
    const { link, joined } = await join(email, "x".repeat(101));
    expect([joined.status, joined.text.includes("A name has at most 100 characters."), joined.text.includes("x".repeat(101))]).toEqual([
      400,
      true,
      true,
    ]);
    expect(await nameOf(email)).toBeUndefined();
    expect((await browse(link, { form: { name: "x".repeat(100), password: PASSWORD, again: PASSWORD } })).status).toBe(303);
  });

  it("may not be the password", async () => {
    const { joined } = await join(anAddress(), "violet baudelaire");
    expect(joined.status).toBe(303);
    const invited = await owner.send("/settings/members", { email: anAddress(), role: "member" });
    const link = /(\/console\/join\/\w+)<\/code>/.exec(invited.text)?.[1] ?? "";
    const own = await browse(link, { form: { name: "Violet Baudelaire", password: "violetbaudelaire", again: "violetbaudelaire" } });
    expect(own.status).toBe(400);
    // Under another name, the password is accepted.
    const other = await browse(link, { form: { name: "Klaus", password: "violetbaudelaire", again: "violetbaudelaire" } });
    expect(other.status).toBe(303);
  });

  it("is asked for with a password link, if there is none yet", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const linkFor = async () => (await operate("POST", `${shop.id}/members/${person.id}/invitation`)).body.path as string;
    const link = await linkFor();
    expect((await browse(link)).text).toContain('name="name"');
    const newPassword = "another good sentence";
    await browse(link, { form: { name: "Bea", password: newPassword, again: newPassword } });
    expect(await nameOf(person.email)).toBe("Bea");
    const second = await linkFor();
    expect((await browse(second)).text).not.toContain('name="name"');
    await browse(second, { form: { name: "Somebody else", password: newPassword, again: newPassword } });
    expect(await nameOf(person.email)).toBe("Bea");
  });

  it("is changed on the account's page, with an entry in the audit log of each organization", { tags: "long" }, async () => {
    const person = await createMember(shop.id, "viewer");
    const other = await createShop();
    await rows("insert into memberships (organization_id, user_id, role, created_at) values (?, ?, 'viewer', 0)", other.id, person.id);
    const sent = await sendAccount(person, "/name", { name: "Cy" });
    expect({ status: sent.status, location: sent.location, name: await nameOf(person.email) }).toEqual({
      status: 303,
      location: "/console/account?done=renamed#name",
      name: "Cy",
    });
    expect((await browse(sent.location ?? "", { cookie: person.cookie })).text).toContain("Name saved.");
    await sendAccount(person, "/name", { name: "Cy" });
    await sendAccount(person, "/name", { name: " " });
    expect(await nameOf(person.email)).toBeNull();
    const changes = [{ name: { from: null, to: "Cy" } }, { name: { from: "Cy", to: null } }].flatMap((details) =>
      [shop.id, other.id].map((organization_id) => ({ organization_id, details })),
    );
    expect(
      (await readRenameEntries(person.email)).map(({ organization_id, details }) => ({
        organization_id,
        details: JSON.parse(details) as unknown,
      })),
    ).toEqual(changes);
    const long = await sendAccount(person, "/name", { name: "y".repeat(101) });
    expect({ status: long.status, text: long.text, name: await nameOf(person.email) }).toEqual({
      status: 400,
      text: expect.stringContaining("y".repeat(101)),
      name: null,
    });
  });
});
