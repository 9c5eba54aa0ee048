import journal from "../../../migrations/meta/_journal.json";

/** The last migration of this release, by the name under which wrangler records it. A database that has it has all others too. */
export const LAST_MIGRATION = `${journal.entries.at(-1)?.tag}.sql`;
