import { FilterTabs } from "../../../console/parts/filter-tabs";
import { capitalized } from "../../../console/parts/values";
import { TICKET_STATUSES } from "../fields";

interface TicketTabsProps {
  counts: ReadonlyMap<string, number>;
  status: string | null;
  /** Whether the list has other filters. The counts do not have them, so they are not shown then. */
  isFiltered: boolean;
}

/** A tab for each status, with the number of its tickets. A tab keeps the other filters. */
export function TicketTabs({ counts, status, isFiltered }: TicketTabsProps) {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const tab = (name: string, value: string | null, count: number) => ({ name, value, count: isFiltered ? undefined : count });
  const tabs = [tab("All", null, total), ...TICKET_STATUSES.map((value) => tab(capitalized(value), value, counts.get(value) ?? 0))];
  return <FilterTabs label="Status" filter="status" value={status} tabs={tabs} />;
}
