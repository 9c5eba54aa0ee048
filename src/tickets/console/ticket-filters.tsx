import { useAsk } from "../../console/ask";
import { SelectField, TextField } from "../../console/parts/form";
import { To } from "../../console/parts/link";
import { PRIORITY_CHOICES, STATUS_CHOICES } from "./ticket-words";

const SORTS = [
  ["id:desc", "Newest first"],
  ["id:asc", "Oldest first"],
  ["updated_at:desc", "Last changed first"],
  ["updated_at:asc", "Longest unchanged first"],
] as const;

const FILTERS = ["status", "priority", "order_id", "sort"];

/** The filters of the ticket list, as a form that needs no script. */
export function TicketFilters({ search }: { search: URLSearchParams }) {
  const { base } = useAsk();
  const filled = { values: Object.fromEntries(search), faults: [] };
  const said = FILTERS.some((name) => (search.get(name) ?? "") !== "");
  return (
    <search>
      <form class="filters" method="get" action={`${base}/tickets`} aria-label="Filter tickets">
        <SelectField filled={filled} name="status" label="Status" options={STATUS_CHOICES} none="Any" />
        <SelectField filled={filled} name="priority" label="Priority" options={PRIORITY_CHOICES} none="Any" />
        <TextField filled={filled} name="order_id" label="Order id" inputmode="numeric" most={16} />
        <SelectField filled={filled} name="sort" label="Sort" options={SORTS} />
        <div class="actions">
          <button>Filter</button>
          {said ? <To page="/tickets">Clear filters</To> : null}
        </div>
      </form>
    </search>
  );
}
