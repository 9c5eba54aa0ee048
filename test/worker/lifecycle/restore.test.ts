import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ConnectionRow } from "../../../src/resources/connections/connections.sql.ts";
import { acceptedSecrets, shopAccess } from "../../../src/resources/connections/secrets";
import { removeDeleted } from "../../../src/tenants/lifecycle/deletion";
import { databaseOf } from "../../../src/platform/db/database";
import { createCredential, createShop, rowsOf, ingestOrder } from "../../kit/client";
import { inForm, itAtLength } from "../../kit/form";
import { operate } from "../access/kit";
import { aFullShop, responsesOf, indexedIn, rowsIn } from "../move/kit";
import {
  accessOf,
  anEmptyOrganization,
  aShopAtRest,
  exportAll,
  exportTable,
  deleteEverywhere,
  restoreAll,
  restoredShop,
  restoreLines,
} from "./kit";

/** Exports and restores (docs/spec/operator.md#export-and-restore). */

/** Rows without what differs after a restore: the organization's id, write markers, and the audit log, which gets new entries. */
function comparable(rows: Record<string, unknown[]>): Record<string, unknown[]> {
  const kept = Object.entries(rows).filter(([table]) => table !== "write_markers" && table !== "audit_log");
  return Object.fromEntries(kept.map(([table, found]) => [table, found.map((row) => ({ ...(row as object), organization_id: null }))]));
}

describe("a restored export", () => {
  it.each([0, 1])("gives the same responses, rows, counts and search words in database %i", { tags: "long" }, async (database) => {
    const shop = await aShopAtRest();
    await operate("PUT", `${shop.id}/retention`, { customer_days: 700, event_days: 9 });
    const [before, responses, indexed] = [await rowsIn(0, shop.id), await responsesOf(shop), await indexedIn(0, shop.id)];
    const exported = await exportAll(shop.id);
    await deleteEverywhere(shop.id);
    const id = await anEmptyOrganization(database, shop.id);
    await restoreAll(id, exported);
    expect(comparable(await rowsIn(database, id))).toEqual(comparable(before));
    expect(await indexedIn(database, id)).toEqual(indexed);
    expect((await operate("GET", `${id}/retention`)).body).toEqual({ customer_days: 700, event_days: 9 });
    expect(await responsesOf(await restoredShop(shop, id, database))).toEqual(responses);
    const log = await databaseOf(env, { database }).prepare("select action from audit_log where organization_id = ?").bind(id).all();
    expect(log.results.map(({ action }) => action)).toEqual(expect.arrayContaining(["endpoint.created"]));
  });

  itAtLength("is the same if it is restored row by row, each request twice", async () => {
    const shop = await aShopAtRest();
    const before = comparable(await rowsIn(0, shop.id));
    const { tables, ...settings } = await exportAll(shop.id);
    await deleteEverywhere(shop.id);
    const id = await anEmptyOrganization(0);
    const twice = new Map([...tables].map(([table, lines]) => [table, lines.flatMap((line) => [line, line])]));
    for (const [table, lines] of twice) {
      for (const line of lines) {
        const { status, text } = await restoreLines(id, table, [line]);
        expect({ status, text }, table).toEqual({ status: 200, text: expect.any(String) });
      }
    }
    await restoreAll(id, { tables, ...settings });
    expect(comparable(await rowsIn(0, id))).toEqual(before);
  });

  it("is followed by higher ids in the database whose range its ids belong to", { tags: "long" }, async () => {
    const shop = await aFullShop();
    const exported = await exportAll(shop.id);
    await deleteEverywhere(shop.id);
    const last = Math.max(...(exported.tables.get("orders") ?? []).map((line) => (JSON.parse(line) as { id: number }).id));
    // As in a new installation, which has assigned no ids yet.
    await env.DB.prepare("update sequences set value = 0 where name = 'orders'").run();
    const id = await anEmptyOrganization(1);
    await restoreAll(id, exported, { from_another_installation: true });
    const other = await createShop({ database: 0 });
    expect((await ingestOrder(other)).id).toBeGreaterThan(last);
  });

  it("sends nothing again: its pending deliveries have failed", { tags: "long" }, async () => {
    const shop = await aFullShop();
    const exported = await exportAll(shop.id);
    const pending = (exported.tables.get("deliveries") ?? []).map((line) =>
      JSON.stringify({ ...(JSON.parse(line) as object), status: "pending", completed_at: null, next_attempt_at: 1 }),
    );
    expect(pending.length).toBeGreaterThan(0);
    exported.tables.set("deliveries", pending);
    await deleteEverywhere(shop.id);
    const id = await anEmptyOrganization(0);
    await restoreAll(id, exported);
    const { results } = await env.DB.prepare("select distinct status, next_attempt_at from deliveries where organization_id = ?")
      .bind(id)
      .all();
    expect(results).toEqual([{ status: "failed", next_attempt_at: null }]);
  });

  it.each([
    ["of another master secret", { secret: "AAAAAAAAAAAAAAAAAAAA" }],
    ["that were omitted", { secret: undefined, previous_secret: undefined }],
  ])(
    "has a new secret of each connection in place of those %s, and pauses the endpoints and the connections",
    { tags: "long" },
    async (_which, secrets) => {
      const shop = await aFullShop();
      const exported = await exportAll(shop.id);
      for (const table of ["webhook_endpoints", "connections"]) {
        const lines = exported.tables.get(table) ?? [];
        const api = table === "connections" ? { api_credentials: secrets.secret } : {};
        const changed = lines.map((line) => JSON.stringify({ ...(JSON.parse(line) as object), ...secrets, ...api }));
        exported.tables.set(table, changed);
      }
      await deleteEverywhere(shop.id);
      const id = await anEmptyOrganization(0);
      await restoreAll(id, exported);
      for (const table of ["webhook_endpoints", "connections"]) {
        const counts = `select count(*) > 0 as has_rows, sum(status = 'active') as active from ${table} where organization_id = ? and deleted_at is null`;
        expect((await env.DB.prepare(counts).bind(id).all()).results, table).toEqual([{ has_rows: 1, active: 0 }]);
      }
      const { results } = await env.DB.prepare("select * from connections where organization_id = ?").bind(id).all<ConnectionRow>();
      for (const connection of results) {
        // A secret that the service issues has 40 characters.
        const [issued] = await acceptedSecrets([env.MASTER_SECRET], connection, Date.now());
        expect({ length: issued?.length, access: await shopAccess([env.MASTER_SECRET], connection) }).toEqual({ length: 40, access: null });
      }
      expect(results.length).toBeGreaterThan(0);
    },
  );
});

describe("an export", () => {
  it("continues after any line", { tags: "long" }, async () => {
    const shop = await aFullShop();
    const { body } = await operate("GET", `${shop.id}/export`);
    for (const { name, key, last } of body.tables as { name: string; key: string[]; last: unknown }[]) {
      if (last === null) continue;
      const all = await exportTable(shop.id, name, { last });
      expect(all.length, name).toBeGreaterThan(0);
      const some = new Set([0, Math.floor(all.length / 2), all.length - 1]);
      const isTried = inForm({ test: (index: number) => some.has(index), long: () => true, full: () => true });
      for (const [index, line] of all.entries()) {
        if (!isTried(index)) continue;
        const row = JSON.parse(line) as Record<string, unknown>;
        const after = key.map((column) => row[column]);
        expect(await exportTable(shop.id, name, { after, last }), name).toEqual(all.slice(index + 1));
      }
    }
  });

  it("has no rows of other organizations, and none that were added after the list of tables was read", { tags: "long" }, async () => {
    const [shop, other] = [await aFullShop(), await aFullShop()];
    const { body } = await operate("GET", `${shop.id}/export`);
    const { last } = (body.tables as { name: string; last: unknown }[]).find(({ name }) => name === "orders") ?? {};
    const before = await exportTable(shop.id, "orders");
    await ingestOrder(shop);
    await ingestOrder(other);
    expect(await exportTable(shop.id, "orders", { last })).toEqual(before);
    expect(await exportTable(shop.id, "orders")).toHaveLength(before.length + 1);
  });

  it.each([
    ["a table that does not exist", "nothing", "", 404],
    ["write markers", "write_markers", "", 404],
    ["control data", "credentials", "", 404],
    ["a key that is not JSON", "orders", "?after=1]", 400],
    ["a key of another type", "orders", '?after=["1"]', 400],
    ["a key with too many values", "orders", "?last=[1,2]", 400],
  ])("rejects %s", { tags: "long" }, async (_what, table, query, status) => {
    const shop = await createShop();
    expect((await operate("GET", `${shop.id}/export/${table}${query}`)).status).toBe(status);
  });
});

describe("restored ids", () => {
  const lastOrderId = async () => (await env.DB.prepare("select value from sequences where name = 'orders'").first<number>("value")) ?? 0;
  const withIds = (lines: readonly string[], change: (id: number) => number) =>
    lines.map((line) => JSON.parse(line) as { id: number }).map((row) => JSON.stringify({ ...row, id: change(row.id) }));

  it.each([
    ["the next one", 1],
    ["near the end of the range", 2 ** 40 - 1000],
  ])(
    "that this installation has not assigned yet are rejected (%s), and the next order of another organization gets the next id",
    { tags: "long" },
    async (_what, ahead) => {
      const shop = await aFullShop();
      const { tables } = await exportAll(shop.id);
      await deleteEverywhere(shop.id);
      const [id, last] = [await anEmptyOrganization(0), await lastOrderId()];
      const lines = tables.get("orders") ?? [];
      const highest = Math.max(...lines.map((line) => (JSON.parse(line) as { id: number }).id));
      const response = await restoreLines(
        id,
        "orders",
        withIds(lines, (own) => (own === highest ? last + ahead : own)),
      );
      const detail = { path: expect.stringMatching(/^rows\[\d+\]\.id$/), code: "id_not_given_out" };
      expect({ status: response.status, detail: response.body.error.details[0] }).toEqual({
        status: 400,
        detail: expect.objectContaining(detail),
      });
      expect(comparable(await rowsIn(0, id))["orders"]).toEqual([]);
      const other = await createShop({ database: 0 });
      expect((await ingestOrder(other)).id).toBe(last + 1);
    },
  );

  it("may come from another installation, if the request says so, up to half of the range", { tags: "long" }, async () => {
    const shop = await aFullShop();
    const exported = await exportAll(shop.id);
    await deleteEverywhere(shop.id);
    const id = await anEmptyOrganization(0);
    const views = (exported.tables.get("saved_views") ?? []).slice(0, 1);
    const send = async (viewId: number) =>
      await restoreLines(
        id,
        "saved_views",
        withIds(views, () => viewId),
        { from_another_installation: true },
      );
    for (const viewId of [2 ** 39 + 1, 2 ** 40 - 1]) {
      const response = await send(viewId);
      expect([response.status, response.body.error.details[0]]).toMatchObject([400, { path: "rows[0].id", code: "id_out_of_range" }]);
    }
    expect((await send(900_123)).status).toBe(200);
    const next = await createShop({ database: 0 });
    await rowsOf(next, "insert into saved_views (organization_id, name, query, created_at) values (?, 'Open', '', 1)", next.id);
    expect(await rowsOf(next, "select id from saved_views where organization_id = ?", next.id)).toEqual([{ id: 900_124 }]);
  });
});

describe("a restore", () => {
  /** A restore replaces its organization by the restored one. */
  const SAVED_VIEW = { id: 900_001, organization_id: 1, name: "Open", query: "status=New", created_at: 1 };

  const FOREIGN = { from_another_installation: true };

  it("closes the organization until it is finished", async () => {
    const id = await anEmptyOrganization(0);
    const { secret } = await createCredential(id, "api_token");
    expect(await accessOf(secret)).toBe(200);
    expect((await operate("POST", `${id}/restore/saved_views`, { rows: [SAVED_VIEW], ...FOREIGN })).status).toBe(200);
    expect(await accessOf(secret)).toBe(401);
    expect((await operate("POST", `${id}/move`, { database: 1 })).body.error.details[0].code).toBe("organization_closed");
    const incomplete = await operate("POST", `${id}/restore`, { rows: { saved_views: 2 } });
    expect({ status: incomplete.status, details: incomplete.body.error.details }).toEqual({
      status: 409,
      details: [{ code: "rows_missing", message: "saved_views: expected 2 rows, found 1.", table: "saved_views" }],
    });
    expect(await accessOf(secret)).toBe(401);
    const uncounted = await operate("POST", `${id}/restore`, {});
    expect({ status: uncounted.status, path: uncounted.body.error.details?.[0].path ?? uncounted.text }).toEqual({
      status: 400,
      path: "rows",
    });
    const misspelled = await operate("POST", `${id}/restore`, { rows: { saved_views: 1, saved_view: 2 } });
    expect([misspelled.status, misspelled.body.error?.details[0]]).toMatchObject([400, { path: "rows.saved_view", code: "unknown_table" }]);
    expect(await accessOf(secret)).toBe(401);
    for (let times = 0; times < 2; times += 1) {
      expect((await operate("POST", `${id}/restore`, { rows: { saved_views: 1 } })).body).toEqual({ closed_for: null });
    }
    expect(await accessOf(secret)).toBe(200);
  });

  it("rejects an organization with data", async () => {
    const shop = await createShop({ database: 0 });
    const response = await operate("POST", `${shop.id}/restore/saved_views`, { rows: [SAVED_VIEW], ...FOREIGN });
    expect({ status: response.status, code: response.body.error.details[0].code }).toEqual({ status: 409, code: "not_empty" });
    expect(await accessOf(shop.token.secret)).toBe(200);
  });

  it.each([
    ["an unknown column", { ...SAVED_VIEW, colour: "red" }, "rows[1].colour", "unknown_column"],
    ["a text in place of a number", { ...SAVED_VIEW, id: "1" }, "rows[1].id", "invalid_type"],
    ["a number in place of a text", { ...SAVED_VIEW, name: 1 }, "rows[1].name", "invalid_type"],
    ["a number beyond the safe integers", { ...SAVED_VIEW, id: 2 ** 53 }, "rows[1].id", "invalid_type"],
    ["a missing key", { ...SAVED_VIEW, id: undefined }, "rows[1].id", "required"],
    ["a lone surrogate", { ...SAVED_VIEW, name: "\ud800" }, "rows[1].name", "invalid_text"],
    ["an id of a later database", { ...SAVED_VIEW, id: 2 ** 40 + 1 }, "rows[1].id", "id_of_later_database"],
    // This code is that of every id outside the ranges of its database and of earlier ones.
    ["the id 0", { ...SAVED_VIEW, id: 0 }, "rows[1].id", "id_of_later_database"],
  ])("rejects %s, and writes nothing of the request", async (_what, row, path, code) => {
    const id = await anEmptyOrganization(0);
    const response = await operate("POST", `${id}/restore/saved_views`, { rows: [{ ...SAVED_VIEW, id: 900_002 }, row], ...FOREIGN });
    expect([response.status, response.body.error.details[0]]).toMatchObject([400, { path, code }]);
    expect((await rowsIn(0, id))["saved_views"]).toEqual([]);
  });

  it("rejects an id that another organization has in the same database", async () => await assertTakenIdRejected({ database: 0 }));
  it(
    "rejects an id that another organization has in another database",
    { tags: "long" },
    async () => await assertTakenIdRejected({ database: 1 }),
  );
  async function assertTakenIdRejected({ database }: { database: number }): Promise<void> {
    const other = await aFullShop();
    const [line = ""] = await exportTable(other.id, "stores");
    const id = await anEmptyOrganization(database);
    const response = await restoreLines(id, "stores", [line]);
    expect({ status: response.status, code: response.body.error.details[0].code }).toEqual({ status: 409, code: "id_taken" });
    expect((await rowsIn(database, id))["stores"]).toEqual([]);
    expect(await exportTable(other.id, "stores")).toContain(line);
  }

  it.each([0, 1])(
    "rejects a file with an object of another organization, as its content or its preview, in database %i",
    async (database) => {
      const other = await aFullShop();
      const [line = ""] = await exportTable(other.id, "files");
      const file = JSON.parse(line) as Record<string, unknown>;
      const id = await anEmptyOrganization(database);
      const outcomes = [];
      for (const keys of [{}, { object_key: "c".repeat(32), preview_key: file["object_key"] }]) {
        const forged = { ...file, preview_key: null, ...keys, id: `${String(file["id"]).slice(0, -1)}_`, order_id: null };
        const { status, body } = await restoreLines(id, "files", [JSON.stringify(forged)]);
        outcomes.push({ status, code: body.error?.details[0].code });
      }
      const taken = { status: 409, code: "id_taken" };
      expect(outcomes).toEqual([taken, taken]);
      expect((await rowsIn(database, id))["files"]).toEqual([]);
    },
  );

  it("rejects a row that refers to a missing one", { tags: "long" }, async () => {
    const shop = await aFullShop();
    const { tables } = await exportAll(shop.id);
    await deleteEverywhere(shop.id);
    const id = await anEmptyOrganization(0);
    const response = await restoreLines(id, "orders", tables.get("orders") ?? []);
    expect({ status: response.status, code: response.body.error.details?.[0].code ?? response.text }).toEqual({
      status: 409,
      code: "missing_reference",
    });
  });
});

describe("an abandoned restore", () => {
  const organizationsOf = async (id: number) => (await env.DB.prepare("select id from organizations where id = ?").bind(id).all()).results;

  it(
    "leaves nothing: the organization is deleted immediately, and its rows with the next run of the cron job",
    { tags: "long" },
    async () => {
      const shop = await aFullShop();
      const { tables } = await exportAll(shop.id);
      await deleteEverywhere(shop.id);
      const id = await anEmptyOrganization(1);
      for (const table of ["stores", "products", "orders"]) {
        expect((await restoreLines(id, table, tables.get(table) ?? [])).status, table).toBe(200);
      }
      expect(await operate("DELETE", `${id}/restore`)).toMatchObject({ status: 200, body: { closed_for: "removal" } });
      for (const [method, path] of [
        ["GET", "credentials"],
        ["DELETE", "restore"],
        ["DELETE", "deletion"],
      ] as const) {
        expect((await operate(method, `${id}/${path}`)).status, path).toBe(404);
      }
      expect((await restoreLines(id, "stores", tables.get("stores") ?? [])).status).toBe(404);
      await removeDeleted(env, Date.now());
      expect({ organizations: await organizationsOf(id), rows: Object.values(await rowsIn(1, id)).flat() }).toEqual({
        organizations: [],
        rows: [],
      });
    },
  );

  it("is impossible for an organization that is in use or deleted", { tags: "long" }, async () => {
    const shop = await aFullShop();
    const before = await rowsIn(0, shop.id);
    const response = await operate("DELETE", `${shop.id}/restore`);
    expect(response).toMatchObject({ status: 409, body: { error: { details: [{ code: "not_restoring" }] } } });
    expect(await rowsIn(0, shop.id)).toEqual(before);
    const { name } = (await operate("GET", `${shop.id}/export`)).body.organization as { name: string };
    expect((await operate("POST", `${shop.id}/deletion`, { name })).status).toBe(201);
    expect((await operate("DELETE", `${shop.id}/restore`)).status).toBe(409);
    expect((await operate("DELETE", `${shop.id}/deletion`)).status).toBe(200);
  });
});
