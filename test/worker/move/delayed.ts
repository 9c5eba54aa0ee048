import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { rows, ingestOrder } from "../../kit/client";
import { eventually } from "../../kit/eventually";
import { inDatabase } from "../databases/in-database";
import { aSmallShop } from "./killed";
import { interruptibleBindings, move, rowsIn } from "./kit";

/** Delays a process of a move before one of its batches until another one has moved the organization. Then it continues, and must not change any row. */
export async function assertDelayedProcessChangesNothing(heldAt: number): Promise<void> {
  const shop = await aSmallShop();
  const order = await ingestOrder(shop, { external_id: "changed", customer_name: "Before" });
  const [reached, released] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  const bindings = interruptibleBindings(async (batch, when) => {
    if (batch !== heldAt || when !== "before") return;
    reached.resolve(null);
    await released.promise;
  });
  const delayed = move(shop.id, bindings);
  await reached.promise;
  // The other process copies the order, which then changes. The delayed process could overwrite that.
  const rename = async (name: string) => (await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { customer_name: name } })).status;
  let isCopied = false;
  const other = interruptibleBindings(async () => {
    if (isCopied) return;
    isCopied = (await inDatabase(1, "select 1 from orders where id = ?", order.id)).length > 0;
    if (isCopied) await rename("During");
  });
  await rows("update moves set lease_until = 0 where organization_id = ?", shop.id);
  await eventually(async () => expect(await move(shop.id, other)).toBe("moved"));
  expect(await rename("After")).toBe(200);
  const [sourceRows, moved] = [await rowsIn(0, shop.id), await rowsIn(1, shop.id)];

  released.resolve(null);
  expect(await delayed).toMatch(/moved|409/);
  expect(await rowsIn(1, shop.id)).toEqual(moved);
  expect({ ...(await rowsIn(0, shop.id)), audit_log: [] }).toEqual({ ...sourceRows, audit_log: [] });
  const lateWrite = env.DB.prepare("update orders set customer_name = 'Late' where id = ?").bind(order.id).run();
  await expect(lateWrite).rejects.toThrow("organization closed");
}
