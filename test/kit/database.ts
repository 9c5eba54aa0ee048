import { env } from "cloudflare:workers";
import { rows } from "./client";

/** Names of the tables whose rows belong to an organization. */
async function tenantTables(): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and sql like '%organization_id%' order by name",
  );
  if (tables.length < 15) throw new Error("the schema has lost its tables");
  return tables.map(({ name }) => name);
}

/** Every row of an organization, by table. When a credential was last used is left out: each request may note it, some time after its answer. */
export async function everythingOf(organizationId: number): Promise<unknown> {
  const names = await tenantTables();
  const statements = names.map((name) => env.DB.prepare(`select * from ${name} where organization_id = ?`).bind(organizationId));
  const found = await env.DB.batch<Record<string, unknown>>(statements);
  const text = (row: unknown) => JSON.stringify(row);
  return names.map((name, nth) => {
    const kept = found[nth]?.results.map((row) => ({ ...row, last_used_at: null }));
    return [name, kept?.toSorted((one, other) => (text(one) < text(other) ? -1 : 1))];
  });
}
