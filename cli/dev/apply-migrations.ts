/**
 * Applies the pending migrations to local databases: `node cli/dev/apply-migrations.ts <state folder> <databases>`. It does what
 * `wrangler d1 migrations apply DB --local` does for each, and records them in the same table, but starts workerd once instead of once
 * per migration and database. Databases but the first also get their range of ids.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";
import { bindingOf } from "../../src/platform/db/binding.ts";
import { idRangeStatements } from "../../src/platform/db/id-range.ts";
import { configurationFor } from "../databases/configuration.ts";
import { readDatabases } from "../databases/option.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const [state, count = ""] = process.argv.slice(2);
if (state === undefined) throw new Error("The state folder is missing: node cli/dev/apply-migrations.ts <state folder> <databases>");
const databases = readDatabases(count);

/** wrangler's own table. */
const APPLIED = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

const migrations = readdirSync(join(ROOT, "migrations"))
  .filter((name) => name.endsWith(".sql"))
  .toSorted()
  .map((name) => ({ name, statements: unstable_splitSqlQuery(readFileSync(join(ROOT, "migrations", name), "utf8")) }));

const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, configurationFor(ROOT, databases) ?? "wrangler.toml"));
// wrangler does not declare the types of these Miniflare options.
const bindings: object = { d1Databases: workerOptions["d1Databases"] };
const options = convertV4MiniflareOptions({
  cf: false,
  log: new Log(LogLevel.WARN),
  // `wrangler dev --persist-to` uses the same folder.
  resourcePersistencePath: join(state, "v3"),
  workers: [{ name: "migrations", modules: true, script: "export default {};", ...bindings }],
});
options.enableDevRegistry = false;
const miniflare = new Miniflare(options);
try {
  for (let number = 0; number < databases; number += 1) {
    const database = await miniflare.getD1Database(bindingOf(number));
    await database.prepare(APPLIED).run();
    const { results } = await database.prepare('SELECT name FROM "d1_migrations"').all<{ name: string }>();
    const applied = new Set(results.map(({ name }) => name));
    for (const { name, statements } of migrations) {
      if (applied.has(name)) continue;
      const record = database.prepare('INSERT INTO "d1_migrations" (name) VALUES (?)').bind(name);
      await database.batch([...statements.map((statement) => database.prepare(statement)), record]);
    }
    if (number > 0) await database.batch(idRangeStatements(number).map((statement) => database.prepare(statement)));
  }
} finally {
  await miniflare.dispose();
}
