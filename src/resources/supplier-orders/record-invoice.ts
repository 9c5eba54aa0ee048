import { ApiError, conflict, conflictError, type ErrorDetail, orNotFound } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import type { MoneyDb } from "../../platform/db/org-db";
import { assertVersion } from "../../platform/values/assert-version";
import { momentText } from "../../platform/values/zone";
import { newEvent } from "../events/new-event";
import { parseItemId } from "../orders/items/item-id";
import { assertLineCost, withItemCosts } from "./item-costs.sql.ts";
import { readSupplierOrder } from "./read-supplier-order";
import { idsOfTexts, supplierOrderById } from "./rows.sql.ts";
import { wholeOrders, type WholeSupplierOrder } from "./send-items";
import { setChargedCosts, updateInvoice } from "./write.sql.ts";
import { type WorkLine, workLines } from "./work.sql.ts";

/** What a supplier's invoice says. An absent field does not change. */
export interface Invoice {
  invoice_number?: string | null | undefined;
  /** What one unit of a line costs, in stored units of its currency. Null: unknown. */
  lines?: readonly { order_item_id: string; charged_cost: number | null }[] | undefined;
  is_paid?: boolean | undefined;
  expectedVersion?: number | undefined;
}

/**
 * Records what a supplier has charged and whether it is paid. What is charged replaces what was agreed in the costs of the items. Writes nothing if
 * nothing changes. Throws 404 Not Found, 409 Conflict `not_charged` for a draft and for lines that were rejected or cancelled, and
 * 412 Precondition Failed. Two round trips.
 */
export async function recordInvoice(org: MoneyDb, id: string, invoice: Invoice): Promise<WholeSupplierOrder> {
  return await retryOnConflict(
    async () => {
      const current = await readSupplierOrder(org, id);
      const { order, lines } = current;
      assertVersion(order.version, invoice.expectedVersion);
      if (order.state === "draft") throw conflict("not_charged", "A supplier charges nothing for a draft. Send it first.");
      const charged = chargedLines(lines, invoice.lines ?? []);
      const number = invoice.invoice_number === undefined ? order.invoice_number : invoice.invoice_number;
      const isPaid = invoice.is_paid ?? order.paid_at !== null;
      const paidAt = isPaid ? (order.paid_at ?? org.now) : null;
      const fields = [
        ...(number === order.invoice_number ? [] : ["invoice_number"]),
        ...(paidAt === order.paid_at ? [] : ["paid_at"]),
        ...(charged.length === 0 ? [] : ["lines"]),
      ];
      if (fields.length === 0) return current;
      const event = newEvent(org, "supplier_order.updated", {
        supplier_order_id: id,
        number: order.number,
        supplier_id: order.supplier_id,
        changed_fields: fields,
        updated_at: momentText(org.now),
      });
      const rows = await org.commit({
        writes: [
          ...updateInvoice(org, order, { invoice_number: number, paid_at: paidAt, event }),
          ...(charged.length === 0 ? [] : [setChargedCosts(org, id, charged)]),
          // Also of a line whose cost is unknown now: it may have had one before.
          ...withItemCosts(
            org,
            charged.map((line) => ({ ...line, cost: line.charged_cost ?? 0 })),
            { statuses: [], movedOrders: [] },
          ),
        ],
        marker: { supplier_order_id: id },
        returning: { orders: supplierOrderById(org, id), lines: workLines(org, idsOfTexts([id])) },
      });
      const [whole] = wholeOrders(rows);
      return orNotFound(whole);
    },
    () => conflictError("this supplier order"),
  );
}

/** The lines whose charged cost changes. */
function chargedLines(lines: readonly WorkLine[], sent: NonNullable<Invoice["lines"]>): WorkLine[] {
  const lineOf = new Map(lines.map((line) => [line.order_item_id, line]));
  const unknown: ErrorDetail[] = [];
  const conflicts: ErrorDetail[] = [];
  const changed: WorkLine[] = [];
  for (const [index, { order_item_id, charged_cost }] of sent.entries()) {
    const path = `lines[${index}]`;
    // No item has the id 0, which stands for a text that is no id.
    const line = lineOf.get(parseItemId(order_item_id) ?? 0);
    if (line === undefined) {
      unknown.push({ path: `${path}.order_item_id`, code: "not_found", message: "The supplier order has no such line." });
    } else if (line.is_allocated === 0) {
      conflicts.push({ path, code: "not_charged", message: `A line that was ${line.state} costs nothing.`, order_item_id });
    } else if (line.charged_cost !== charged_cost) {
      assertLineCost(`${path}.charged_cost`, { quantity: line.quantity, unit_cost: charged_cost });
      changed.push({ ...line, charged_cost });
    }
  }
  if (unknown.length > 0) throw new ApiError("not_found", unknown);
  if (conflicts.length > 0) throw new ApiError("conflict", conflicts);
  return changed;
}
