import { useAsk } from "../../console/ask";
import { SelectField, TextField } from "../../console/parts/form";
import { To } from "../../console/parts/link";
import { type Offered, StoreField } from "../../stores/console/store-field";
import { CATEGORY_NAMES } from "./category-names";

const SORTS = [
  ["date:desc", "Latest day first"],
  ["date:asc", "Earliest day first"],
  ["amount:desc", "Highest amount first"],
  ["amount:asc", "Lowest amount first"],
  ["category:asc", "Category, A to Z"],
  ["created_at:desc", "Last entered first"],
] as const;

const FILTERS = ["category", "store_id", "date_from", "date_to", "employee_name", "currency", "sort"];

/** The filters of the expense list, as a form that needs no script. */
export function ExpenseFilters({ search, offered }: { search: URLSearchParams; offered: Offered }) {
  const { base, member } = useAsk();
  const filled = { values: Object.fromEntries(search), faults: [] };
  const said = FILTERS.some((name) => (search.get(name) ?? "") !== "");
  const asked = search.get("currency")?.trim().toUpperCase() ?? "";
  const all = [member.organization.currency, ...offered.stores.map(({ currency }) => currency), ...(asked === "" ? [] : [asked])];
  const currencies = { values: { currency: asked }, faults: [] };
  return (
    <search>
      <form class="filters" method="get" action={`${base}/expenses`} aria-label="Filter expenses">
        <TextField filled={filled} name="category" label="Category" most={64} list={CATEGORY_NAMES} />
        <StoreField filled={filled} label="Store" none="All" offered={offered} />
        <TextField filled={filled} name="date_from" label="First day" type="date" />
        <TextField filled={filled} name="date_to" label="Last day" type="date" />
        <TextField filled={filled} name="employee_name" label="Employee" most={255} />
        <SelectField filled={currencies} name="currency" label="Currency" options={[...new Set(all)].toSorted()} none="All" />
        <SelectField filled={filled} name="sort" label="Sort" options={SORTS} />
        <div class="actions">
          <button>Filter</button>
          {said ? <To page="/expenses">Clear filters</To> : null}
        </div>
      </form>
    </search>
  );
}
