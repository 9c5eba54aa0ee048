import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { openShop, type Shop } from "../server/shop.ts";
import { sharedWorker } from "../server/built-worker.ts";
import { respond, startFakeApi } from "../import/fake-api.ts";
import { OPERATOR_TOKEN, type RunningWorker, temporaryFolder } from "../server/worker.ts";
import { runOperator } from "./run-operator.ts";

/**
 * The files of an export may come from an owner, so the operator's commands must not let them control requests with the operator token.
 */

const EVIL = '1],"email":"evil@example.com","role":"owner","password":"Correct-horse-battery-9","more":[1';

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const writeExport = (folder: string, table: string, lines: string): void => {
  const organization = { name: "Forged", currency: "EUR", timezone: "UTC", roll_up_status: true };
  const tables = [{ name: table, key: ["id"], last: [1] }];
  write(folder, "organization.json", JSON.stringify({ id: 900, organization, retention: {}, tables }));
  write(folder, `${table}.ndjson`, lines);
};

async function membersOf(worker: RunningWorker, { id }: Shop): Promise<{ email: string }[]> {
  const response = await fetch(`${worker.url}/operator/organizations/${id}/members`, {
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` },
  });
  return ((await response.json()) as { data: { email: string }[] }).data;
}

it("an export with names that no table can have, such as paths, sends nothing", async () => {
  const worker = await sharedWorker();
  const victim = await openShop(worker.url, { name: "Victim", currency: "EUR", timezone: "UTC" });
  await using countingApi = await startFakeApi((_call, response) => respond(response, 201, { id: 900 }));
  for (const table of [`%2e%2e/%2e%2e/${victim.id}/members`, `%2E./%2e%2e/${victim.id}/members`, "orders?x", "Orders", ""]) {
    using folder = temporaryFolder();
    writeExport(folder.path, table, `${EVIL}\n`);
    const { code, output } = await runOperator(worker.url, ["restore", folder.path, "--new-id"]);
    expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining("expected a number as the id, and names of tables") });
    expect(output).not.toContain("is created");
    expect(await runOperator(countingApi.url, ["restore", folder.path, "--new-id"])).toMatchObject({ code: 2 });
  }
  expect(countingApi.calls).toEqual([]);
  expect((await membersOf(worker, victim)).map(({ email }) => email)).not.toContain("evil@example.com");
});

it(
  "a line that is not one JSON object or array, which could add fields to a request, is an error that names it",
  { tags: "long" },
  async () => {
    const worker = await sharedWorker();
    for (const line of [EVIL, '{}],"from_another_installation":true,"more":[{}', "{} , {}", "1", "null", ""]) {
      using folder = temporaryFolder();
      writeExport(folder.path, "stores", `${line}\n`);
      const { code, output } = await runOperator(worker.url, ["restore", folder.path, "--new-id"]);
      expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining("stores.ndjson, line 1: expected a row as JSON.") });
    }
  },
);

it("a backup with names or numbers that no backup has, such as paths, is rejected, although its checksum is right", async () => {
  const worker = await sharedWorker();
  const file = { rows: 1, sha256: createHash("sha256").update(`${EVIL}\n`).digest("hex") };
  const forge = (folder: string, { until = 1 as unknown, table = "stores", number = 0 as unknown }): void => {
    const manifest = {
      until,
      step: "finished",
      as_of: null,
      master_secret_ids: [],
      tables: [{ name: table, columns: ["id"], key: ["id"] }],
      databases: [{ number, migration: null, state: null, files: { [table]: file } }],
    };
    const sha256 = createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
    write(folder, "backup.json", JSON.stringify({ ...manifest, sha256 }));
    write(folder, `database-${String(number)}/${table}.ndjson`, `${EVIL}\n`);
  };
  const run = async (forged: Parameters<typeof forge>[1]) => {
    using folder = temporaryFolder();
    forge(folder.path, forged);
    return await runOperator(worker.url, ["restore-all", folder.path]);
  };
  // Without forged names and numbers, it gets to the next check.
  expect(await run({})).toMatchObject({ code: 2, output: expect.stringContaining("is of the release with no migration") });
  // A number of 1 is wrong, because the first database of a backup is number 0.
  for (const forged of [{ table: "%2e%2e/%2e%2e/organizations/1/members" }, { number: "0/x" }, { number: 1 }, { until: '1","x":"' }]) {
    const { code, output } = await run(forged);
    expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining("backup.json is not one that a backup has written") });
  }
});
