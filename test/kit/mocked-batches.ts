import { env } from "cloudflare:workers";
import { allDatabases } from "../../src/platform/db/database";

let isInstalled = false;

/** Lets a test replace or observe every batch of a database, including those of sessions, with a mock of its `batch`. */
export function sendSessionsThroughMocks(): void {
  // Test files share this module and the databases.
  if (isInstalled) return;
  isInstalled = true;
  for (const d1 of allDatabases(env)) sendThroughMocks(d1);
}

function sendThroughMocks(d1: D1Database): void {
  const withSession = d1.withSession.bind(d1);
  const unmocked: unknown = Reflect.get(d1, "batch");
  d1.withSession = (start) => {
    const session = withSession(start);
    const real = session.batch.bind(session);
    session.batch = async <T>(statements: D1PreparedStatement[]) =>
      Reflect.get(d1, "batch") === unmocked ? await real<T>(statements) : await d1.batch<T>(statements);
    return session;
  };
}
