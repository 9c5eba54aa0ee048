import { countText } from "../../../console/count-text";
import { usePageRequest } from "../../../console/page-request";
import { hereWith } from "../../../console/parts/table";
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
  const { here } = usePageRequest();
  const tab = (name: string, value: string | null, count: number) => (
    <a href={hereWith(here, { status: value, after: null })} aria-current={value === status ? "page" : undefined}>
      {name} {isFiltered ? null : <span class="count">{countText(count)}</span>}
    </a>
  );
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <nav class="tabs" aria-label="Status">
      {tab("All", null, total)}
      {TICKET_STATUSES.map((name) => tab(capitalized(name), name, counts.get(name) ?? 0))}
    </nav>
  );
}
