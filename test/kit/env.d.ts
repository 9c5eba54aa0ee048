declare namespace Cloudflare {
  interface Env {
    /** The statements that make a migrated database, empty (test/kit/schema-snapshot.ts). */
    TEST_SCHEMA: string[];
    /** For tests of what a migration does to rows that were there before it. */
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}
