import { spawnSync } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { FULL } from "../../kit/form.ts";
import { copyProject } from "../server/project-copy.ts";
import { temporaryFolder } from "../server/worker.ts";
import { type CloudflarePeer, createDatabase, startPeer } from "./cloudflare-peer.ts";
import { realWranglerEnv, runRealWrangler } from "./real-wrangler.ts";
import { runDeploy } from "./run-deploy.ts";

const folder = temporaryFolder();
const project = copyProject(folder.path);
const migrations = join(project, "migrations");
afterAll(() => folder[Symbol.dispose]());

const FIRST = "CREATE TABLE `shops` (`id` integer PRIMARY KEY, `name` text DEFAULT 'Ann''s' NOT NULL);\n--> statement-breakpoint\n";
const SECOND = `-- What a shop is called, by each of its names.
CREATE TABLE names (shop_id integer, name text);
--> statement-breakpoint
-- A new name is kept (see above).
CREATE TRIGGER shops_named AFTER UPDATE OF name ON shops BEGIN
  DELETE FROM names WHERE shop_id = new.id AND name = iif(new.name = '', '-', new.name);
  INSERT INTO names (shop_id, name) VALUES (new.id, new.name);
END;
`;
const WITH_QUOTE = SECOND.replace("A new name", "A shop's new name");

beforeEach(() => {
  for (const name of readdirSync(migrations)) rmSync(join(migrations, name), { recursive: true });
  writeFileSync(join(migrations, "0000_first.sql"), FIRST);
});

function writeSecond(sql: string): void {
  writeFileSync(join(migrations, "0001_second.sql"), sql);
}

function checkMigrations(): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [resolve("cli/check/migrations.ts")], { cwd: project, encoding: "utf8" });
  return { status, stderr };
}

/** The names of the tables and triggers in the first database, and the names of its migrations. */
function contentOf({ account }: CloudflarePeer) {
  const data = account.databases[0]?.data;
  const column = (sql: string) =>
    data
      ?.prepare(sql)
      .all()
      .flatMap((row) => Object.values(row));
  return {
    schema: column("select name from sqlite_schema where name not in ('d1_migrations', 'sqlite_sequence') and sql is not null"),
    migrations: column("select name from d1_migrations order by id"),
  };
}

const ONLY_FIRST = { schema: ["shops"], migrations: ["0000_first.sql"] };
const BOTH = { schema: ["shops", "names", "shops_named"], migrations: ["0000_first.sql", "0001_second.sql"] };

it("wrangler applies conforming migrations, and stops at a quote in a comment, whose line the check names", async () => {
  using peer = await startPeer();
  createDatabase(peer.account, "order-operations", null);
  const apply = () => runRealWrangler(project, peer.url, ["d1", "migrations", "apply", "DB", "--remote"]);
  writeSecond(WITH_QUOTE);
  expect(checkMigrations()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^migrations\/0001_second\.sql:4: /) as string });
  expect(await apply()).toMatchObject({ code: 1, output: expect.stringContaining("must contain only one statement") as string });
  expect({ content: contentOf(peer), unknown: peer.unknown }).toEqual({ content: ONLY_FIRST, unknown: [] });
  writeSecond(SECOND);
  expect(checkMigrations()).toEqual({ status: 0, stderr: "" });
  expect((await apply()).code).toBe(0);
  expect(contentOf(peer)).toEqual(BOTH);
});

it.runIf(FULL)("a deployment stops at a quote in a comment before it deploys code, and continues after the quote was removed", async () => {
  using peer = await startPeer();
  writeSecond(WITH_QUOTE);
  const failed = await runDeploy([], realWranglerEnv(peer.url), { project });
  expect({ code: failed.code, content: contentOf(peer) }).toEqual({ code: 1, content: ONLY_FIRST });
  expect(failed.stderr).toContain("must contain only one statement");
  expect(peer.requests.filter((called) => called.startsWith("PUT "))).toEqual([]);
  writeSecond(SECOND);
  const deployed = await runDeploy([], realWranglerEnv(peer.url), { project });
  expect({ code: deployed.code, unknown: peer.unknown, content: contentOf(peer) }).toEqual({ code: 0, unknown: [], content: BOTH });
  expect(peer.requests.filter((called) => called.startsWith("PUT workers/scripts/"))).not.toEqual([]);
});
