import { env } from "cloudflare:workers";
import { allDatabases } from "../../src/platform/db/database";
import { rows } from "./client";

/** Names of the tables whose rows belong to an organization. */
async function tenantTables(): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and sql like '%organization_id%' order by name",
  );
  if (tables.length < 15) throw new Error("the schema has lost its tables");
  return tables.map(({ name }) => name);
}

/**
 * Every row of an organization in all databases, by table. The last use of a credential and the last activity of a member are excluded, because each
 * request may record them some time after its response.
 */
export async function everythingOf(organizationId: number): Promise<unknown> {
  const names = await tenantTables();
  const found = await Promise.all(
    allDatabases(env).map((d1) =>
      d1.batch<Record<string, unknown>>(
        names.map((name) => d1.prepare(`select * from ${name} where organization_id = ?`).bind(organizationId)),
      ),
    ),
  );
  const text = (row: unknown) => JSON.stringify(row);
  return names.map((name, nth) => {
    const kept = found
      .flatMap((results) => results[nth]?.results ?? [])
      .map((row) => ({ ...row, last_used_at: null, last_active_at: null }));
    return [name, kept.toSorted((one, other) => (text(one) < text(other) ? -1 : 1))];
  });
}
