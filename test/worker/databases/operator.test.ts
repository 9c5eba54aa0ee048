import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { call } from "../../kit/client";
import { operate } from "../access/kit";
import { brokenDatabase, databaseWithMeta, envWith } from "./stand-ins";

/** How the operator places organizations, and what the operator API returns about databases (docs/spec/operator.md#databases). */

afterEach(() => vi.restoreAllMocks());

const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}`, "Content-Type": "application/json" };

/** A database with 7 of its 10 GB gets no new organizations (docs/scale.md). */
const ALMOST_FULL = { size_after: 7e9 };
/** More than that counts as almost full too. */
const FULLER = { size_after: 8e9 };

/** A new organization under other bindings. */
async function create(bindings: Partial<typeof env>, wish: Record<string, unknown> = {}) {
  const request = new Request("https://api.example.com/operator/organizations", {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "Shop", ...wish }),
  });
  const response = await app.fetch(request, envWith(bindings), createExecutionContext());
  return {
    status: response.status,
    body: await response.json<{ database: number; error: { code: string; details: { code: string }[] } }>(),
  };
}

it("a new organization is created in the newest database", async () => {
  expect(await create({})).toMatchObject({ status: 201, body: { database: 2 } });
});

it("a new organization is created in the database that the operator names", async () => {
  const created = await operate("POST", "", { name: "Shop", database: 0 });
  expect({ status: created.status, database: created.body.database }).toEqual({ status: 201, database: 0 });
  for (const database of [3, -1, 1.5]) {
    const response = await operate("POST", "", { name: "Shop", database });
    expect({ status: response.status, path: response.body.error.details[0].path }).toEqual({ status: 400, path: "database" });
  }
});

it("a full or unavailable database gets no new organizations", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const second = databaseWithMeta(env.DB_1, ALMOST_FULL);
  expect(await create({ DB_2: databaseWithMeta(env.DB_2, ALMOST_FULL) })).toMatchObject({ status: 201, body: { database: 1 } });
  expect(await create({ DB_1: second, DB_2: brokenDatabase() })).toMatchObject({ status: 201, body: { database: 0 } });
  const full = await create({ DB: databaseWithMeta(env.DB, FULLER), DB_1: second, DB_2: second });
  expect(full).toMatchObject({ status: 409, body: { error: { details: [{ code: "no_database_with_room" }] } } });
});

it("if the only database that may have room is unavailable, the response is 503", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const full = databaseWithMeta(env.DB, FULLER);
  const created = await create({ DB: full, DB_1: full, DB_2: brokenDatabase() });
  expect(created).toMatchObject({ status: 503, body: { error: { code: "service_unavailable" } } });
});

it("a requested region is used, or a 409 explains how to create a database there", async () => {
  const regions = {
    DB: databaseWithMeta(env.DB, { served_by_region: "WEUR" }),
    DB_1: databaseWithMeta(env.DB_1, { served_by_region: "ENAM" }),
    DB_2: databaseWithMeta(env.DB_2, { served_by_region: "WEUR" }),
  };
  expect(await create(regions, { region: "weur" })).toMatchObject({ status: 201, body: { database: 2 } });
  expect(await create(regions, { region: "enam" })).toMatchObject({ status: 201, body: { database: 1 } });
  const none = await create(regions, { region: "apac" });
  expect(none).toMatchObject({ status: 409, body: { error: { details: [{ code: "no_database_in_region" }] } } });
  expect(JSON.stringify(none.body)).toContain("--databases 4 --location apac");
});

it("the ids of organizations in several databases differ", async () => {
  const created = await Promise.all([0, 1, 2, 0, 1, 2].map(async (database) => await operate("POST", "", { name: "Shop", database })));
  expect(new Set(created.map(({ body }) => body.id)).size).toBe(6);
});

it("the list of databases has their size, load and migration", async () => {
  const before = await call("/operator/databases", { headers });
  await operate("POST", "", { name: "Shop", database: 1 });
  const { status, body } = await call("/operator/databases", { headers });
  expect(status).toBe(200);
  const migration = expect.stringMatching(/^\d{4}_\w+\.sql$/);
  expect(body.data).toMatchObject(
    [0, 1, 2].map((number) => ({
      number,
      status: "up",
      fill: "ok",
      accepts_new_organizations: true,
      events_last_hour: expect.any(Number),
      migration,
    })),
  );
  expect(body.data[1].bytes).toBeGreaterThan(100_000);
  expect(body.data[1].organizations).toBe(Number(before.body.data[1].organizations) + 1);
});

it("a database that is down is listed as down", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const request = new Request("https://api.example.com/operator/databases", { headers });
  const response = await app.fetch(request, envWith({ DB_1: brokenDatabase() }), createExecutionContext());
  expect(await response.json()).toMatchObject({
    data: [
      { number: 0, status: "up" },
      { number: 1, status: "down", bytes: null },
      { number: 2, status: "up" },
    ],
  });
});
