import { usePageRequest } from "../../../console/page-request";
import { Day } from "../../../console/parts/values";
import { workDays } from "../../orders/work-days";
import { isUnresolved } from "../fields";
import type { TicketRow } from "../rows.sql.ts";

type DueTicket = Pick<TicketRow, "due_date" | "status">;

/** Today, if a ticket has to be answered today or should have been earlier. Null otherwise. */
function todayIfDue({ due_date, status }: DueTicket): string | null {
  const { member, now } = usePageRequest();
  const { today } = workDays({ organization: member.organization, now });
  return due_date !== null && due_date <= today && isUnresolved(status) ? today : null;
}

/** The day by which a ticket should be answered: red if it is over, amber if it is today. Null without one. */
export function Due({ ticket }: { ticket: DueTicket }) {
  const { due_date } = ticket;
  if (due_date === null) return null;
  const today = todayIfDue(ticket);
  if (today === null) return <Day day={due_date} />;
  if (due_date === today) return <span class="due">Today</span>;
  return (
    <span class="late">
      Overdue: <Day day={due_date} />
    </span>
  );
}

/** That a ticket is due today or overdue. Null otherwise. */
export function DueNow({ ticket }: { ticket: DueTicket }) {
  const today = todayIfDue(ticket);
  if (today === null) return null;
  return ticket.due_date === today ? <span class="due">Due today</span> : <Due ticket={ticket} />;
}
