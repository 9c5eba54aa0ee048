import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rowsOf } from "./guide/page.ts";
import { orderBody, idempotencyKey, openShop } from "./server/shop.ts";
import { builtWithOneDatabase } from "./server/built-worker.ts";
import { OPERATOR_TOKEN, type RunningWorker, startWorker, temporaryFolder } from "./server/worker.ts";

const runbook = readFileSync("docs/runbook.md", "utf8");

/** The statements of the runbook's SQL, in their order. */
const STATEMENTS = [...runbook.matchAll(/```sql\n([\s\S]*?)```/g)]
  .flatMap(([, sql = ""]) => sql.replaceAll(/^\s*--.*$/gm, "").split(";"))
  .map((sql) => sql.trim())
  .filter((sql) => sql !== "");

const statementOf = (part: string): string => STATEMENTS.find((sql) => sql.includes(part)) ?? `no statement with ${part}`;

/** The rows of the table of log events: the events, their meaning, and what to do. */
const LOG_ROWS = rowsOf(/\n(\| event [\s\S]*?\n)\n/.exec(runbook)?.[1] ?? "");

it("the runbook lists exactly the events of the log", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const text = sources.map((name) => readFileSync(join("src", name), "utf8")).join("\n");
  const logged = [...text.matchAll(/(?:logError|logWarning|logErrors|callGate|#callGate<\w+>)\(([^,]*),/g)].flatMap(([, name = ""]) =>
    [...name.matchAll(/"([a-z_.]+)"/g)].map(([, event]) => event),
  );
  // The lines of requests are described before the table.
  for (const [, event] of text.matchAll(/logLine\(\{\s*event: "([a-z_.]+)"/g)) if (event !== "request") logged.push(event);
  for (const [, event = ""] of text.matchAll(/event: "([a-z_.]+)", act:/g)) logged.push(event);
  for (const [, event = ""] of text.matchAll(/openFileStream\(\{[^}]*event: "([a-z_.]+)"/g)) logged.push(event);
  const listed = LOG_ROWS.flatMap(([cell = ""]) => [...cell.matchAll(/`([\w.]+)`/g)].map(([, event]) => event));
  expect(logged.length).toBeGreaterThan(10);
  expect(listed.toSorted()).toEqual([...new Set(logged)].toSorted());
});

it("the runbook explains each event of the log and what to do, without a reference to another row", () => {
  expect(LOG_ROWS.length).toBeGreaterThan(25);
  for (const [event, meaning = "", action = ""] of LOG_ROWS) {
    expect(meaning.length, event).toBeGreaterThan(20);
    expect(action, event).toMatch(/^(?!.*\bas above\b).+/);
  }
});

it("the runbook lists exactly the existing settings", () => {
  const examples = [".dev.vars.example", ".dev.vars.optional.example"].map((name) => readFileSync(name, "utf8")).join("\n");
  const settings = [...examples.matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
  const developmentSettings = new Set(["ALLOW_INSECURE_WEBHOOK_TARGETS"]);
  const listed = [...runbook.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(settings.filter((name) => !developmentSettings.has(name)).toSorted());
});

/** Runs the statement of the runbook that contains `part`, with as many of these values as it has parameters. */
const run = async (worker: RunningWorker, part: string, ...values: unknown[]) => {
  const sql = statementOf(part);
  return await worker.rows(sql, ...values.slice(0, new Set(sql.match(/\?\d/g)).size));
};

it(
  "restoring the database as described replays no lost write, reuses no id, and hides no event from a poller",
  { tags: "long" },
  async () => {
    using state = temporaryFolder();
    using copy = temporaryFolder();
    const worker = await builtWithOneDatabase();
    const start = async (vars: Record<string, string> = {}) => await startWorker(worker, state.path, vars);

    let running = await start();
    const shop = await openShop(running.url);
    await shop.order({ external_id: "kept" });
    const before = (await shop.v2("/events?limit=50")).body.next_cursor;
    const restoredTo = Date.now();
    await running.kill();
    cpSync(join(state.path, "d1"), copy.path, { recursive: true });

    running = await start();
    let client = shop.at(running.url);
    expect((await client.v2("/tickets", { subject: "The first", body: "of all, and lost" })).body.id).toBe(1);
    const lost = { body: orderBody({ external_id: "lost" }), key: idempotencyKey() };
    const first = await client.v2("/orders", lost.body, lost.key);
    expect(first.status).toBe(201);
    expect((await client.v2("/orders", lost.body, lost.key)).headers.get("Idempotent-Replayed")).toBe("true");
    const after = (await client.v2(`/events?limit=50&cursor=${encodeURIComponent(before)}`)).body;
    expect(after.data).toMatchObject([{ event: "ticket.created" }, { event: "order.created", order_id: first.body.id }]);
    await running.rows("update credentials set revoked_at = ?, updated_at = ? where kind = 'api_key'", Date.now(), Date.now());
    expect(await run(running, "from credentials where updated_at", restoredTo)).toMatchObject([{ name: "api_key" }]);
    await running.kill();

    // Instead of Cloudflare's Time Travel: the database's files are restored, the objects' are not.
    rmSync(join(state.path, "d1"), { recursive: true });
    cpSync(copy.path, join(state.path, "d1"), { recursive: true });
    running = await start({ MAINTENANCE: "true" });
    client = shop.at(running.url);
    const duringMaintenance = await client.v2("/orders", lost.body, lost.key);
    expect({ status: duringMaintenance.status, retryAfter: duringMaintenance.headers.get("Retry-After") }).toEqual({
      status: 503,
      retryAfter: "60",
    });
    expect(await Promise.all(["/health", "/health/live"].map(async (path) => (await fetch(running.url + path)).status))).toEqual([
      503, 200,
    ]);
    // Only the operator has access at first, and must revoke again what was revoked since.
    const [revoked] = await running.rows<{ id: number }>("select id from credentials where kind = 'api_key' and revoked_at is null");
    const revocation = await fetch(`${running.url}/operator/organizations/${shop.id}/credentials/${revoked?.id}/revoke`, {
      method: "POST",
      headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` },
    });
    expect(revocation.status).toBe(200);
    await run(running, "insert into sqlite_sequence");
    await run(running, "update sqlite_sequence");
    await run(running, "update sequences");
    await running.kill();

    running = await start({ GATE_GENERATION: "2026-11-21" });
    client = shop.at(running.url);
    expect((await client.v2("/orders?limit=10")).body.data).toMatchObject([{ external_id: "kept" }]);
    const again = await client.v2("/orders", lost.body, lost.key);
    expect({ status: again.status, idempotentReplayed: again.headers.get("Idempotent-Replayed") }).toEqual({
      status: 201,
      idempotentReplayed: null,
    });
    // The runbook adds a million to the last ids.
    expect(again.body.id).toBeGreaterThan(first.body.id + 900_000);
    expect((await client.v1("/orders")).status).toBe(401);
    expect((await client.v2("/tickets", { subject: "Another", body: "first" })).body.id).toBeGreaterThan(900_000);
    // The poller has read the lost events, and continues from there.
    const polled = (await client.v2(`/events?limit=50&cursor=${encodeURIComponent(after.next_cursor)}`)).body;
    expect(polled.data).toMatchObject([{ event: "order.created", order_id: again.body.id }, { event: "ticket.created" }]);
    // The other SQL of the runbook is at least valid.
    expect(STATEMENTS.length).toBeGreaterThanOrEqual(6);
    for (const sql of STATEMENTS) await run(running, sql, 0);
    await running.kill();
  },
);
