import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { unreachable } from "./no-network";

globalThis.fetch = unreachable(globalThis.fetch);
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
// The isolate remembers credentials by id from file to file: no id comes twice.
await env.DB.prepare("insert into sqlite_sequence (name, seq) values ('credentials', ?)")
  .bind(Math.floor(Math.random() * 1e12))
  .run();
