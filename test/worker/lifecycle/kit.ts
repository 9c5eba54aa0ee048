import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { gateOf } from "../../../src/platform/http/gate-client";
import { CONTROL_TABLES } from "../../../src/tenants/move/tenant-tables.sql.ts";
import { removeCopy } from "../../../src/tenants/move/remove-copy.sql.ts";
import { allDatabases, organizationDatabases } from "../../../src/platform/db/database";
import { type ApiResponse, createCredential, asOperator, call, rowsOf, v1As, v2As } from "../../kit/client";
import { operate } from "../access/kit";
import { aFullShop, type FullShop } from "../move/kit";

/** An export of an organization: the list of its tables, and the lines of each. */
export interface OrganizationExport {
  organization: Record<string, unknown>;
  retention: Record<string, unknown>;
  tables: Map<string, string[]>;
}

/** Exports the rows of one table, one a line: those after the key `after` of the query, up to the key `last`. */
export async function exportTable(id: number, table: string, query: Record<string, unknown> = {}): Promise<string[]> {
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`);
  const { status, text } = await operate("GET", `${id}/export/${table}?${search.join("&")}`);
  if (status !== 200) throw new Error(text);
  return text.split("\n").slice(0, -1);
}

/**
 * A shop with rows in every table, whose deliveries have ended and whose connections are paused, because a restore sends nothing again.
 */
export async function aShopAtRest(): Promise<FullShop> {
  const shop = await aFullShop();
  await rowsOf(shop, "update deliveries set status = 'failed', completed_at = 1, next_attempt_at = null where status = 'pending'");
  await rowsOf(shop, "update connections set status = 'paused', reconcile_at = null");
  await rowsOf(shop, "update webhook_endpoints set enabled = 0, status = 'paused' where id in (select id from connections)");
  return shop;
}

/** Exports everything of an organization. */
export async function exportAll(id: number): Promise<OrganizationExport> {
  const { body } = await operate("GET", `${id}/export`);
  const tables = new Map<string, string[]>();
  for (const { name, last } of body.tables as { name: string; last: unknown }[]) {
    tables.set(name, last === null ? [] : await exportTable(id, name, { last }));
  }
  const { organization, retention } = body as Omit<OrganizationExport, "tables">;
  return { organization, retention, tables };
}

/** Sends lines of a table to the restore. */
export async function restoreLines(id: number, table: string, lines: readonly string[], source: RestoreSource = {}): Promise<ApiResponse> {
  return await operate("POST", `${id}/restore/${table}`, { rows: lines.map((line) => JSON.parse(line) as unknown), ...source });
}

/** The source of an export; by default this installation. */
type RestoreSource = { from_another_installation?: boolean };

/** Restores an export into an organization, and finishes the restore. */
export async function restoreAll(id: number, { tables, ...settings }: OrganizationExport, source: RestoreSource = {}): Promise<void> {
  const size = 1000;
  const rows: Record<string, number> = {};
  for (const [table, lines] of tables) {
    rows[table] = lines.length;
    for (let from = 0; from < lines.length; from += size) {
      const response = await restoreLines(id, table, lines.slice(from, from + size), source);
      if (response.status !== 200) throw new Error(`${table}: ${response.text}`);
    }
  }
  const finished = await operate("POST", `${id}/restore`, { ...settings, rows });
  if (finished.status !== 200) throw new Error(finished.text);
}

/** Deletes the rows of an organization from all databases, including the directory, as if this were another installation. */
export async function deleteEverywhere(id: number): Promise<void> {
  const control = CONTROL_TABLES.toReversed().map(({ name }) => env.DB.prepare(`delete from ${name} where organization_id = ?`).bind(id));
  await env.DB.batch(control);
  for (const db of organizationDatabases(env))
    await removeCopy(db, id, { lastAuditEntry: null, budget: { isSpent: false }, assertions: [] });
  for (const d1 of allDatabases(env)) await d1.prepare("delete from organizations where id = ?").bind(id).run();
}

/** Creates an organization without rows, with an id or the next one, and returns its id. */
export async function anEmptyOrganization(database: number, id: number | null = null): Promise<number> {
  const { id: created } = await asOperator("/organizations", { id, name: "Restored", currency: "JPY", timezone: "Asia/Tokyo", database });
  return Number(created);
}

/** The shop of an export after its restore into another organization, with new credentials. */
export async function restoredShop(shop: FullShop, id: number, database: number): Promise<FullShop> {
  const [key, token] = [await createCredential(id, "api_key"), await createCredential(id, "api_token")];
  return { ...shop, id, database, key, token, v1: v1As(key), v2: v2As(token) };
}

/** The status of a request with a credential, which shows whether it has access. */
export async function accessOf(secret: string): Promise<number> {
  return (await call("/api/v2/orders?limit=1", { headers: { Authorization: `Bearer ${secret}` } })).status;
}

/**
 * The remaining data of an organization: tables of all databases with its rows or its word, and `gate` for the objects of its
 * credentials.
 */
export async function leftovers(shop: FullShop, word: string): Promise<string[]> {
  const found = new Set<string>();
  for (const [number, d1] of allDatabases(env).entries()) {
    const tables = await d1
      .prepare("select name from sqlite_schema where type = 'table' and name not like '\\_cf%' escape '\\'")
      .all<{ name: string }>();
    for (const { name } of tables.results) {
      for (const row of (await d1.prepare(`select * from "${name}"`).all()).results) {
        if (row["organization_id"] === shop.id || (name === "organizations" && row["id"] === shop.id)) found.add(`${number}:${name}`);
        for (const value of Object.values(row)) {
          const text = Array.isArray(value) ? new TextDecoder("latin1").decode(Uint8Array.from(value as number[])) : String(value);
          if (text.includes(word)) found.add(`${number}:${name}`);
        }
      }
    }
  }
  for (const { id } of [shop.key, shop.token]) {
    const stored = await runInDurableObject(gateOf(env, { id, region: null, restoredAt: null }), async (_gate, { storage }) => [
      ...storage.sql.exec("select name from sqlite_schema where name not like '\\_cf%' escape '\\'"),
      ...(await storage.list()),
      ...((await storage.getAlarm()) === null ? [] : ["alarm"]),
    ]);
    if (stored.length > 0) found.add("gate");
  }
  return [...found].toSorted();
}
