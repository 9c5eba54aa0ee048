import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { pendingMoves } from "../../../src/tenants/move/move.sql.ts";
import { controlDb } from "../../../src/platform/db/database";
import {
  createCredential,
  createShop,
  insertFinishedErasure,
  type Credential,
  directoryRows,
  rows,
  ingestOrder,
  v2As,
} from "../../kit/client";
import { operate } from "../access/kit";
import { inDatabase } from "../databases/in-database";
import { interruptibleBindings, move } from "./kit";

afterEach(() => vi.restoreAllMocks());

it("a credential that is created right before the switch reads the new database right after it", { tags: "long" }, async () => {
  const shop = await createShop({ database: 0 });
  let credential: Credential | null = null;
  const bindings = interruptibleBindings(async (_batch, when) => {
    const [{ database } = { database: 0 }] = await directoryRows<{ database: number }>(
      "select database from organizations where id = ?",
      shop.id,
    );
    if (database === 1) throw new Error("The process was killed.");
    const closed = await inDatabase(0, "select 1 from halted_organizations where organization_id = ? and closed_until > 1e15", shop.id);
    if (closed.length === 0 || credential !== null || when === "before") return;
    credential = await createCredential(shop.id, "api_token");
    // The isolate has cached the record, and the gate has the version.
    expect((await v2As(credential)("/orders")).body.data).toEqual([]);
  });
  vi.spyOn(console, "error").mockReturnValue();
  expect(await move(shop.id, bindings)).toBe("500");
  vi.restoreAllMocks();
  if (credential === null) throw new Error("The organization was never closed for good.");
  const order = await ingestOrder(shop);
  expect((await v2As(credential)("/orders")).body.data).toMatchObject([{ id: order.id }]);
});

it("if the copies differ, the organization works as before, and the operator can start again", { tags: "long" }, async () => {
  const shop = await createShop({ database: 0 });
  await ingestOrder(shop);
  const bindings = interruptibleBindings(async (_batch, when) => {
    const closed = await inDatabase(0, "select 1 from halted_organizations where organization_id = ? and closed_until > 0", shop.id);
    if (when === "after" && closed.length > 0) await inDatabase(1, "delete from order_history where organization_id = ?", shop.id);
  });
  await expect(move(shop.id, bindings)).rejects.toThrow("The copies differ in order_history.");
  expect((await operate("GET", `${shop.id}/move`)).body).toMatchObject({ step: "preparing", switched_at: null });
  await ingestOrder(shop);
  expect(await inDatabase(0, "select * from halted_organizations where organization_id = ?", shop.id)).toEqual([]);
  expect(await inDatabase(0, "select * from row_changes where organization_id = ?", shop.id)).toEqual([]);
  // The cron job does not repeat the copy.
  expect(await pendingMoves(controlDb(env, { now: Date.now() }), 20)).not.toContainEqual({ organization_id: shop.id });
  expect(await move(shop.id)).toBe("moved");
  expect((await shop.v1("/orders")).body.data).toHaveLength(2);
});

it("a change of control data during the comparison is not a difference that needs the operator", { tags: "long" }, async () => {
  const shop = await createShop({ database: 0 });
  // Only five: the move compares again after each of them.
  let created = 0;
  const bindings = interruptibleBindings(async (_batch, when) => {
    const closed = await inDatabase(0, "select 1 from halted_organizations where organization_id = ? and closed_until > 0", shop.id);
    if (closed.length === 0 || when === "after" || created === 5) return;
    created += 1;
    await createCredential(shop.id, "api_key");
  });
  expect(await move(shop.id, bindings)).toBe("moved");
  expect(created).toBe(5);
  const log = "select 1 from audit_log where organization_id = ? and action = 'credential.created'";
  expect(await inDatabase(1, log, shop.id)).toEqual(await inDatabase(0, log, shop.id));
});

it("the cron job continues moves that copy, or whose old copy is due or delays an erasure, and none whose old copy must stay", async () => {
  const now = Date.now();
  const [waiting, due, erasing, moving] = [await createShop(), await createShop(), await createShop(), await createShop()];
  const insert = "insert into moves (organization_id, source, target, step, started_at, switched_at) values (?, 0, 1, ?, 0, ?)";
  await rows(insert, waiting.id, "settled", now);
  await rows(insert, due.id, "settled", now - 8 * 86_400_000);
  await rows(insert, erasing.id, "settled", now);
  await rows(insert, moving.id, "copying", null);
  await rows("update erasures set finished_at = null where id = ?", await insertFinishedErasure(erasing.id));
  const pending = await pendingMoves(controlDb(env, { now }), 20);
  const ids = pending.map(({ organization_id }) => organization_id);
  expect(ids).toEqual(expect.arrayContaining([due.id, erasing.id, moving.id]));
  expect(ids).not.toContain(waiting.id);
  await rows("delete from moves where organization_id in (?, ?, ?, ?)", waiting.id, due.id, erasing.id, moving.id);
});
