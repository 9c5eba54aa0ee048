/**
 * What several databases change: the writes of several organizations that share one database, or have one each, and the reads of one
 * organization. One workerd runs all of it here, so the figures show what routing costs, not what several machines would win.
 *
 *     npm run bench -- --databases=4 [--seconds=2] [--rounds=5]
 */
import { join } from "node:path";
import { build } from "../test/node/server/build.ts";
import { anOrder, idempotencyKey, openShop, type Shop } from "../test/node/server/shop.ts";
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

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const spread = (values: readonly number[]): string => `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`;

const write = async (shop: Shop) => await shop.v2("/orders", anOrder(), idempotencyKey());
const read = async (shop: Shop) => await shop.v2("/orders?limit=20");

/** Compares, in alternating rounds, and prints medians. */
export async function compareDatabases(databases: number, { seconds, rounds }: { seconds: number; rounds: number }): Promise<void> {
  using folder = temporaryFolder();
  const built = await build(join(folder.path, "build"));
  const miniflare = await startWithDatabases(built, join(folder.path, "state"), databases);
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
  } finally {
    await miniflare.dispose();
  }
}
