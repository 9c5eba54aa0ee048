/**
 * What several databases change: the writes of several organizations that share one database, or have one each, and the reads of one
 * organization. One workerd runs all of it here, so the figures show what routing costs, not what several machines would win.
 *
 *     npm run bench -- --databases=4 [--seconds=2] [--rounds=5]
 */
import { randomBytes } from "node:crypto";
import { globSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { build } from "../test/node/server/build.ts";
import { orderBody, idempotencyKey, openShop, type Shop } from "../test/node/server/shop.ts";
import { temporaryFolder } from "../test/node/server/worker.ts";
import { createTables, startWithDatabases } from "./several-databases.ts";

/** How many requests each organization has in progress. */
const CONNECTIONS = 2;

/** Successful requests per second of all these shops together, each with a few requests in progress. */
async function perSecond(shops: readonly Shop[], seconds: number, request: (shop: Shop) => Promise<{ status: number }>): Promise<number> {
  const end = Date.now() + seconds * 1000;
  let count = 0;
  const repeat = async (shop: Shop) => {
    while (Date.now() < end) {
      const { status } = await request(shop);
      if (status >= 300) throw new Error(`A request got ${status}.`);
      count += 1;
    }
  };
  await Promise.all(shops.flatMap((shop) => Array.from({ length: CONNECTIONS }, async () => await repeat(shop))));
  return count / seconds;
}

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN;
const median = (values: readonly number[]): number => quantile(values, 0.5);
const spread = (values: readonly number[]): string => `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`;

const write = async (shop: Shop) => await shop.v2("/orders", orderBody(), idempotencyKey());
const read = async (shop: Shop) => await shop.v2("/orders?limit=20");

/** Compares, in alternating rounds, and prints medians. */
export async function compareDatabases(databases: number, { seconds, rounds }: { seconds: number; rounds: number }): Promise<void> {
  using folder = temporaryFolder();
  const built = await build(join(folder.path, "build"));
  const state = join(folder.path, "state");
  let miniflare = await startWithDatabases(built, state, databases);
  try {
    await createTables(built, miniflare, databases);
    const url = (await miniflare.ready).origin;
    const open = async (databaseOf: (nth: number) => number) => {
      const shops: Shop[] = [];
      for (let nth = 0; nth < databases; nth += 1) shops.push(await openShop(url, { database: databaseOf(nth) }));
      return shops;
    };
    const [together, apart] = [await open(() => 0), await open((nth) => nth)];
    for (const shop of [...together, ...apart]) for (let nth = 0; nth < 20; nth += 1) await write(shop);
    const writes = { together: [] as number[], apart: [] as number[] };
    const reads = { first: [] as number[], last: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      writes.together.push(await perSecond(together, seconds, write));
      writes.apart.push(await perSecond(apart, seconds, write));
      reads.first.push(await perSecond(apart.slice(0, 1), seconds, read));
      reads.last.push(await perSecond(apart.slice(-1), seconds, read));
    }
    const tell = (name: string, values: number[]) => console.log(`  ${name.padEnd(44)} ${median(values).toFixed(0)}/s (${spread(values)})`);
    console.log(`writes by ${databases} organizations, ${CONNECTIONS} at a time each, medians of ${rounds} rounds of ${seconds} s:`);
    tell("in one database", writes.together);
    tell(`in ${databases} databases`, writes.apart);
    console.log("reads by one organization:");
    tell("in the directory's database", reads.first);
    tell("in the last database", reads.last);
    const up = await readTimes(apart, seconds * rounds);
    await miniflare.dispose();
    breakDatabaseOf(state, apart.at(-1));
    miniflare = await startWithDatabases(built, state, databases, true);
    const { origin } = await miniflare.ready;
    const down = await readTimes(
      apart.map((shop) => shop.at(origin)),
      seconds * rounds,
    );
    console.log("reads by the others, while an organization in the last database reads, too:");
    console.log(`  the last database is up: p50 ${quantile(up.others, 0.5)} ms, p95 ${quantile(up.others, 0.95)} ms`);
    console.log(`  the last database is down: p50 ${quantile(down.others, 0.5)} ms, p95 ${quantile(down.others, 0.95)} ms`);
    console.log(`  responses to the organization in it: ${[...up.statuses].join()} before, then ${[...down.statuses].join()}`);
    const { status } = await fetch(`${origin}/health`);
    console.log(`  /health: ${status}`);
  } finally {
    await miniflare.dispose();
  }
}

/** How long the reads of all shops but the last one take, in ms, and what the last one gets. */
async function readTimes(shops: readonly Shop[], seconds: number): Promise<{ others: number[]; statuses: Set<number> }> {
  const others: number[] = [];
  const statuses = new Set<number>();
  const last = shops.at(-1);
  const end = Date.now() + seconds * 1000;
  await Promise.all(
    shops.map(async (shop) => {
      while (Date.now() < end) {
        const start = performance.now();
        const { status } = await read(shop);
        if (shop === last) statuses.add(status);
        else if (status === 200) others.push(Math.round((performance.now() - start) * 10) / 10);
        else throw new Error(`A request got ${status}.`);
      }
    }),
  );
  return { others, statuses };
}

/** Overwrites the file of the database that has the rows of a shop. Every statement then fails. */
function breakDatabaseOf(state: string, shop: Shop | undefined): void {
  const files = globSync(join(state, "d1/miniflare-D1DatabaseObject/*.sqlite")).filter((name) => !name.includes("metadata"));
  const file = files.find((name) => {
    using database = new DatabaseSync(name, { readOnly: true });
    return database.prepare("select 1 from stores where organization_id = ?").get(shop?.id ?? 0) !== undefined;
  });
  if (file === undefined) throw new Error("No database has the shop.");
  writeFileSync(file, randomBytes(8192));
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
}
