import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { orderBody, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { eventually } from "../../kit/eventually";
import { inDatabase } from "../databases/in-database";
import { interruptibleBindings, move, rowsIn } from "./kit";

/** A shop with a few orders, expenses and events in database 0. */
export async function aSmallShop(): Promise<Shop> {
  const shop = await createShop({ database: 0 });
  await ingestOrder(shop, { external_id: "first" });
  await ingestOrder(shop, { external_id: "second" });
  await shop.v1("/expenses", { body: { category: "rent", amount: 1, date: "2026-01-31" }, headers: idempotencyKey() });
  return shop;
}

/** The number of batches of an undisturbed move. */
export async function batchesOfMove(): Promise<number> {
  const shop = await aSmallShop();
  let batches = 0;
  const bindings = interruptibleBindings(async (batch) => {
    batches = batch;
    return await Promise.resolve();
  });
  expect(await move(shop.id, bindings)).toBe("moved");
  return batches;
}

/**
 * Kills a move before or after one of its batches, and sends an order at that moment. Then another process resumes the move, and the order is
 * sent again under its key. No change is lost or doubled.
 */
export async function killAndAssertResumed(killedAt: number, side: "before" | "after"): Promise<void> {
  const shop = await aSmallShop();
  const headers = idempotencyKey();
  const write = async () => (await shop.v2("/orders", { body: orderBody({ external_id: "meanwhile" }), headers })).status;
  let statusAtKill = 0;
  const bindings = interruptibleBindings(async (batch, when) => {
    if (batch < killedAt || (batch === killedAt && when !== side)) return;
    // The process is gone, so it sends no later batch either.
    if (statusAtKill === 0) statusAtKill = await write();
    throw new Error("The process was killed.");
  });
  vi.spyOn(console, "error").mockReturnValue();
  expect(await move(shop.id, bindings)).toBe("500");
  vi.restoreAllMocks();
  // 503 while the organization is closed.
  expect([201, 503]).toContain(statusAtKill);
  // The test does not wait for the lease of five seconds. The rejected write may be finishing the switch meanwhile.
  await rows("update moves set lease_until = 0 where organization_id = ?", shop.id);
  await eventually(async () => expect(await move(shop.id)).toBe("moved"));

  expect(await write()).toBe(201);
  expect(await write()).toBe(201);
  const { orders, list_counts } = await rowsIn(1, shop.id);
  const found = (orders as { external_id: string }[]).map(({ external_id }) => external_id);
  expect(found).toEqual(["first", "second", "meanwhile"]);
  expect(list_counts).toContainEqual(expect.objectContaining({ list: "orders", filter: "", basis: "all", total: 3 }));
  expect((await shop.v1("/orders")).body.data).toHaveLength(3);
  expect(await rows("select database from organizations where id = ?", shop.id)).toEqual([{ database: 1 }]);
  expect(await inDatabase(1, "select * from halted_organizations where organization_id = ?", shop.id)).toEqual([]);
  expect(await inDatabase(0, "select * from row_changes where organization_id = ?", shop.id)).toEqual([]);
  const triggerCount = await env.DB.prepare("select count(*) as n from sqlite_schema where type = 'trigger' and name glob ?")
    .bind(`move_${shop.id}_*`)
    .first("n");
  expect(triggerCount).toBe(0);
}
