import { usePageRequest } from "../../../console/page-request";
import { Day, Today } from "../../../console/parts/values";
import { OPEN_STATUSES } from "../order-status";
import type { OrderRow } from "../rows.sql.ts";
import { workDays } from "../work-days";

type DueOrder = Pick<OrderRow, "ship_by_date" | "status">;

/** The day by which an open order must be shipped, and today. Null for a finished order, or without such a day. */
function useDue({ ship_by_date: day, status }: DueOrder): { day: string; today: string } | null {
  const { member, now } = usePageRequest();
  if (day === null || OPEN_STATUSES.every((open) => open !== status)) return null;
  return { day, today: workDays({ organization: member.organization, now }).today };
}

/** The day by which an open order must be shipped: red if it is over, amber if it is today. Nothing for a finished order. */
export function ShipBy({ order }: { order: DueOrder }) {
  const due = useDue(order);
  if (due === null) return null;
  const { day, today } = due;
  if (day > today) return <Day day={day} />;
  if (day === today) {
    return (
      <span class="due">
        <Today day={day} />
      </span>
    );
  }
  return (
    <span class="late">
      Late: <Day day={day} />
    </span>
  );
}

/** A badge of an open order that should have been shipped before today. */
export function LateBadge({ order }: { order: DueOrder }) {
  const due = useDue(order);
  if (due === null || due.day >= due.today) return null;
  return (
    <span class="badge bad">
      <span>
        Late: ship by <Day day={due.day} />
      </span>
    </span>
  );
}
