import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { idRangeStatements } from "../../../src/platform/db/id-range";

/** The last id before those of database 1: each database has 2^40 ids. */
const START = 2 ** 40;

function secondDatabase(): D1Database {
  const { DB_1 } = env;
  if (DB_1 === undefined) throw new Error("There is no second database.");
  return DB_1;
}

const setRange = async () => await secondDatabase().batch(idRangeStatements(1).map((statement) => secondDatabase().prepare(statement)));

/** The last id of each table except those of wrangler. */
async function lastIds(): Promise<Record<string, number>> {
  const { results } = await secondDatabase()
    .prepare(
      `select name, seq from sqlite_sequence where name <> 'd1_migrations'
       union all select 'sequence of ' || name, value from sequences order by 1`,
    )
    .all<{ name: string; seq: number }>();
  return Object.fromEntries(results.map(({ name, seq }) => [name, seq]));
}

it("every table of a database starts in its range, and existing ids are kept", async () => {
  const initial = await lastIds();
  expect(Object.keys(initial).length).toBeGreaterThan(10);
  expect(new Set(Object.values(initial))).toEqual(new Set([START]));

  const insert = "insert into organizations (name, currency, timezone, created_at, updated_at) values ('Shop', 'USD', 'UTC', 0, 0)";
  await secondDatabase().batch([
    secondDatabase().prepare(insert),
    secondDatabase().prepare("update sequences set value = value + 7 where name = 'orders'"),
  ]);
  const given = { ...initial, organizations: START + 1, "sequence of orders": START + 7 };
  expect(await lastIds()).toEqual(given);
  const again = await setRange();
  expect(again.map(({ meta }) => meta.changes)).toEqual([0, 0, 0]);
  expect(await lastIds()).toEqual(given);
});

it("a table of a later migration, or one that an interrupted deployment has omitted, also starts in the range", async () => {
  const before = await lastIds();
  await secondDatabase().batch([
    secondDatabase().prepare("create table added_later (id integer primary key autoincrement, name text)"),
    secondDatabase().prepare("delete from sqlite_sequence where name = 'stores'"),
    secondDatabase().prepare("update sqlite_sequence set seq = 0 where name = 'products'"),
    secondDatabase().prepare("update sequences set value = 0 where name = 'expenses'"),
  ]);
  await setRange();
  expect(await lastIds()).toEqual({ ...before, added_later: START });
});
