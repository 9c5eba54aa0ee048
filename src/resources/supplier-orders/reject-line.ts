import { conflictError, notFound, orNotFound } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { assertLinesFit, idsOfTexts, lineStates, supplierOrdersByIds } from "./rows.sql.ts";
import type { WholeSupplierOrder } from "./send-items";
import { commitShipping } from "./ship-lines";
import { Shipping } from "./shipping";
import { assertVisible, type Viewer } from "./viewer";
import { isRejectedLine } from "./work";
import { workLines } from "./work.sql.ts";

/**
 * Rejects what is left of a line, which can then be sent again. With its last open line, the supplier order is rejected, or shipped if something of
 * it was. A line that is rejected already stays as it is. Throws 404 Not Found, and 409 Conflict as `Shipping.reject` does. Two round trips.
 */
export async function rejectLine(
  org: OrgDb,
  id: string,
  { itemId, reason, viewer = null }: { itemId: number; reason: string; viewer?: Viewer },
): Promise<WholeSupplierOrder> {
  return await retryOnConflict(
    async () => {
      const { orders, lines, states } = await org.read({
        orders: supplierOrdersByIds(org, [id]),
        lines: workLines(org, idsOfTexts([id])),
        states: lineStates(org, [id]),
      });
      const [order] = orders;
      const line = assertLinesFit(org, lines).find(({ order_item_id }) => order_item_id === itemId);
      if (order === undefined || line === undefined) throw notFound();
      assertVisible(order, viewer);
      if (isRejectedLine(line)) return { order, lines };
      // A rejection ships nothing, so it needs neither the buyers' orders nor what their items lack.
      const shipping = new Shipping(org, { orders, lines, lineStates: states, customerOrders: new Map(), readiness: [] });
      shipping.reject({ supplier_order_id: id, order_item_id: itemId, reason });
      const [rejected] = await commitShipping(org, shipping, { returned: [id] });
      return orNotFound(rejected);
    },
    () => conflictError("this supplier order"),
  );
}
