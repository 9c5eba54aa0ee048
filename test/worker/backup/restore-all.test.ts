import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { databaseOf } from "../../../src/platform/db/database";
import { beginRestoreAll } from "../../../src/tenants/backup/restore-all";

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
