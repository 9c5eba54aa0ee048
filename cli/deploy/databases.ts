import { readdirSync } from "node:fs";
import { join } from "node:path";
import { bindingOf } from "../../src/platform/db/binding.ts";
import { idRangeStatements } from "../../src/platform/db/id-range.ts";
import { databaseName } from "../databases/configuration.ts";
import { MAX_DATABASES } from "../databases/option.ts";
import type { Target } from "./target.ts";
import { outputOf, type Wrangler } from "./wrangler.ts";

/** A database that the Worker will have. */
export interface PlannedDatabase {
  /** 0 for the one in wrangler.toml. */
  number: number;
  name: string;
  binding: string;
  exists: boolean;
  /** The jurisdiction that it was created in. Null for none, or if it does not exist. */
  jurisdiction: string | null;
}

/** Where new databases are created, as options of `wrangler d1 create`. */
export interface Placement {
  location?: string | undefined;
  jurisdiction?: string | undefined;
}

/**
 * The databases that the Worker will have, found by their names: as many as `asked`, or (null) those that exist. A database that exists is
 * never left out, because its organizations would be unreachable. Throws if `asked` would leave one out, or if one is missing unexpectedly.
 */
export async function planDatabases(wrangler: Wrangler, target: Target, asked: number | null): Promise<PlannedDatabase[]> {
  const listed = await listDatabases(wrangler);
  const all = Array.from({ length: MAX_DATABASES }, (_, number) => {
    const name = databaseName(target.database, number);
    const found = listed.find((database) => database.name === name);
    return { number, name, binding: bindingOf(number), exists: found !== undefined, jurisdiction: found?.jurisdiction ?? null };
  });
  const [first] = all;
  if (first !== undefined && target.databaseId !== null) {
    const found = listed.find(({ uuid }) => uuid === target.databaseId);
    [first.exists, first.jurisdiction] = [found !== undefined, found?.jurisdiction ?? null];
    if (!first.exists)
      throw new Error(
        `This account has no database ${target.databaseId}, which wrangler.toml names. Check that you are logged in to the right account.`,
      );
  }
  const last = all.findLast(({ exists }) => exists);
  const existing = last === undefined ? 0 : last.number + 1;
  if (asked !== null && asked < existing)
    throw new Error(`--databases must be at least ${existing}, because the database ${last?.name} exists and may hold organizations.`);
  const planned = all.slice(0, asked ?? Math.max(existing, 1));
  const missing = planned.find(({ exists }) => !exists);
  if (asked === null && existing > 0 && missing !== undefined)
    throw new Error(
      `The database ${missing.name} is missing, but ${last?.name} exists. To create it without data, use --databases ${existing}.`,
    );
  return planned;
}

/** Lists the databases of the account. D1 may leave out a jurisdiction that there is not. */
async function listDatabases(wrangler: Wrangler): Promise<{ uuid: string; name: string; jurisdiction?: string | null }[]> {
  return JSON.parse(await wrangler.runOrThrow("d1", "list", "--json")) as Awaited<ReturnType<typeof listDatabases>>;
}

/** Creates the databases that do not exist. Throws if Cloudflare then reports another jurisdiction than they were to have. */
export async function createDatabases(
  wrangler: Wrangler,
  databases: PlannedDatabase[],
  { location, jurisdiction }: Placement,
  tell: (line: string) => void,
): Promise<void> {
  const options = [
    ...(location === undefined ? [] : ["--location", location]),
    ...(jurisdiction === undefined ? [] : ["--jurisdiction", jurisdiction]),
  ];
  for (const { name, exists } of databases) {
    if (exists) continue;
    await wrangler.runOrThrow("d1", "create", name, "--update-config=false", ...options);
    tell(`Created the database ${name}.`);
  }
  if (jurisdiction === undefined || databases.every(({ exists }) => exists)) return;
  const listed = await listDatabases(wrangler);
  for (const { name, exists } of databases) {
    const found = listed.find((database) => database.name === name)?.jurisdiction ?? null;
    if (!exists && found !== jurisdiction)
      throw new Error(`The database ${name} was created in the jurisdiction ${jurisdiction}, but Cloudflare reports ${found ?? "none"}.`);
  }
}

/**
 * Migrates the databases in ascending order, and gives each its own range of ids. The range is set in every deployment: it may be missing
 * after one that failed, or for a new table. Throws at the first failure.
 */
export async function migrateDatabases(wrangler: Wrangler, databases: PlannedDatabase[], tell: (line: string) => void): Promise<void> {
  for (const { number, name, binding } of databases) {
    await wrangler.runOrThrow("d1", "migrations", "apply", binding, "--remote");
    if (number > 0) await wrangler.runOrThrow("d1", "execute", binding, "--remote", "--command", idRangeStatements(number).join("; "));
    tell(`Migrated the database ${name}.`);
  }
}

/** The names of all migrations, in ascending order. */
export function migrationNames(folder: string): string[] {
  const names = readdirSync(join(folder, "migrations")).filter((name) => name.endsWith(".sql"));
  return names.toSorted();
}

/** The migrations that a database already has. Unlike `wrangler d1 migrations list`, this creates no table in it. */
export async function appliedMigrations(wrangler: Wrangler, { binding, exists }: PlannedDatabase): Promise<Set<string>> {
  if (!exists) return new Set();
  const result = await wrangler.run("d1", "execute", binding, "--remote", "--json", "--command", "select name from d1_migrations");
  if (result.code !== 0 && outputOf(result).includes("no such table: d1_migrations")) return new Set();
  if (result.code !== 0) throw new Error(`The migrations of ${binding} could not be read.\n${outputOf(result)}`);
  const [{ results }] = JSON.parse(result.stdout) as [{ results: { name: string }[] }];
  return new Set(results.map(({ name }) => name));
}
