export {};

declare global {
  namespace Cloudflare {
    interface Env {
      /** The statements that make a migrated database, empty (test/kit/schema-snapshot.ts). */
      TEST_SCHEMA: string[];
      /** More databases for organizations. Not there in the suites that run on a replica. */
      DB_1?: D1Database;
      DB_2?: D1Database;
      /** A replica, in the suites that run on a replica (test/kit/on-replica.ts). */
      REPLICA?: D1Database;
    }
  }
}
