/**
 * Which D1 database holds what. There is one yet; this file is the one place that knows (docs/scale.md says how organizations
 * spread over several).
 */

/** The database of control data: organizations, credentials, people. */
export function controlDatabase(env: Env): D1Database {
  return env.DB;
}

/** The database that holds an organization's own rows. */
export function databaseOf(env: Env, _organization: { readonly id: number }): D1Database {
  return env.DB;
}

/** Every database that holds rows of organizations: for work on all of them. */
export function organizationDatabases(env: Env): D1Database[] {
  return [env.DB];
}

/** The database whose deliveries the queues and the sweep carry. A second one brings queues of its own. */
export function databaseOfDeliveries(env: Env): D1Database {
  return env.DB;
}
