import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { asOperator, createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { placeOrganizations } from "../../kit/databases";
import { brokenDatabase, envWith } from "../databases/stand-ins";
import { countingBindings, read, readUnder } from "./kit";

/** The operator's view of organizations (docs/spec/operator.md#organizations). */

const shops: Shop[] = [];
beforeAll(async () => {
  for (const database of [0, 1, 2]) {
    placeOrganizations(database);
    const shop = await createShop({ name: `Shop ${database}` });
    shops.push(shop);
    for (let order = 0; order < database; order += 1)
      await ingestOrder(shop, {
        items: [
          { name: "A", price: 1 },
          { name: "B", price: 1 },
        ],
      });
  }
});

afterEach(() => vi.restoreAllMocks());

interface Listed {
  id: number;
  name: string;
  database: number;
  orders: number | null;
  items: number | null;
  last_activity_at: string | null;
}

describe("the list of organizations", () => {
  it("has the database, the number of orders and the last activity of each", async () => {
    const { status, body } = await read("/organizations");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      has_more: false,
      next_cursor: null,
      data: shops.map(({ id, database }) => ({
        id,
        name: `Shop ${database}`,
        database,
        orders: database,
        items: 2 * database,
        closed_for: null,
      })),
    });
    const [never, once] = body.data as Listed[];
    expect(never?.last_activity_at).toBeNull();
    placeOrganizations(1);
    const [newest] = await rows<{ at: number }>("select max(occurred_at) as at from events where organization_id = ?", once?.id);
    expect(once?.last_activity_at).toBe(new Date(newest?.at ?? 0).toISOString());
    // Events are deleted after their retention, but not the orders.
    await rows("delete from events where organization_id = ?", once?.id);
    expect((await read(`/organizations/${once?.id}`)).body.last_activity_at).not.toBeNull();
  });

  it("has pages of at most 200, whose cursors no other list accepts", async () => {
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await read(`/organizations?limit=2${cursor === null ? "" : `&cursor=${cursor}`}`);
      expect(body.data.length).toBeLessThanOrEqual(2);
      seen.push(...(body.data as Listed[]).map(({ id }) => id));
      cursor = body.next_cursor as string | null;
    } while (cursor !== null);
    expect(seen).toEqual(shops.map(({ id }) => id));
    const first = await read("/organizations?limit=1");
    for (const list of ["members", "stores", "credentials"]) {
      const other = await read(`/organizations/${shops[0]?.id}/${list}?cursor=${first.body.next_cursor}`);
      expect({ list, status: other.status, code: other.body.error.details[0].code }).toEqual({ list, status: 400, code: "invalid_cursor" });
    }
    expect((await read("/organizations?limit=201")).status).toBe(400);
  });

  it("counts the orders of an organization in its current database, not those of an old copy", async () => {
    const [, near] = shops;
    await rows("update organizations set database = 0 where id = ?", near?.id);
    expect((await read(`/organizations/${near?.id}`)).body).toMatchObject({ database: 0, orders: 0 });
    await rows("update organizations set database = 1 where id = ?", near?.id);
    expect((await read(`/organizations/${near?.id}`)).body).toMatchObject({ database: 1, orders: 1 });
  });

  it("has the available data while a database is unavailable", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const { status, text } = await readUnder("/organizations", envWith({ DB_2: brokenDatabase() }));
    expect(status).toBe(200);
    expect((JSON.parse(text) as { data: Listed[] }).data.map(({ orders }) => orders)).toEqual([0, 1, null]);
  });

  it("includes deleted and removed organizations, with the time, but none of their members, stores and credentials", async () => {
    const { id } = await asOperator("/organizations", { name: "Gone", database: 0 });
    await asOperator(`/organizations/${id}/deletion`, { name: "Gone" });
    const deleted = { id, closed_for: "deletion", closed_at: expect.any(String) };
    expect((await read("/organizations")).body.data).toContainEqual(expect.objectContaining(deleted));
    expect((await read(`/organizations/${id}`)).body).toMatchObject(deleted);
    await rows("update organizations set closed_for = 'removal' where id = ?", id);
    expect((await read("/organizations")).body.data).toContainEqual(expect.objectContaining({ ...deleted, closed_for: "removal" }));
    expect((await read(`/organizations/${id}`)).body).toMatchObject({ closed_for: "removal" });
    for (const list of ["members", "stores", "credentials"]) expect((await read(`/organizations/${id}/${list}`)).status).toBe(404);
  });
});

describe("one organization", () => {
  it("has its members, stores and credentials, without secrets", async () => {
    const [, { id, database, store, token } = { id: 0, database: 0, store: null, token: { id: 0, secret: "" } }] = shops;
    expect((await read(`/organizations/${id}`)).body).toMatchObject({ id, database, orders: 1 });
    const added = await asOperator(`/organizations/${id}/members`, { email: "ann@example.com", role: "admin" });
    await asOperator(`/organizations/${id}/members`, { email: "bea@example.com", role: "viewer" });
    const members = await read(`/organizations/${id}/members?limit=1`);
    expect(members.body).toMatchObject({
      has_more: true,
      data: [{ user_id: added.user_id, email: "ann@example.com", role: "admin", money: true }],
    });
    const rest = await read(`/organizations/${id}/members?cursor=${members.body.next_cursor}`);
    expect(rest.body).toMatchObject({ has_more: false, data: [{ email: "bea@example.com", money: false }] });
    expect((await read(`/organizations/${id}/stores`)).body).toMatchObject({ has_more: false, data: [store] });
    const credentials = await read(`/organizations/${id}/credentials`);
    expect(credentials.body.data).toHaveLength(2);
    expect(credentials.text).not.toContain(token.secret);
    expect(credentials.text).not.toMatch(/hash|secret/);
    expect(members.text).not.toContain("password");
  });

  it("returns 404 if it does not exist", async () => {
    for (const path of ["", "/members", "/stores", "/credentials"]) expect((await read(`/organizations/999999${path}`)).status).toBe(404);
  });
});

describe("with 5,000 organizations", () => {
  // The organization 3 is the shop in database 2.
  const READS = [
    "/organizations?limit=200",
    "/organizations/3",
    "/organizations/3/members",
    "/organizations/3/stores",
    "/organizations/3/credentials",
    "/status",
    "/metrics",
  ];

  beforeAll(async () => {
    const insert = `with recursive n (id) as (select 1000 union all select id + 1 from n where id < 6000)
      insert into organizations (id, name, currency, timezone, "database", closed_for, closed_at, created_at, updated_at)
      select id, 'Many', 'USD', 'UTC', id % 3, iif(id % 2, iif(id % 4 = 1, 'deletion', 'removal'), null), 1, 1, 1 from n`;
    for (const name of ["DB", "DB_1", "DB_2"] as const) await (env[name] as D1Database).prepare(insert).run();
    await env.DB.prepare(
      "insert into moves (organization_id, source, target, step, started_at) select id, 0, 1, 'moved', 1 from organizations where id >= 1000",
    ).run();
    await env.DB.prepare(
      "insert into erasures (organization_id, position, actor_kind, actor_name, requested_at) select id, '{}', 'operator', 'O', 1 from organizations where id >= 1000",
    ).run();
  });

  it.each(READS)("a read of %s takes at most one sequential round trip to each database", async (path) => {
    const { bindings, calls, depth, rowsRead } = countingBindings();
    expect((await readUnder(path, bindings)).status).toBe(200);
    expect(depth["DB"]).toBe(1);
    for (const [name, waits] of Object.entries(depth)) expect(waits, name).toBe(1);
    for (const [name, count] of Object.entries(calls)) expect(count, name).toBeLessThanOrEqual(4);
    // Fewer than there are organizations: none of their tables is read as a whole.
    expect(rowsRead()).toBeLessThan(3_000);
  });

  it("the list of running processes has at most 100 organizations of each kind", async () => {
    const { body } = await read("/status");
    const counts = Map.groupBy(body.organizations as { kind: string }[], ({ kind }) => kind);
    expect([...counts].map(([kind, all]) => [kind, all.length]).toSorted()).toEqual([
      ["deletion", 100],
      ["erasure", 100],
      ["move", 100],
      ["removal", 100],
    ]);
  });
});
