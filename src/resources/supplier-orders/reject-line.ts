import { conflictError, notFound, orNotFound } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { assertLinesRead, idsOfTexts, lineStates, supplierOrdersByIds } from "./rows.sql.ts";
import type { WholeSupplierOrder } from "./send-items";
import { commitShipping } from "./ship-lines";
import { Shipping } from "./shipping";
import { assertVisible, type Viewer } from "./viewer";
import { isRejectedLine } from "./work";
import { workLines } from "./work.sql.ts";

/**
 * Rejects what is left of a line, which can then be sent again. The order ends with its last line. A line that is rejected already stays as it is. Throws
 * 404 Not Found, and 409 Conflict as `Shipping.reject` does. Two round trips.
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
      const line = assertLinesRead(org, lines).find(({ order_item_id }) => order_item_id === itemId);
      if (order === undefined || line === undefined) throw notFound();
      assertVisible(order, viewer);
      if (isRejectedLine(line)) return { order, lines };
      const shipping = new Shipping(org, { orders, lines, lineStates: states, customerOrders: new Map(), readiness: [] });
      shipping.reject({ supplier_order_id: id, order_item_id: itemId, reason });
      const [rejected] = await commitShipping(org, shipping, { returned: [id] });
      return orNotFound(rejected);
    },
    () => conflictError("this supplier order"),
  );
}
