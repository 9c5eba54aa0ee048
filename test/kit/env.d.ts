declare namespace Cloudflare {
  interface Env {
    /** The statements that make a migrated database, empty (test/kit/schema-snapshot.ts). */
    TEST_SCHEMA: string[];
  }
}
