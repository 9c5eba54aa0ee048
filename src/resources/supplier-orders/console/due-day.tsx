import { usePageRequest } from "../../../console/page-request";
import { Day } from "../../../console/parts/values";
import { dayNumber, dayText } from "../../../platform/values/zone";
import type { SupplierOrderRow } from "../rows.sql.ts";
import { isLate } from "../supplier-order-view";

/** The day on which an order is due, which stands out if it is over. */
export function DueDay({ order }: { order: Pick<SupplierOrderRow, "due_date" | "state"> }) {
  const { member, now } = usePageRequest();
  if (order.due_date === null) return null;
  return isLate(order, dayText(dayNumber(now, member.organization.timezone))) ? (
    <span class="late">
      Late: <Day day={order.due_date} />
    </span>
  ) : (
    <Day day={order.due_date} />
  );
}
