/**
 * Applies the pending migrations to a local database: `node cli/dev/apply-migrations.ts <state folder>`. It does what
 * `wrangler d1 migrations apply DB --local` does, and records them in the same table, but starts workerd once instead of once per
 * migration.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";

const ROOT = resolve(import.meta.dirname, "../..");
const [state] = process.argv.slice(2);
if (state === undefined) throw new Error("The state folder is missing: node cli/dev/apply-migrations.ts <state folder>");

/** wrangler's own table. */
const APPLIED = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, "wrangler.toml"));
// wrangler does not declare the types of these Miniflare options.
const databases: object = { d1Databases: workerOptions["d1Databases"] };
const options = convertV4MiniflareOptions({
  cf: false,
  log: new Log(LogLevel.WARN),
  // `wrangler dev --persist-to` uses the same folder.
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
    const record = database.prepare('INSERT INTO "d1_migrations" (name) VALUES (?)').bind(name);
    await database.batch([...statements.map((statement) => database.prepare(statement)), record]);
  }
} finally {
  await miniflare.dispose();
}
