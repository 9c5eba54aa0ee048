export {};

declare global {
  namespace Cloudflare {
    interface Env {
      /** The statements that create a migrated, empty database (test/kit/schema-snapshot.ts). */
      TEST_SCHEMA: string[];
      /** More databases for organizations. They are missing in the test projects on a replica. */
      DB_1?: D1Database;
      DB_2?: D1Database;
      /** A replica, in the test projects on a replica (test/kit/on-replica.ts). */
      REPLICA?: D1Database;
    }
  }
}
