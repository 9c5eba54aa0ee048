import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DOCTOR_NAME } from "../../../src/platform/doctor.ts";
import { freePort } from "../processes.ts";
import { builtWorker } from "../server/built-worker.ts";
import { openShop } from "../server/shop.ts";
import { OPERATOR_TOKEN, type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";
import { startProxy } from "./proxy.ts";
import { runDoctor } from "./run-doctor.ts";

/** npm run doctor (docs/runbook.md#check-an-installation), on the Worker as it is deployed. */

const folder = temporaryFolder();
let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker(await builtWorker(), folder.path);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const organizations = async () =>
  (await worker.directoryRows<{ name: string }>("select name from organizations order by id")).map(({ name }) => name);

/** The remaining rows of all tables that have an organization, as `database table: count`. */
async function remainingRows(): Promise<string[]> {
  const left: string[] = [];
  for (const database of [0, 1, 2]) {
    const tables = await worker.rowsIn<{ name: string }>(
      database,
      "select name from sqlite_master where type = 'table' and sql like 'create table%organization_id%'",
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const [row] = await worker.rowsIn<{ count: number }>(database, `select count(*) as count from "${name}"`);
      if (row?.count !== 0) left.push(`${database} ${name}: ${row?.count}`);
    }
  }
  return left;
}

it("reports that everything works, measures it, and leaves nothing behind", { tags: "long" }, async () => {
  const { code, output, findings } = await runDoctor(worker.url);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("Everything works.") });
  expect(output).not.toContain("NOT OK");
  expect(findings).toMatchObject({
    "service responds": expect.stringContaining("HTTP 200") as string,
    "operator token": "accepted | accepted | ok",
    "limit of D1 calls per invocation": "1000 (plan: paid) | at most 1000 | ok",
    "database 0: last migration": "0000_baseline.sql | 0000_baseline.sql | ok",
    "database 2: last migration": "0000_baseline.sql | 0000_baseline.sql | ok",
    "organization, store, credentials": "created, database 2 | created | ok",
    "create an order": expect.stringMatching(/^\d+ rows read, \d+ written, \d trips, \d+ ms \| .* \| ok$/) as string,
    "repeat it with the same key": "the same response, 0 rows written | the same response, 0 rows written | ok",
    "list orders": expect.stringContaining("1 order, ") as string,
    "set the status of an item": expect.stringMatching(/ok$/) as string,
    "ship it": expect.stringMatching(/ok$/) as string,
    "the carrier delivers": expect.stringMatching(/ok$/) as string,
    webhook: expect.stringMatching(/^delivered in \d+ ms \|.* ok$/) as string,
    "gate: a call (median)": expect.stringMatching(/^[\d.]+ ms/) as string,
    "D1: a round trip (median)": expect.stringMatching(/^[\d.]+ ms, of it SQL [\d.]+ ms/) as string,
    "first request of an isolate": expect.stringMatching(/^[\d.]+ ms/) as string,
    removed: "everything | everything | ok",
  });
  expect(await organizations()).toEqual([]);
  expect(await remainingRows()).toEqual([]);
});

it("uses the chosen database", { tags: "long" }, async () => {
  const { code, findings } = await runDoctor(worker.url, { args: ["--database", "0"] });
  expect({ code, "organization, store, credentials": findings["organization, store, credentials"] }).toEqual({
    code: 0,
    "organization, store, credentials": "created, database 0 | created | ok",
  });
});

it("reports that a database does not exist, and does not refer to the log", async () => {
  const { code, output, findings } = await runDoctor(worker.url, { args: ["--database", "3"] });
  expect({ code, "create an organization": findings["create an organization"] }).toEqual({
    code: 1,
    "create an organization": "HTTP 400: database: Expected 0 to 2. | done | NOT OK",
  });
  expect(output).toContain("create an organization: Correct the option that the response names");
  expect(output).not.toContain("wrangler tail");
});

it("reports a URL at which nothing responds", async () => {
  const { code, output, findings } = await runDoctor(`http://127.0.0.1:${await freePort()}`);
  expect({ code, "service responds": findings["service responds"] }).toEqual({
    code: 1,
    "service responds": "no response (ECONNREFUSED) | HTTP 200 | NOT OK",
  });
  expect(output).toContain("service responds: Check the URL http://127.0.0.1:");
});

it("reports a server that is not this service", async () => {
  await using proxy = await startProxy(worker.url, { respond: () => ({ status: 404, body: "<h1>Not here</h1>" }) });
  const { code, findings } = await runDoctor(proxy.url);
  expect({ code, "service responds": findings["service responds"] }).toEqual({
    code: 1,
    "service responds": "HTTP 404 <h1>Not here</h1> | HTTP 200 | NOT OK",
  });
});

it("reports a wrong operator token, and creates nothing with it", async () => {
  const before = await organizations();
  const { code, output, findings } = await runDoctor(worker.url, { token: `${OPERATOR_TOKEN}-of-another` });
  expect({ code, "operator token": findings["operator token"], removed: findings["removed"] }).toEqual({
    code: 1,
    "operator token": "rejected | accepted | NOT OK",
    removed: undefined,
  });
  expect(output).toContain("operator token: Set OPERATOR_TOKEN to the secret of the Worker.");
  expect(await organizations()).toEqual(before);
});

it("rejects wrong usage", async () => {
  for (const [args, token, problem] of [
    [["--database", "first"], OPERATOR_TOKEN, "--database must be a whole number."],
    [["--url", "example.com"], OPERATOR_TOKEN, "--url (or ORDER_OPERATIONS_URL) must be"],
    [[], "", "OPERATOR_TOKEN is not set"],
  ] as const) {
    expect(await runDoctor(worker.url, { args: [...args], token })).toMatchObject({
      code: 2,
      output: expect.stringContaining(problem) as string,
    });
  }
});

it("reports a database whose schema is behind, and does not try the main job", { tags: "long" }, async () => {
  using state = temporaryFolder();
  await using behind = await startWorker(await builtWorker(), state.path);
  await behind.rowsIn(1, "update d1_migrations set name = '0000_earlier.sql'");
  const { code, output, findings } = await runDoctor(behind.url);
  expect({ code, "database 1: last migration": findings["database 1: last migration"], "main job": findings["main job"] }).toEqual({
    code: 1,
    "database 1: last migration": "0000_earlier.sql | 0000_baseline.sql | NOT OK",
    "main job": "not tried | done | NOT OK",
  });
  expect(findings["GET /health"]).toContain("HTTP 503: Database 1 lacks the migration");
  expect(output).toContain("database 1: last migration: Apply the migrations: `npm run deploy`.");
  expect(await behind.directoryRows("select 1 from organizations")).toEqual([]);
});

it("reports databases without a schema", { tags: "long" }, async () => {
  using state = temporaryFolder();
  await using empty = await startWorker({ ...(await builtWorker()), database: { migrations: [] } }, state.path);
  const { code, findings } = await runDoctor(empty.url);
  expect({ code, databases: findings["databases"] }).toEqual({
    code: 1,
    databases: expect.stringMatching(/^HTTP 503: .*lacks the migration.*NOT OK$/),
  });
});

it.each([
  ["without global_fetch_strictly_public", 522, "", "timeout 522", "needs the compatibility flag global_fetch_strictly_public"],
  [
    "on workers.dev",
    404,
    "error code: 1042",
    "http_status 404 error code: 1042",
    "needs the compatibility flag global_fetch_strictly_public",
  ],
  ["without a DNS record", 530, "error code: 1016", "tls_or_dns 530 error code: 1016", "DNS record that Cloudflare resolves"],
  ["behind a login", 302, "", "redirect 302", "Something before the Worker rejects its request"],
  ["of another server", 200, "Welcome", "what arrived can't be verified", "must lead to this Worker"],
])("reports why the Worker can't deliver a webhook to itself %s", { tags: "long" }, async (_where, status, body, reason, advice) => {
  await using proxy = await startProxy(worker.url, { respond: (path) => (path.startsWith("/in/doctor/") ? { status, body } : null) });
  const { code, output, findings } = await runDoctor(proxy.url);
  expect({ code, webhook: findings["webhook"] }).toEqual({ code: 1, webhook: expect.stringContaining(`not delivered: ${reason}`) });
  expect(output).toContain(advice);
  expect(findings["removed"]).toBe("everything | everything | ok");
});

it("reports that no webhook is sent if the queue has no consumer", { tags: "long" }, async () => {
  using state = temporaryFolder();
  const built = await builtWorker();
  await using silent = await startWorker({ ...built, options: { ...built.options, queueConsumers: {} } }, state.path);
  const { code, output, findings } = await runDoctor(silent.url, { args: ["--webhook", "1"] });
  expect({ code, webhook: findings["webhook"] }).toEqual({
    code: 1,
    webhook: "no attempt after 1 s | delivered and signed within 1 s | NOT OK",
  });
  expect(output).toContain("The queues must have this Worker as their consumer");
  expect(await silent.directoryRows("select 1 from organizations")).toEqual([]);
});

it("stops at a step that fails, and deletes what it has created", { tags: "long" }, async () => {
  const broken = { status: 500, body: JSON.stringify({ error: { code: "internal_error", message: "Out of order.", details: [] } }) };
  await using proxy = await startProxy(worker.url, { respond: (path) => (path.endsWith("/fulfillments") ? broken : null) });
  const { code, findings } = await runDoctor(proxy.url);
  const nextStep = findings["the carrier delivers"];
  expect({ code, "ship it": findings["ship it"], nextStep, removed: findings["removed"] }).toEqual({
    code: 1,
    "ship it": "HTTP 500: Out of order. | done | NOT OK",
    nextStep: undefined,
    removed: "everything | everything | ok",
  });
  expect(await organizations()).toEqual([]);
});

it("reports if it could not delete everything, which a later run does", { tags: "long" }, async () => {
  await using proxy = await startProxy(worker.url, {
    respond: (path) => (path === "/operator/doctor/removal" ? { status: 404, body: "" } : null),
  });
  const { code, output, findings } = await runDoctor(proxy.url);
  expect({ code, removed: findings["removed"] }).toEqual({ code: 1, removed: expect.stringMatching(/^Not found.* NOT OK$/) });
  expect(output).toContain("removed: Run the doctor again: it also removes what an earlier run has left");
  await worker.directoryRows("update organizations set name = ?", `${DOCTOR_NAME}2026-01-01T00:00:00.000Z`);
  expect(await runDoctor(worker.url)).toMatchObject({ code: 0 });
  expect(await organizations()).toEqual([]);
});

/** Runs the doctor, and sends it a signal when it creates its order. */
async function runUntilOrder(signal: NodeJS.Signals) {
  let doctor: ChildProcess | null = null;
  const onRequest = (path: string) => void (path === "/api/v2/orders" && doctor?.kill(signal));
  await using proxy = await startProxy(worker.url, { respond: () => null, onRequest });
  return await runDoctor(proxy.url, { watch: (child) => (doctor = child) });
}

it("deletes everything when it is interrupted", { tags: "long" }, async () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const { code, output, findings } = await runUntilOrder(signal);
    expect({ code, removed: findings["removed"] }).toEqual({ code: 130, removed: "everything | everything | ok" });
    expect(output).toContain("Interrupted. Removing what was created.");
    expect(await organizations()).toEqual([]);
  }
});

it("deletes what an earlier killed run has left, and nothing else", { tags: "long" }, async () => {
  expect(await runUntilOrder("SIGKILL")).toMatchObject({ code: null });
  const [left = ""] = await organizations();
  expect(left).toMatch(new RegExp(`^${DOCTOR_NAME}20`));
  const oldName = `${DOCTOR_NAME}2026-01-01T00:00:00.000Z`;
  await openShop(worker.url, { name: "Gift shop" });
  // An organization that people use is kept, whatever its name is.
  const used = await openShop(worker.url, { name: `${oldName} of people` });
  const member = await fetch(`${worker.url}/operator/organizations/${used.id}/members`, {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email: "ann@example.com", password: "a long enough phrase", role: "owner" }),
  });
  expect(member.status).toBe(201);
  // Another run may still need it.
  expect(await runDoctor(worker.url)).toMatchObject({ code: 0 });
  expect(await organizations()).toEqual([left, "Gift shop", `${oldName} of people`]);
  await worker.directoryRows("update organizations set name = ? where name = ?", oldName, left);
  expect(await runDoctor(worker.url)).toMatchObject({ code: 0 });
  expect(await organizations()).toEqual(["Gift shop", `${oldName} of people`]);
});

it("prints when the cron has last run, and the jobs whose last run failed", { tags: "long" }, async () => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const runWith = async (jobs: unknown) => {
    const body = JSON.stringify({ jobs });
    await using proxy = await startProxy(worker.url, { respond: (path) => (path === "/operator/status" ? { status: 200, body } : null) });
    return await runDoctor(proxy.url);
  };
  const inTime = await runWith([{ name: "deliveries", ended_at: ago(5_000), outcome: "done" }]);
  expect({ code: inTime.code, "last run of the cron": inTime.findings["last run of the cron"] }).toEqual({
    code: 0,
    "last run of the cron": expect.stringMatching(/^\d+ s ago \| within 10 minutes \| ok$/),
  });
  const late = await runWith([{ name: "deliveries", ended_at: ago(7_200_000), outcome: "failed" }]);
  expect({ code: late.code, "last run of the cron": late.findings["last run of the cron"] }).toEqual({
    code: 1,
    "last run of the cron": expect.stringMatching(/^\d+ s ago \| within 10 minutes \| NOT OK$/),
  });
  expect(late.findings["jobs whose last run failed"]).toBe("deliveries | none | NOT OK");
  expect((await runWith([])).findings["last run of the cron"]).toBe("none yet | within 10 minutes | unknown");
});
