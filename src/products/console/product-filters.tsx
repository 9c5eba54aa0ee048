import type { StoreRow } from "../../stores/list.sql.ts";
import { SelectField, TextField } from "../../console/parts/form";
import { To } from "../../console/parts/link";
import { useAsk } from "../../console/ask";

const SORTS = [
  ["updated_at:desc", "Last changed first"],
  ["created_at:desc", "Newest first"],
  ["title:asc", "Title, A to Z"],
  ["sku:asc", "SKU, A to Z"],
  ["price:desc", "Highest price first"],
  ["price:asc", "Lowest price first"],
] as const;

const FILTERS = ["q", "sku", "store", "platform", "tag", "sort"];

/** The filters of the product list, as a form that needs no script. */
export function ProductFilters({ search, stores }: { search: URLSearchParams; stores: readonly StoreRow[] }) {
  const { base } = useAsk();
  const filled = { values: Object.fromEntries(search), faults: [] };
  const said = FILTERS.some((name) => (search.get(name) ?? "") !== "");
  return (
    <search>
      <form class="filters" method="get" action={`${base}/products`} aria-label="Filter products">
        <TextField filled={filled} name="q" label="Search" type="search" most={200} placeholder="Title, SKU, tag" />
        <TextField filled={filled} name="sku" label="Exact SKU" most={255} />
        <TextField filled={filled} name="store" label="Store" most={255} list={stores.map(({ name }) => name)} />
        <TextField filled={filled} name="platform" label="Platform" most={255} />
        <TextField filled={filled} name="tag" label="Tag" most={255} />
        <SelectField filled={filled} name="sort" label="Sort" options={SORTS} />
        <div class="actions">
          <button>Filter</button>
          {said ? <To page="/products">Clear filters</To> : null}
        </div>
      </form>
    </search>
  );
}
