import { usePageRequest } from "../../../console/page-request";
import { Day } from "../../../console/parts/values";
import { workDays } from "../../orders/work-days";
import { isUnresolved } from "../fields";
import type { TicketRow } from "../rows.sql.ts";

/** The day by which a ticket should be answered: red if it is over, amber if it is today. Null without one. */
export function Due({ ticket: { due_date, status } }: { ticket: Pick<TicketRow, "due_date" | "status"> }) {
  const { member, now } = usePageRequest();
  if (due_date === null) return null;
  const { today } = workDays({ organization: member.organization, now });
  if (!isUnresolved(status) || due_date > today) return <Day day={due_date} />;
  if (due_date === today) return <span class="due">Today</span>;
  return (
    <span class="late">
      Overdue: <Day day={due_date} />
    </span>
  );
}
