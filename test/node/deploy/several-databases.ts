import { readdirSync } from "node:fs";
import { expect } from "vitest";
import type { DeployResult, RecordedAccount } from "./run-deploy.ts";

export const MIGRATIONS = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
/** All migrations, as the plan of a deployment names them. */
export const ALL_MIGRATIONS =
  MIGRATIONS.length === 1 ? `the migration ${MIGRATIONS[0]}` : `${MIGRATIONS.length} migrations, ${MIGRATIONS[0]} to ${MIGRATIONS.at(-1)}`;
export const NAMES = ["order-operations", "order-operations-1", "order-operations-2"];

/** The calls that change a database, a queue or the Worker, without their SQL. */
export const changes = ({ calls }: DeployResult): string[] =>
  calls
    .filter((call) => /^(?:d1 (?:create|migrations|execute)|queues create|deploy)/.test(call))
    .map((call) => call.replace(/ --config \S+$/, "").replace(/--command .*/, "--command RANGE"));

/** The calls of every deployment of three databases after missing ones were created. */
export const MIGRATE_AND_DEPLOY = [
  "d1 migrations apply DB --remote",
  "d1 migrations apply DB_1 --remote",
  "d1 execute DB_1 --remote --command RANGE",
  "d1 migrations apply DB_2 --remote",
  "d1 execute DB_2 --remote --command RANGE",
  "deploy",
];

/** Three databases exist with all migrations and their own ids, and the Worker has them. */
export function expectThreeDatabases(account: RecordedAccount): void {
  const { databases, migrated, ranges, bindings } = account.state();
  expect(databases).toEqual(["another", ...NAMES]);
  expect(migrated).toEqual(Object.fromEntries(NAMES.map((name) => [name, MIGRATIONS])));
  expect(ranges).toEqual({ "order-operations-1": 2 ** 40, "order-operations-2": 2 ** 41 });
  expect(bindings).toEqual({ DB: NAMES[0], DB_1: NAMES[1], DB_2: NAMES[2] });
}
