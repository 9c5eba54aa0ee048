import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenIdSetup, startOpenId } from "./setup.ts";

let setup: OpenIdSetup;
let { worker, operator, step, signIn } = {} as OpenIdSetup;
let organizationId: number;

beforeAll(async () => {
  setup = await startOpenId();
  ({ worker, operator, step, signIn } = setup);
  ({ id: organizationId } = await operator<{ id: number }>("", { name: "Acme" }));
});
afterAll(async () => await setup?.[Symbol.asyncDispose]());

describe("signing in with an identity provider if the address has other accounts", () => {
  let count = 0;
  const newAddress = () => `person-${(count += 1)}@example.com`;
  const createOrganization = async () => (await operator<{ id: number }>("", { name: "Another" })).id;
  const addMember = async (id: number, email: string) =>
    (await operator<{ user_id: number }>(`/${id}/members`, { email, role: "member" })).user_id;

  /** Creates an unverified account in an organization of its own, as an invitation does. */
  async function createUnverifiedAccount(email: string) {
    const organization = await createOrganization();
    const insert = "insert into users (email, password_hash, created_at, updated_at) values (?, 'x', 0, 0) returning id";
    const [{ id } = { id: 0 }] = await worker.directoryRows<{ id: number }>(insert, email);
    await worker.directoryRows(
      "insert into memberships (organization_id, user_id, role, created_at) values (?, ?, 'owner', 0)",
      organization,
      id,
    );
    return { id, organization };
  }
  const memberOf = async (organization: number) =>
    (await worker.directoryRows<{ user_id: number }>("select user_id from memberships where organization_id = ?", organization))[0]
      ?.user_id;
  const accountOf = async (sub: string) =>
    (await worker.directoryRows<{ user_id: number }>("select user_id from identities where subject = ?", sub))[0]?.user_id;
  /** Opens the orders of an organization as a person. Returns the status. */
  const openOrders = async ({ cookies }: { cookies: Map<string, string> }, organization: number) =>
    (await step(`${worker.url}/console/${organization}/orders`, cookies)).status;

  /** Ends a person's membership as an owner of the organization does. */
  async function remove(organization: number, userId: number) {
    const email = newAddress();
    await operator(`/${organization}/members`, { email, role: "owner" });
    const { cookies } = await signIn({ claims: { sub: email, email } });
    const page = await (await step(`${worker.url}/console/${organization}/settings/members/${userId}`, cookies)).text();
    const body = new URLSearchParams({ form_token: /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? "" });
    const headers = { origin: worker.url, cookie: [...cookies].map((pair) => pair.join("=")).join("; ") };
    const url = `${worker.url}/console/${organization}/settings/members/${userId}/remove`;
    expect((await fetch(url, { method: "POST", redirect: "manual", headers, body })).status).toBe(303);
  }

  it("does not link accounts without an organization, however many there are", { tags: "long" }, async () => {
    const email = newAddress();
    const insert = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 25)
      insert into users (email, created_at, updated_at) select ?, 0, 0 from n`;
    await worker.directoryRows(insert, email);
    const { id, organization } = await createUnverifiedAccount(email);
    const person = await signIn({ claims: { sub: email, email } });
    expect(await openOrders(person, organization)).toBe(200);
    expect({ account: await accountOf(email), member: await memberOf(organization) }).toEqual({ account: id, member: id });
  });

  it("links only the verified account, and does not affect another one at the address", async () => {
    const email = newAddress();
    const stranger = await createUnverifiedAccount(email);
    const own = await addMember(organizationId, email);
    const claims = { sub: email, email };
    const stateOfStranger = async () => [
      await memberOf(stranger.organization),
      (await worker.directoryRows("select password_hash from users where id = ?", stranger.id))[0],
    ];
    for (const person of [await signIn({ claims }), await signIn({ claims })]) {
      expect(await openOrders(person, organizationId)).toBe(200);
      expect(await openOrders(person, stranger.organization)).toBe(404);
    }
    // An account that is created later is not affected either.
    const later = await createUnverifiedAccount(email);
    const person = await signIn({ claims });
    expect(await openOrders(person, organizationId)).toBe(200);
    expect(await openOrders(person, later.organization)).toBe(404);
    expect({ account: await accountOf(email), member: await memberOf(later.organization) }).toEqual({ account: own, member: later.id });
    expect(await stateOfStranger()).toEqual([stranger.id, { password_hash: "x" }]);
  });

  it("merges unverified accounts if none is verified", async () => {
    const email = newAddress();
    const [one, two] = [await createUnverifiedAccount(email), await createUnverifiedAccount(email)];
    const person = await signIn({ claims: { sub: email, email } });
    expect([await openOrders(person, one.organization), await openOrders(person, two.organization)]).toEqual([200, 200]);
    expect(await worker.directoryRows("select verified_by, password_hash from users where email = ? order by id", email)).toEqual([
      { verified_by: "provider", password_hash: null },
      { verified_by: null, password_hash: null },
    ]);
  });

  it("works for a person who was removed everywhere and is added again", async () => {
    const [email, organization] = [newAddress(), await createOrganization()];
    const claims = { sub: email, email };
    const before = await addMember(organization, email);
    await signIn({ claims });
    await remove(organization, before);
    await addMember(organization, email);
    expect(await openOrders(await signIn({ claims }), organization)).toBe(200);
    // Their account is verified again, so the operator adds the same one in other organizations.
    expect(await addMember(await createOrganization(), email)).toBe(before);
  });

  it("with an address that was given to another person admits the previous owner nowhere after they were removed", async () => {
    const [email, organization] = [newAddress(), await createOrganization()];
    const previous = { sub: `previous ${email}`, email };
    const before = await addMember(organization, email);
    await signIn({ claims: previous });
    await remove(organization, before);
    await addMember(organization, email);
    const next = await signIn({ claims: { sub: email, email } });
    expect(await openOrders(next, organization)).toBe(200);
    const renamed = await signIn({ claims: { ...previous, email: `old-${email}` } });
    expect(await openOrders(renamed, organization)).toBe(404);
  });

  it(
    "admits the new owner of an address only to the organization that has added them, and the previous owner not to that one, whoever has signed in before",
    { tags: "long" },
    async () => {
      for (const signedInBefore of ["the new owner", "the previous owner"]) {
        const [email, organization] = [newAddress(), await createOrganization()];
        const previous = { sub: `previous ${email}`, email };
        const before = await addMember(organizationId, email);
        await signIn({ claims: previous });
        const unverified = await createUnverifiedAccount(email);
        if (signedInBefore === "the new owner") expect((await signIn({ claims: { sub: email, email } })).status).toBe(401);
        else await signIn({ claims: { ...previous, email: `old-${email}` } });
        expect(await addMember(organization, email)).not.toBe(before);
        const next = await signIn({ claims: { sub: email, email } });
        const statuses = [organization, organizationId, unverified.organization].map(async (id) => await openOrders(next, id));
        expect(await Promise.all(statuses), signedInBefore).toEqual([200, 404, 404]);
        expect(await openOrders(await signIn({ claims: { ...previous, email: `old-${email}` } }), organization)).toBe(404);
      }
    },
  );
});
