import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { countRows, lastKey, readPart } from "../../../src/tenants/move/rows.sql.ts";
import { COPIED_TABLES } from "../../../src/tenants/move/tenant-tables.sql.ts";
import { organizationsDb } from "../../../src/platform/db/database";

const READ_IN_KEY_ORDER = COPIED_TABLES.filter(({ hasKeyIndex, parent }) => hasKeyIndex || parent !== null);
const isScan = (detail: string) => /^SCAN (?!\(subquery)/.test(detail);

/** The query plans of the three statements that read a table. */
async function plans(table: (typeof COPIED_TABLES)[number]): Promise<string[][]> {
  const prepare = vi.spyOn(env.DB, "prepare");
  const key = table.key.map(() => 1);
  await organizationsDb(env, 0).run([lastKey(table, 1), countRows(table, 1), readPart(table, 1, { after: key, last: key })]);
  const statements = prepare.mock.calls.map(([sql]) => sql);
  vi.restoreAllMocks();
  expect(statements).toHaveLength(3);
  return await Promise.all(
    statements.map(async (sql) => {
      const values = Array.from({ length: sql.split("?").length - 1 }, () => 1);
      const { results } = await env.DB.prepare(`explain query plan ${sql}`)
        .bind(...values)
        .all<{ detail: string }>();
      return results.map(({ detail }) => detail);
    }),
  );
}

it.each(READ_IN_KEY_ORDER.map((table) => [table.name, table] as const))(
  "a part of %s is read in its order, without the rows of other organizations",
  async (_name, table) => {
    const [last = [], count = [], part = []] = await plans(table);
    expect([...last, ...count, ...part].filter(isScan)).toEqual([]);
    expect([...last, ...count].filter((detail) => detail.includes("TEMP B-TREE"))).toEqual([]);
    // The sizes of the rows of one part are sorted.
    expect(part.filter((detail) => detail.includes("TEMP B-TREE")).length).toBeLessThanOrEqual(1);
  },
);

it("the rows of an organization are counted by an index, except those with a retention of two days", async () => {
  for (const table of COPIED_TABLES) {
    const [, count = []] = await plans(table);
    expect(count.filter(isScan)).toEqual(table.name === "write_markers" ? ["SCAN write_markers"] : []);
  }
});
