import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { unreachable } from "./no-network";
import { keepLogs } from "./kept-logs";

globalThis.fetch = unreachable(globalThis.fetch);
keepLogs();
await reset();
await env.DB.batch(env.TEST_SCHEMA.map((statement) => env.DB.prepare(statement)));
// An isolate caches credentials by id from one file to the next, so no id may be used twice.
await env.DB.prepare("insert into sqlite_sequence (name, seq) values ('credentials', ?)")
  .bind(Math.floor(Math.random() * 1e12))
  .run();
