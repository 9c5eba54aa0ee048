import { env } from "cloudflare:workers";
import { getTableName, is, Table } from "drizzle-orm";
import { inject } from "vitest";
import { bindingOf } from "../../src/platform/db/binding";
import { isControlTable } from "../../src/platform/db/columns";
import { allDatabases, databaseOf } from "../../src/platform/db/database";
import * as tables from "../../src/tenants/tables";

/**
 * The databases of the tests. Database 0 is also the directory, with all control data. The organizations of a test file are in the
 * database that is derived from the file's name, so that all tests together use all databases.
 */

let current = 0;

/** Sets the database of this test file's organizations, for test/kit/setup.ts and for files that need a certain database. */
export function placeOrganizations(database: number): void {
  current = database;
}

/** The database for the organizations of a test file. */
export function databaseForFile(path: string): number {
  // The test projects on a replica have one database.
  if (env.REPLICA !== undefined) return 0;
  // TEST_DATABASE (vitest.config.ts) chooses one database for all files. Otherwise a hash, as of a text in Java, modulo a prime.
  let sum = 0;
  for (const character of path.slice(path.lastIndexOf("/test/"))) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return inject("database") ?? sum % allDatabases(env).length;
}

/** The number of the database with the organizations of this test file. */
export const organizationDatabase = (): number => current;

/** The database with the rows of this test file's organizations. */
export const organizationD1 = (): D1Database => databaseOf(env, { database: current });

/** The Worker's bindings with a stand-in for the database with the rows of this test file's organizations. */
export const withOrganizationD1 = (d1: D1Database): typeof env => ({ ...env, [bindingOf(current)]: d1 });

/** The Worker's bindings with a stand-in for every database. */
export function withDatabases(standIn: (d1: D1Database) => D1Database): typeof env {
  return { ...env, ...Object.fromEntries(allDatabases(env).map((d1, database) => [bindingOf(database), standIn(d1)])) };
}

/** Tables with rows in every database. */
const IN_ALL = new Set<unknown>([tables.auditLog, tables.writeMarkers]);

const allTables = Object.values<unknown>(tables).filter((table): table is Table => is(table, Table));
const namesOf = (some: Table[]) => new Set(some.map((table) => getTableName(table)));
const controlNames = namesOf(allTables.filter(isControlTable));
const organizationNames = namesOf(allTables.filter((table) => !isControlTable(table) && !IN_ALL.has(table)));

/** Whether the table of this name has control data. */
export const hasControlData = (name: string): boolean => controlNames.has(name);

/** The directory for a statement about control data, otherwise the database of this test file's organizations. */
export function d1For(sql: string): D1Database {
  const names = [...sql.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)/gi)].map(([, name = ""]) => name);
  if (!names.some(hasControlData)) return organizationD1();
  if (names.some((name) => organizationNames.has(name))) throw new Error(`Control data is in a database of its own: ${sql}`);
  return env.DB;
}
