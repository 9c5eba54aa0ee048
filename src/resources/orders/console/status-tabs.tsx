import { countText } from "../../../console/count-text";
import { usePageRequest } from "../../../console/page-request";
import { hereWith } from "../../../console/parts/table";
import type { OpenWork } from "../list/list-orders";
import { ORDER_STATUSES } from "../order-status";
import { SHIP_BY_SORT } from "../work-days";

interface StatusTabsProps {
  work: OpenWork;
  status: string | null;
  /** The last day to ship by of orders that are late, and whether the list has only these. */
  lateTo: { day: string; isShown: boolean };
  /** Whether the list has only orders that are ready to be sent. */
  isReady: boolean;
  /** Whether the list has other filters. The counts do not have them, so they are not shown then. */
  isFiltered: boolean;
}

/** A tab for each status, with the number of its orders. A tab keeps the other filters. */
export function StatusTabs({ work: { byStatus, late }, status, lateTo, isReady, isFiltered }: StatusTabsProps) {
  const { here } = usePageRequest();
  const link = (
    name: string,
    filter: { status: string | null; due_to?: string | null; sort?: string | null; ready?: string | null },
    { count, isShown }: { count: number | null; isShown: boolean },
  ) => (
    <a href={hereWith(here, { ...filter, page: null })} aria-current={isShown ? "page" : undefined}>
      {name} {isFiltered || count === null ? null : <span class="count">{countText(count)}</span>}
    </a>
  );
  // The tab of late orders sets a filter and a sort, which the other tabs remove again.
  const without = { ...(lateTo.isShown && { due_to: null, sort: null }), ready: null };
  // `byStatus` has the number of all orders under the empty text.
  const tab = (name: string, value: string | null) =>
    link(
      name,
      { status: value, ...without },
      { count: byStatus.get(value ?? "") ?? 0, isShown: value === status && !lateTo.isShown && !isReady },
    );
  return (
    <nav class="tabs" aria-label="Status">
      {tab("All", null)}
      {ORDER_STATUSES.map((name) => tab(name, name))}
      {/* Counting them costs more than the page, so their number is on the page of production. */}
      {link("Ready to send", { ...without, status: null, ready: "true" }, { count: null, isShown: isReady })}
      {link("Late", { status: null, due_to: lateTo.day, sort: SHIP_BY_SORT, ready: null }, { count: late, isShown: lateTo.isShown })}
    </nav>
  );
}
