import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../kit/eventually.ts";
import { inForm } from "../../kit/form.ts";
import { respond, respondWithError, startFakeApi } from "../import/fake-api.ts";
import { startReceiver } from "../server/receiver.ts";
import { builtWorker, sharedWorker } from "../server/built-worker.ts";
import { orderBody, idempotencyKey, openShop, type Shop, shopOf } from "../server/shop.ts";
import { OPERATOR_TOKEN, type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";
import { everyGet } from "./every-get.ts";
import { runOperator } from "./run-operator.ts";

/** npm run operator (docs/runbook.md#export-and-restore-an-organization). */

let worker: RunningWorker;
let shop: Shop;

/** The body of a response, which must be successful. */
const bodyOf = async (pending: ReturnType<Shop["v1"]>) => {
  const { status, body } = await pending;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
};

beforeAll(async () => {
  worker = await sharedWorker();
  await using receiver = await startReceiver();
  shop = await openShop(worker.url, { name: "Gift shop", currency: "EUR", timezone: "Asia/Tokyo" });
  const connection = await bodyOf(shop.v2("/connections", { store: "Gift shop", platform: "woocommerce" }));
  const carrier = await bodyOf(shop.v2("/connections", { platform: "easypost" }));
  // A restore pauses connections, so an enabled one would differ.
  await bodyOf(shop.v2(`/connections/${carrier.id}`, { enabled: false }, {}, "PATCH"));
  await bodyOf(shop.v2(`/connections/${connection.id}`, { enabled: false }, {}, "PATCH"));
  const { id: supplier } = await bodyOf(shop.v2("/suppliers", { name: "Acme" }, idempotencyKey()));
  await bodyOf(shop.v2(`/suppliers/${supplier}/costs`, { costs: [{ sku: "MUG", unit_cost: 2 }] }, idempotencyKey()));
  const ordered = await shop.order({
    external_id: "made",
    customer_name: "Ann first",
    items: [{ name: "Mug", price: 10, assigned_supplier: "Acme" }],
  });
  await bodyOf(shop.v2("/supplier-orders", { order_ids: [ordered.id], override_reason: "In stock." }, idempotencyKey()));
  const endpoint = await shop.webhook(receiver.url, ["order.created"]);
  for (const name of ["first", "second", "third"]) {
    const { id, items } = await shop.order({ external_id: name, customer_name: `Ann ${name}`, notes: "Line one\nLine two \u2028 three" });
    await bodyOf(shop.v1(`/orders/${id}/notes`, { content: `Wrap ${name}.` }, idempotencyKey()));
    await bodyOf(
      shop.v2(
        `/orders/${id}/fulfillments`,
        { items: [{ order_item_id: items[0].id, quantity: 1 }], tracking_number: `TRACK${name}` },
        idempotencyKey(),
      ),
    );
    await bodyOf(shop.v2("/tickets", { order_id: id, subject: "Where is it?", body: "It has not arrived." }, idempotencyKey()));
  }
  await worker.rows(
    `insert into files (id, organization_id, object_key, name, role, content_type, bytes, sha256, actor_kind, actor_name, created_at)
     values ('fil_1', ?, 'key', 'mug.pdf', 'attachment', 'application/pdf', 17, 'ab', 'system', 'Ann', 1)`,
    shop.id,
  );
  await worker.rows(
    `insert into proofs (id, organization_id, order_id, order_item_id, version, file_id, state, comment, actor_kind, actor_name, created_at, updated_at)
     values ('prf_1', ?, ?, ?, 1, 'fil_1', 'changes_requested', 'In blue', 'system', 'Ann', 1, 1)`,
    shop.id,
    ordered.id,
    Number(ordered.items[0].id),
  );
  await bodyOf(shop.v1("/products", { title: "Mug", sku: "MUG-1" }, idempotencyKey()));
  await bodyOf(shop.v1("/expenses", { category: "rent", amount: 12.5, date: "2026-01-05" }, idempotencyKey()));
  // A restore sends nothing again, so a pending delivery would differ.
  await eventually(async () => {
    const statuses = (await shop.deliveries(endpoint.id)).map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(["succeeded", "succeeded", "succeeded"]);
  });
});

const filesIn = (folder: string) => Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

describe("an export", () => {
  it("is identical, byte for byte, if it is killed at every request and run again", async () => {
    using whole = temporaryFolder();
    using killed = temporaryFolder();
    const exportTo = (folder: string) => ["export", String(shop.id), "--to", folder];
    expect(await runOperator(worker.url, exportTo(whole.path))).toMatchObject({ code: 0 });
    let kills = 0;
    // Each run completes the request at which the one before was killed, and is killed at the next.
    for (;;) {
      const { code, output } = await runOperator(worker.url, exportTo(killed.path), { killedAt: 2 });
      if (code === 0) break;
      expect({ code, output }).toEqual({ code: null, output: expect.not.stringContaining("Error") });
      kills += 1;
    }
    const files = filesIn(whole.path);
    const filledTables = Object.keys(files).filter((name) => name.endsWith(".ndjson") && files[name] !== "");
    expect(filledTables.length).toBeGreaterThan(1);
    expect(kills).toBeGreaterThanOrEqual(filledTables.length);
    expect(filesIn(killed.path)).toEqual(files);
  });

  it("includes the orders as CSV", async () => {
    using folder = temporaryFolder();
    await runOperator(worker.url, ["export", String(shop.id), "--to", folder.path]);
    const csv = readFileSync(join(folder.path, "orders-1.csv"), "utf8");
    expect([...new Set(csv.match(/Ann \w+/g))]).toEqual(["Ann first", "Ann second", "Ann third"]);
    expect(readdirSync(folder.path).filter((name) => name.startsWith("orders-"))).toEqual(["orders-1.csv"]);
  });
});

describe("the files of an export", () => {
  it("can be read only by their owner", async () => {
    using parent = temporaryFolder();
    const folder = join(parent.path, "backups", "today");
    await runOperator(worker.url, ["export", String(shop.id), "--to", folder]);
    const modeOf = (path: string) => statSync(path).mode & 0o777;
    expect([modeOf(join(parent.path, "backups")), modeOf(folder)]).toEqual([0o700, 0o700]);
    const files = readdirSync(folder);
    expect(files).toEqual(expect.arrayContaining(["organization.json", "orders-1.csv", "orders.ndjson"]));
    expect(files.filter((name) => modeOf(join(folder, name)) !== 0o600)).toEqual([]);
  });
});

describe("a restore", () => {
  it("into a new installation gives the same response to every GET, and accepts new orders, even if it is killed again and again", async () => {
    using folder = temporaryFolder();
    using state = temporaryFolder();
    await runOperator(worker.url, ["export", String(shop.id), "--to", folder.path]);
    const expected = await everyGet(shop);
    expect(Object.keys(expected).length).toBeGreaterThan(25);

    await using fresh = await startWorker(await builtWorker(), state.path);
    let request = 2;
    const foreign = "--from-another-installation";
    for (let args = ["restore", folder.path]; ; args = ["restore", folder.path, "--into", String(shop.id)]) {
      const { code, output } = await runOperator(fresh.url, [...args, foreign], { killedAt: request });
      if (code === 0) break;
      expect({ code, output }).toEqual({ code: null, output: expect.not.stringContaining("Error") });
      // Each run is killed a little later than the previous one, in the long form at each request.
      request += inForm({ test: 4, long: 1, full: 1 });
    }
    expect(request).toBeGreaterThan(8);

    const restored = await shopOf(fresh.url, shop.id, shop.storeId);
    expect(await everyGet(restored)).toEqual(expected);
    const existingIds = new Set((await shop.v2("/orders?limit=50")).body.data.map(({ id }: { id: number }) => id));
    const created = await bodyOf(restored.v2("/orders", orderBody({ external_id: "new" })));
    expect(existingIds.has(created.id)).toBe(false);
  });

  it("into a new installation needs --from-another-installation, because its ids move those of all organizations", async () => {
    using folder = temporaryFolder();
    using state = temporaryFolder();
    await runOperator(worker.url, ["export", String(shop.id), "--to", folder.path]);
    await using fresh = await startWorker(await builtWorker(), state.path);
    const { code, output } = await runOperator(fresh.url, ["restore", folder.path]);
    expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining(`--into ${shop.id} --from-another-installation.`) });
  });

  it("does not overwrite an organization", async () => {
    using folder = temporaryFolder();
    await runOperator(worker.url, ["export", String(shop.id), "--to", folder.path]);
    const secondRun = await runOperator(worker.url, ["restore", folder.path]);
    expect(secondRun).toMatchObject({ code: 2, output: expect.stringContaining(`There is an organization ${shop.id}.`) });
    const intoExisting = await runOperator(worker.url, ["restore", folder.path, "--into", String(shop.id)]);
    expect(intoExisting).toMatchObject({ code: 2, output: expect.stringContaining("Restore into a new organization.") });
    expect(intoExisting.output).not.toContain("Run the command again");
  });

  it("prints how to continue with the ids of another installation, and how to start again under a new id", async () => {
    using folder = temporaryFolder();
    using state = temporaryFolder();
    await runOperator(worker.url, ["export", String(shop.id), "--to", folder.path]);
    await using fresh = await startWorker(await builtWorker(), state.path);
    const foreign = "--from-another-installation";
    const withNewId = await runOperator(fresh.url, ["restore", folder.path, "--new-id"]);
    expect(withNewId).toMatchObject({ code: 2, output: expect.stringMatching(new RegExp(`is removed\\.\n.* --new-id ${foreign}\\.\n$`)) });
    // Deletes the removed organization's rows, whose ids the next restore uses.
    await fresh.runCron(Date.now());
    const secondRun = await runOperator(fresh.url, ["restore", folder.path, "--new-id", foreign]);
    const [, id] = /Organization (\d+) is created\. .* --into \1 --from-another-installation\n/.exec(secondRun.output) ?? [];
    expect({ code: secondRun.code, output: secondRun.output }).toEqual({
      code: 0,
      output: expect.stringContaining(`Organization ${id} is restored.`),
    });
  });

  it("leaves a closed organization behind, which the operator can remove, if it is killed before it prints its id", async () => {
    using folder = temporaryFolder();
    using state = temporaryFolder();
    await runOperator(worker.url, ["export", String(shop.id), "--to", folder.path]);
    await using fresh = await startWorker(await builtWorker(), state.path);
    const { code, output } = await runOperator(fresh.url, ["restore", folder.path, "--new-id"], { killedAt: 1 });
    const created = await fresh.directoryRows<{ id: number; closed_for: string }>("select id, closed_for from organizations");
    expect({ code, output, created }).toEqual({
      code: null,
      output: expect.not.stringContaining("is created"),
      created: [{ id: expect.any(Number), closed_for: "restore" }],
    });
    const abandoned = await fetch(`${fresh.url}/operator/organizations/${created[0]?.id}/restore`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` },
    });
    expect(abandoned.ok).toBe(true);
    await fresh.runCron(Date.now());
    await eventually(async () => expect(await fresh.directoryRows("select id from organizations")).toEqual([]));
  });

  it("leaves no organization behind if it cannot be restored under a new id, and does not suggest the same again", async () => {
    using folder = temporaryFolder();
    await runOperator(worker.url, ["export", String(shop.id), "--to", folder.path]);
    const organizations = async () => await worker.directoryRows("select id, closed_for from organizations where id > ?", shop.id);
    const before = await organizations();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const run = await runOperator(worker.url, ["restore", folder.path, "--new-id"]);
      expect(run).toMatchObject({ code: 2, output: expect.stringContaining("Another organization has rows with these ids.") });
      expect(run.output).toMatch(/Organization \d+, which was created for this restore, is removed\.\n$/);
    }
    await worker.runCron(Date.now());
    await eventually(async () => expect(await organizations()).toEqual(before));
  });

  it("prints how to continue if the service fails in between, and never suggests creating another organization", async () => {
    using folder = temporaryFolder();
    await runOperator(worker.url, ["export", String(shop.id), "--to", folder.path]);
    await using failing = await startFakeApi(({ path }, response) => {
      if (path === "/operator/organizations") return respond(response, 201, { id: 77 });
      // The command does not wait that long.
      respondWithError(response, 503, "service_unavailable", "Down.", [], { "retry-after": "3600" });
    });
    const run = await runOperator(failing.url, ["restore", folder.path, "--new-id"]);
    expect(run).toMatchObject({ code: 2, output: expect.stringMatching(/Down\.\nTo continue, run: restore .* --into 77\n$/) });
    // Without the names at the end: `organizations`, and the first table.
    expect(failing.calls.map(({ path }) => path.replace(/\w+$/, ""))).toEqual(["/operator/", "/operator/organizations/77/restore/"]);
    const unreachable = await runOperator("http://127.0.0.1:1", ["restore", folder.path]);
    expect(unreachable).toMatchObject({ code: 2, output: expect.stringMatching(/Run the command again to continue\.\n$/) });
  });
});

it("moves an organization", async () => {
  const moved = await openShop(worker.url, { database: 0 });
  await moved.order();
  const { code, output } = await runOperator(worker.url, ["move", String(moved.id), "--to", "1"]);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`Organization ${moved.id} is in database 1.`) });
});

it("deletes an organization, and undoes it", async () => {
  const { id, v2 } = await openShop(worker.url, { name: "Closing down" });
  const withWrongName = await runOperator(worker.url, ["delete", String(id), "--name", "Another"]);
  expect(withWrongName).toMatchObject({ code: 2, output: expect.stringContaining("name: Expected the organization's name") });
  expect(await runOperator(worker.url, ["delete", String(id), "--name", "Closing down"])).toMatchObject({ code: 0 });
  expect((await v2("/stores")).status).toBe(401);
  expect(await runOperator(worker.url, ["undelete", String(id)])).toMatchObject({ code: 0 });
  expect((await v2("/stores")).status).toBe(200);
});
