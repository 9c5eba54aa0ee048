/**
 * Applies the migrations that a local database lacks: `node cli/dev/apply-migrations.ts <state folder>`. It does what
 * `wrangler d1 migrations apply DB --local` does, and notes them in the same table, but starts one workerd for all of them instead of
 * one for each.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";

const ROOT = resolve(import.meta.dirname, "../..");
const [state] = process.argv.slice(2);
if (state === undefined) throw new Error("Name the state folder.");

/** wrangler's own table. */
const APPLIED = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, "wrangler.toml"));
// Options of Miniflare, of which wrangler does not state the types.
const databases: object = { d1Databases: workerOptions["d1Databases"] };
const options = convertV4MiniflareOptions({
  cf: false,
  log: new Log(LogLevel.WARN),
  // Where `wrangler dev --persist-to` looks for it.
  resourcePersistencePath: join(state, "v3"),
  workers: [{ name: "migrations", modules: true, script: "export default {};", ...databases }],
});
options.enableDevRegistry = false;
const miniflare = new Miniflare(options);
try {
  const database = await miniflare.getD1Database("DB");
  await database.prepare(APPLIED).run();
  const { results } = await database.prepare('SELECT name FROM "d1_migrations"').all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const names = readdirSync(join(ROOT, "migrations")).filter((name) => name.endsWith(".sql") && !applied.has(name));
  for (const name of names.toSorted()) {
    const statements = unstable_splitSqlQuery(readFileSync(join(ROOT, "migrations", name), "utf8"));
    const note = database.prepare('INSERT INTO "d1_migrations" (name) VALUES (?)').bind(name);
    await database.batch([...statements.map((statement) => database.prepare(statement)), note]);
  }
} finally {
  await miniflare.dispose();
}
