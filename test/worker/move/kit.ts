import { env } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { expect } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { databaseOf } from "../../../src/platform/db/database";
import { COMPUTED_TABLES, COPIED_TABLES } from "../../../src/tenants/move/tenant-tables.sql.ts";
import { createShop, rowsOf, type Shop } from "../../kit/client";
import { withDatabases } from "../../kit/databases";
import { nameOf, pathOf, ROUTES } from "../../kit/requests";
import { fill } from "../isolation/twin-rows";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { mockReceiver, serveQueues } from "../webhooks/consumer";

/** A shop with rows in every table. */
export type FullShop = Shop & { ids: Record<string, string | number> };

/** A shop with rows in every table of database 0, whose texts start with a word. Its deliveries have been sent. */
export async function aFullShop(word = "word"): Promise<FullShop> {
  const enqueued = captureEnqueued();
  mockReceiver(() => new Response("ok"));
  const shop = await createShop({ database: 0 });
  const { ids } = await fill(shop, (field) => `${word}${field}`);
  await serveQueues(enqueued, Date.now());
  await rowsOf(shop, "insert into event_floors (organization_id, purged_to) values (?, 1)", shop.id);
  await rowsOf(shop, "insert into saved_views (organization_id, name, query, created_at) values (?, 'Open', 'status=New', 1)", shop.id);
  return { ...shop, ids };
}

/** All rows of an organization in a database, by table. Counts and totals of 0 are omitted, because a copy does not have them. */
export async function rowsIn(database: number, organizationId: number): Promise<Record<string, unknown[]>> {
  const d1 = databaseOf(env, { database });
  const entries: [string, unknown[]][] = [];
  for (const { name, columns, key } of [...COPIED_TABLES, ...COMPUTED_TABLES]) {
    // Its bounds only ever widen, so they may be wider in the source.
    if (name === "order_days") continue;
    const isComputed = COMPUTED_TABLES.some((table) => table.name === name);
    const isUsed = columns.filter((column) => !key.includes(column)).map((column) => `${column} <> 0`);
    const where = isComputed ? `and (${isUsed.join(" or ")})` : "";
    const { results } = await d1
      .prepare(`select * from ${name} where organization_id = ? ${where} order by ${key.join()}`)
      .bind(organizationId)
      .all();
    entries.push([name, results]);
  }
  return Object.fromEntries(entries);
}

/** The words of an organization in each full-text index, with the rows that have them. */
export async function indexedIn(database: number, organizationId: number): Promise<unknown[]> {
  const d1 = databaseOf(env, { database });
  const all: unknown[] = [];
  const lists = await d1.prepare("select name from sqlite_schema where sql like '%using fts5vocab%'").all<{ name: string }>();
  expect(lists.results.length).toBeGreaterThan(2);
  for (const { name: list } of lists.results) {
    const { results } = await d1.prepare(`select term, doc from ${list} where term glob ? order by term`).bind(`${organizationId}~*`).all();
    all.push(results);
  }
  return all;
}

/** The responses to the organization's credentials: every GET of both APIs except /me, which counts these requests, and some filters. */
export async function responsesOf({ v1, v2, ids }: FullShop): Promise<Record<string, unknown>> {
  const responses: Record<string, unknown> = {};
  const record = async (name: string, path: string, get: Shop["v1"]) => {
    const { status, body, text } = await get(path);
    if (body === undefined) {
      // The response is a file.
      responses[name] = [status, text];
      return;
    }
    const { meta: _request, generated_at: _now, ...rest } = body;
    responses[name] = [status, rest.error ?? rest];
  };
  for (const [surface, endpoint] of ROUTES) {
    if (endpoint.method !== "get" || endpoint.guard.kind !== "read" || endpoint.path === "/me") continue;
    if (surface.name !== "v1" && surface.name !== "v2") continue;
    await record(nameOf([surface, endpoint]), pathOf(endpoint, ids), surface.name === "v1" ? v1 : v2);
  }
  for (const path of ["/orders?q=wordcustomer", "/orderItems?q=mug", "/products?q=word", "/orders?missing=cost", "/orders?store=gift"])
    await record(path, path, v1);
  return responses;
}

/** Runs before or after each batch on any database, with the number of the batch. */
export type Interruption = (batch: number, when: "before" | "after") => Promise<void>;

/** The Worker's bindings with interruptible batches. */
export function interruptibleBindings(interrupt: Interruption): typeof env {
  let batches = 0;
  const wrap = <D extends D1Database | D1DatabaseSession>(real: D): D =>
    new Proxy(real, {
      get: (database, name) => {
        if (name === "withSession") return (start: string) => wrap((database as D1Database).withSession(start));
        if (name === "batch") {
          return async (statements: D1PreparedStatement[]) => {
            const batch = (batches += 1);
            await interrupt(batch, "before");
            const results = await database.batch(statements);
            await interrupt(batch, "after");
            return results;
          };
        }
        const value: unknown = Reflect.get(database, name);
        return typeof value === "function" ? (value.bind(database) as unknown) : value;
      },
    });
  return withDatabases(wrap);
}

/**
 * One request of the operator to move an organization to database 1. Returns the step that the move has reached, or the status of an
 * error.
 */
export async function move(organizationId: number, bindings: typeof env = env): Promise<string> {
  const request = new Request(`https://api.example.com/operator/organizations/${organizationId}/move`, {
    method: "POST",
    headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ database: 1 }),
  });
  const response = await app.fetch(request, bindings, createExecutionContext());
  const body = await response.json<{ step?: string; problem?: string | null }>();
  if (body.problem !== undefined && body.problem !== null) throw new Error(body.problem);
  return body.step ?? String(response.status);
}
