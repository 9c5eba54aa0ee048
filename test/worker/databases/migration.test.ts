import { beforeAll, beforeEach, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import { env } from "cloudflare:workers";
import { allDatabases, organizationDatabases, type OrganizationsDb } from "../../../src/platform/db/database";
import { Statement, WriteStatement } from "../../../src/platform/db/statement";
import { createShop, idempotencyKey, rows, type Shop } from "../../kit/client";

/**
 * An example of a release that adds a column that SQL cannot compute (docs/runbook.md#migrations-without-downtime): products get their
 * title in upper case. The Worker under test is the previous release, which does not know the column. The tests are the steps of the
 * release, in their order.
 */

/** Expand: the column, which may be null, and an index of the rows to fill. */
const EXPAND = [
  "alter table products add upper_title text",
  "create index products_without_upper on products (id) where upper_title is null",
];
/** Contract: a release later, the index is no longer needed. */
const CONTRACT = ["drop index products_without_upper"];

const PRODUCT_COUNT = 7;
const BATCH_SIZE = 2;

let shop: Shop;
/** Runs between reading the rows of a batch and writing them. Its argument counts the batches of the run that found rows. */
let betweenReadAndWrite: (batch: number) => Promise<unknown>;

const upperCase = (text: string): string => text.toUpperCase();

async function createProduct(title: string): Promise<number> {
  const { body } = await shop.v1("/products", { body: { title }, headers: idempotencyKey() });
  return body.data.id;
}

const apply = async (statements: string[]) =>
  await Promise.all(allDatabases(env).map(async (d1) => await d1.batch(statements.map((statement) => d1.prepare(statement)))));

/** Fills up to `BATCH_SIZE` rows, unless they have changed since they were read. Returns whether there may be more. */
async function fillBatch(db: OrganizationsDb, batch: () => number): Promise<boolean> {
  const found = await db.run(
    new Statement<{ id: number; title: string }>(
      sql`select id, title from products indexed by products_without_upper where upper_title is null limit ${BATCH_SIZE}`,
    ),
  );
  if (found.length === 0) return false;
  await betweenReadAndWrite(batch());
  const values = found.map(({ id, title }) => ({ id, title, upper_title: upperCase(title) }));
  await db.run(
    new WriteStatement(sql`update products set upper_title = j.value->>'upper_title' from json_each(${JSON.stringify(values)}) j
      where products.id = j.value->>'id' and products.title = j.value->>'title'`),
  );
  return found.length === BATCH_SIZE;
}

const MAX_BATCHES = 20;

/**
 * Runs a backfill on every database, a limited number of batches with each run of the cron job. `runBatch` returns whether there may be
 * more rows. Each batch commits separately, so that the next run can continue an interrupted one. Errors are passed to `logError`.
 */
async function runBackfill(
  databases: readonly OrganizationsDb[],
  runBatch: (db: OrganizationsDb) => Promise<boolean>,
  logError: (error: unknown) => void,
): Promise<void> {
  for (const database of databases) {
    try {
      let [batches, hasMore] = [0, true];
      while (hasMore && batches < MAX_BATCHES) {
        hasMore = await runBatch(database);
        batches += 1;
      }
    } catch (error) {
      logError(error);
    }
  }
}

/** Runs the backfill once, as the cron job does. Returns its errors. */
async function backfill(): Promise<unknown[]> {
  const errors: unknown[] = [];
  let batch = 0;
  await runBackfill(
    organizationDatabases(env),
    async (db) => await fillBatch(db, () => (batch += 1)),
    (error) => errors.push(error),
  );
  return errors;
}

const readStored = async () =>
  await rows<{ title: string; upper_title: string | null }>("select title, upper_title from products order by id");
const countUnfilled = async () => (await readStored()).filter(({ upper_title: value }) => value === null).length;

beforeAll(async () => {
  shop = await createShop();
  for (let n = 0; n < PRODUCT_COUNT; n += 1) await createProduct(`Mug ${n}`);
  await apply(EXPAND);
});

beforeEach(() => {
  betweenReadAndWrite = async () => await Promise.resolve();
});

it("after the expansion, the previous release keeps writing", async () => {
  await createProduct("Plate");
  expect(await countUnfilled()).toBe(PRODUCT_COUNT + 1);
});

it("a backfill whose batch fails keeps the batches before it and reports the error", async () => {
  betweenReadAndWrite = async (batch) => await (batch === 2 ? Promise.reject(new Error("the batch is lost")) : Promise.resolve());
  expect(await backfill()).toEqual([new Error("the batch is lost")]);
  expect(await countUnfilled()).toBe(PRODUCT_COUNT + 1 - BATCH_SIZE);
});

it("a backfill does not overwrite what was written between its read and its write", async () => {
  const [{ id } = { id: 0 }] = await rows<{ id: number }>("select id from products where upper_title is null order by id");
  betweenReadAndWrite = async () => {
    betweenReadAndWrite = async () => await Promise.resolve();
    await shop.v1(`/products/${id}`, { method: "PUT", body: { title: "Bowl" }, headers: idempotencyKey() });
  };
  await backfill();
  expect((await readStored()).find(({ title }) => title === "Bowl")).toEqual({ title: "Bowl", upper_title: "BOWL" });
});

it("the next run fills the rest, and no other column changes", async () => {
  const others = async () => await rows("select id, title, version, updated_at from products order by id");
  await createProduct("Saucer");
  const before = await others();
  expect(await backfill()).toEqual([]);
  expect(await readStored()).toSatisfy((products: { title: string; upper_title: string }[]) =>
    products.every((product) => product.upper_title === upperCase(product.title)),
  );
  expect(await others()).toEqual(before);
});

it("after the contraction, the column of every row is filled, and the previous release lists all products", async () => {
  await apply(CONTRACT);
  expect(await countUnfilled()).toBe(0);
  expect((await shop.v1("/products")).body.data).toHaveLength(PRODUCT_COUNT + 2);
});
