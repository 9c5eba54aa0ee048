import { countText } from "../../console/count-text";
import { usePageRequest } from "../../console/page-request";
import { hereWith } from "../../console/parts/table";
import { ORDER_STATUSES } from "../order-status";

/** The number of orders with each status and of all orders. */
export type StatusCounts = ReadonlyMap<string, number>;

interface StatusTabsProps {
  counts: StatusCounts;
  /** The status of the list, or null for all. */
  status: string | null;
  /** Whether the list has other filters. The counts do not have them, so they are not shown then. */
  isFiltered: boolean;
}

/** A tab for each status, with the number of its orders. A tab keeps the other filters. */
export function StatusTabs({ counts, status, isFiltered }: StatusTabsProps) {
  const { here } = usePageRequest();
  const tab = (name: string, value: string | null) => (
    <a href={hereWith(here, { status: value, page: null })} aria-current={value === status ? "page" : undefined}>
      {name} {isFiltered ? null : <span class="count">{countText(counts.get(value ?? "") ?? 0)}</span>}
    </a>
  );
  return (
    <nav class="tabs" aria-label="Status">
      {tab("All", null)}
      {ORDER_STATUSES.map((name) => tab(name, name))}
    </nav>
  );
}
