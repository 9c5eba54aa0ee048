import { afterEach, expect, it, vi } from "vitest";
import { createShop, idempotencyKey } from "../../kit/client";
import { inDatabase } from "../databases/in-database";
import { interruptibleBindings, move, rowsIn } from "./kit";

afterEach(() => vi.restoreAllMocks());

it("changes in a copied part of a table are copied while its other parts are copied", async () => {
  const shop = await createShop({ database: 0 });
  const rent = (amount: number) => ({ category: "rent", amount, date: "2026-01-31" });
  // More than the 500 rows of a part.
  for (const length of [260, 260]) {
    const expenses = Array.from({ length }, (_, nth) => rent(nth + 1));
    expect((await shop.v1("/expenses/bulk", { body: { expenses }, headers: idempotencyKey() })).status).toBe(201);
  }
  const idsIn = async (database: number) =>
    (await inDatabase<{ id: number }>(database, "select id from expenses where organization_id = ? order by id", shop.id)).map(
      ({ id }) => id,
    );
  const all = await idsIn(0);
  let isChanged = false;
  let before: Record<string, unknown[]> = {};
  const bindings = interruptibleBindings(async (_batch, when) => {
    if (when === "before" || isChanged) return;
    const copied = await idsIn(1);
    if (copied.length === 0) return;
    isChanged = true;
    expect({ copied, all: all.length }).toEqual({ copied: all.slice(0, 500), all: 520 });
    const change = async (nth: number, amount: number) =>
      await shop.v1(`/expenses/${all[nth]}`, { method: "PUT", body: { amount }, headers: idempotencyKey() });
    const remove = async (nth: number) => await shop.v1(`/expenses/${all[nth]}`, { method: "DELETE" });
    const responses = [await change(0, 1000), await change(499, 2000), await remove(1), await change(510, 3000), await remove(519)];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    before = await rowsIn(0, shop.id);
  });
  expect(await move(shop.id, bindings)).toBe("moved");
  expect(isChanged).toBe(true);
  // The move itself is in the audit log of the directory.
  expect({ ...(await rowsIn(1, shop.id)), audit_log: [] }).toEqual({ ...before, audit_log: [] });
});
