import { pluralize } from "../../../../console/count-text";
import { Moment, Money } from "../../../../console/parts/values";
import { linesOf } from "../../refunds/refundable";
import type { RefundRow } from "../../refunds/refunds.sql.ts";
import type { ItemRow } from "../../rows.sql.ts";

/** What a refund is for, in one line. */
export function refundLabel(refund: RefundRow, items: readonly ItemRow[]): string {
  const nameOf = (id: number) => items.find((item) => item.id === id)?.name ?? "An item";
  // A line without units has only an amount.
  const lines = linesOf(refund).map(({ order_item_id, quantity }) =>
    quantity === 0 ? nameOf(order_item_id) : `${quantity} × ${nameOf(order_item_id)}`,
  );
  return [...lines, ...(refund.shipping > 0 ? ["shipping"] : [])].join(", ");
}

/** The refunds of an order that were recorded here, newest first. Nothing if there are none. */
export function Refunds({ refunds, items, currency }: { refunds: readonly RefundRow[]; items: readonly ItemRow[]; currency: string }) {
  if (refunds.length === 0) return null;
  return (
    <section class="panel">
      <h2>{pluralize(refunds.length, "refund")}</h2>
      <ul class="plain">
        {refunds.toReversed().map((refund) => (
          <li>
            <span class="line">
              <strong>
                <Money units={refund.amount} currency={currency} />
              </strong>
              , tax <Money units={refund.tax} currency={currency} />
            </span>
            <span class="line">{refundLabel(refund, items)}</span>
            {refund.reason === null ? null : <span class="line words">{`“${refund.reason}”`}</span>}
            <span class="line soft">
              {refund.actor_name}, <Moment at={refund.created_at} time />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
