import { ControlDb } from "./control-db";
import type { Meter } from "./meter";
import { OrganizationsDb } from "./organizations-db";

/**
 * Which D1 database holds what. There is one yet; this file is the one place that knows (docs/scale.md says how organizations
 * spread over several).
 */

/** Control data, for a request. */
export function controlDb(env: Env, { now, meter }: { now: number; meter?: Meter }): ControlDb {
  return new ControlDb({ d1: env.DB, now, meter });
}

/** The database that holds an organization's own rows. */
export function databaseOf(env: Env, _organization: { readonly id: number }): D1Database {
  return env.DB;
}

/** Every database that holds rows of organizations: for work on all of them. */
export function organizationDatabases(env: Env): OrganizationsDb[] {
  return [new OrganizationsDb(env.DB)];
}

/** The database whose deliveries the queues and the sweep carry. A second one brings queues of its own. */
export function databaseOfDeliveries(env: Env): OrganizationsDb {
  return new OrganizationsDb(env.DB);
}
