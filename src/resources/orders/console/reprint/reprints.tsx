import { Badge } from "../../../../console/parts/values";
import { PageLink } from "../../../../console/parts/link";
import type { ReprintRow } from "../../reprint/reprints.sql.ts";
import { originalOf } from "../../reprint/reprint-id";
import { shownStatus } from "../../order-status";
import type { OrderRow } from "../../rows.sql.ts";
import { orderName } from "../order-name";

/** The order that this one is a reprint of, and the reprints of this one. Nothing if there are none. */
export function Reprints({ order, reprints }: { order: OrderRow; reprints: readonly ReprintRow[] }) {
  const original = originalOf(order.external_id);
  if (original === null && reprints.length === 0) return null;
  return (
    <section class="panel">
      <h2>Reprints</h2>
      {original === null ? null : (
        <p>
          This order is a reprint. <PageLink page={`/orders/${original}`}>Open the original order</PageLink>
        </p>
      )}
      <ul class="plain">
        {reprints.map((reprint) => (
          <li>
            <PageLink page={`/orders/${reprint.id}`}>{orderName(reprint)}</PageLink> <Badge status={shownStatus(reprint)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
