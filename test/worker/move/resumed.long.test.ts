import { afterEach, expect, it, vi } from "vitest";
import { createShop, idempotencyKey, rows, ingestOrder } from "../../kit/client";
import { eventually } from "../../kit/eventually";
import { inDatabase } from "../databases/in-database";
import { interruptibleBindings, move, rowsIn } from "./kit";

afterEach(() => vi.restoreAllMocks());

it("changes after a table was copied are copied when a killed process is resumed", async () => {
  const shop = await createShop({ database: 0 });
  const order = await ingestOrder(shop, { external_id: "changed", customer_name: "Before" });
  const expenseIds: number[] = [];
  for (const date of ["2026-01-30", "2026-01-31"]) {
    const expense = await shop.v1("/expenses", { body: { category: "rent", amount: 1, date }, headers: idempotencyKey() });
    expenseIds.push(expense.body.data?.id ?? 0);
  }
  const copied = async (table: string) => (await inDatabase(1, `select id from ${table} where organization_id = ?`, shop.id)).length;
  /** Kills a move as soon as the target has rows of a table. */
  const killOnceCopied = async (table: string) => {
    let isKilled = false;
    const bindings = interruptibleBindings(async () => {
      isKilled ||= (await copied(table)) > 0;
      if (isKilled) throw new Error("The process was killed.");
    });
    vi.spyOn(console, "error").mockReturnValue();
    expect(await move(shop.id, bindings)).toBe("500");
    vi.restoreAllMocks();
    await rows("update moves set lease_until = 0 where organization_id = ?", shop.id);
  };
  await killOnceCopied("expenses");
  expect((await shop.v1(`/expenses/${expenseIds[1]}`, { method: "DELETE" })).status).toBe(200);
  await killOnceCopied("orders");
  expect((await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { customer_name: "After" } })).status).toBe(200);
  const before = await rowsIn(0, shop.id);

  await eventually(async () => expect(await move(shop.id)).toBe("moved"));
  expect((await shop.v2(`/orders/${order.id}`)).body.customer_name).toBe("After");
  // The move itself is in the audit log of the directory.
  expect({ ...(await rowsIn(1, shop.id)), audit_log: [] }).toEqual({ ...before, audit_log: [] });
});
