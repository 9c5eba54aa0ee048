import { env } from "cloudflare:workers";

let isDone = false;

/** Lets a test replace or watch every batch with a mock of `env.DB.batch`, those of sessions included. */
export function sendSessionsThroughMocks(): void {
  // Test files share this module, and the database.
  if (isDone) return;
  isDone = true;
  const withSession = env.DB.withSession.bind(env.DB);
  const unmocked: unknown = Reflect.get(env.DB, "batch");
  env.DB.withSession = (start) => {
    const session = withSession(start);
    const real = session.batch.bind(session);
    session.batch = async <T>(statements: D1PreparedStatement[]) =>
      Reflect.get(env.DB, "batch") === unmocked ? await real<T>(statements) : await env.DB.batch<T>(statements);
    return session;
  };
}
