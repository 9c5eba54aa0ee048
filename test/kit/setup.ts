import { env } from "cloudflare:workers";
import { makePasswordsCheap } from "./cheap-passwords";
import { expect } from "vitest";
import { databaseForFile, placeOrganizations } from "./databases";
import { emptyDatabase } from "./empty-database";
import { keepModules } from "./kept-modules";
import { keepLogs } from "./kept-logs";
import { expectNoLeftoverMemory } from "./leftover-memory";
import { sendSessionsThroughMocks } from "./mocked-batches";
import { shortenPauses } from "./short-pauses";
import { beStrict } from "./strict-platform/strict-platform";

beStrict();
keepLogs();
expectNoLeftoverMemory();
keepModules();
makePasswordsCheap();
shortenPauses();
sendSessionsThroughMocks();
placeOrganizations(databaseForFile(expect.getState().testPath ?? ""));
await emptyDatabase();
// An isolate caches credentials by id across test files, so no id may be reused.
await env.DB.prepare("insert into sqlite_sequence (name, seq) values ('credentials', ?)")
  .bind(Math.floor(Math.random() * 1e12))
  .run();
