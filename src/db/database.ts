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

/** Every database that holds organizations' rows: the sweep looks after all of them. */
export function tenantDatabases(env: Env): D1Database[] {
  return [env.DB];
}
