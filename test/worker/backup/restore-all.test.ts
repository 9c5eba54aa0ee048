import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { databaseOf, organizationsDb } from "../../../src/platform/db/database";
import { beginRestoreAll, restoreAllRows } from "../../../src/tenants/backup/restore-all";
import { BACKED_UP_TABLES } from "../../../src/tenants/move/tenant-tables.sql.ts";

/** How a restore of an installation begins and continues (docs/runbook.md#backups). */

const DATABASES = [0, 1, 2].map((database) => databaseOf(env, { database }));
const haltedIn = async (database: D1Database) =>
  (await database.prepare("select token from halted_organizations where organization_id = 0").all()).results;
const addRow = async (database: D1Database) =>
  await database.prepare("insert into event_floors (organization_id, purged_to) values (900, 1)").run();
const removeRow = async (database: D1Database) => await database.prepare("delete from event_floors").run();

it("does not begin in an installation of which any database has rows, and halts none", async () => {
  for (const [number, database] of DATABASES.entries()) {
    await addRow(database);
    await expect(beginRestoreAll(env, "backup")).rejects.toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ code: "not_empty", database: number })] }),
    );
    await removeRow(database);
  }
  expect(await Promise.all(DATABASES.map(haltedIn))).toEqual([[], [], []]);
});

it("continues after its end was interrupted between two databases", async () => {
  await beginRestoreAll(env, "backup");
  for (const database of DATABASES) await addRow(database);
  // The end resumes the last database first.
  await databaseOf(env, { database: 2 }).prepare("delete from halted_organizations").run();
  await beginRestoreAll(env, "backup");
  const halted = [expect.objectContaining({ token: "backup" })];
  expect(await Promise.all(DATABASES.map(haltedIn))).toEqual([halted, halted, halted]);
});

/** Restores a row of a table, which has these values and otherwise none. */
async function restoreRow(name: string, values: Record<string, string | number | null>): Promise<unknown> {
  const table = BACKED_UP_TABLES.find((each) => each.name === name);
  if (table === undefined) throw new Error(`There is no table ${name}.`);
  const row = table.columns.map((column) => values[column] ?? null);
  return await restoreAllRows(organizationsDb(env, 0), table, { backup: "backup", rows: [row] });
}

const STORE = { id: 1, organization_id: 1, name: "Shop", platform: "etsy", currency: "EUR", is_active: 1, uses_designs: 0 };

it.each([
  ["a text instead of a number", { id: "one" }, "invalid_type"],
  ["null instead of a name", { name: null }, "required"],
  ["a moment after the year 9999", { created_at: 9e15 }, "invalid_value"],
])("rejects a row with %s", async (_what, values, code) => {
  await beginRestoreAll(env, "backup");
  const row = { ...STORE, created_at: 1, updated_at: 1, ...values };
  await expect(restoreRow("stores", row)).rejects.toMatchObject({ status: 400, details: [{ code }] });
});

it("rejects a row that refers to a missing one", async () => {
  await beginRestoreAll(env, "backup");
  const row = { ...STORE, organization_id: 999, created_at: 1, updated_at: 1 };
  await expect(restoreRow("stores", row)).rejects.toMatchObject({ status: 409, details: [{ code: "missing_reference" }] });
});
