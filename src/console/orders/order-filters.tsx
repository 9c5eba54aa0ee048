import type { StoreRow } from "../../db/store-list";
import { ORDER_STATUSES } from "../../domain/orders/order-status";
import { SelectField, TextField } from "../parts/form";
import { useAsk } from "../ask";

/** The filters of the order list, as a form that needs no script. */
export function OrderFilters({ search, stores }: { search: URLSearchParams; stores: readonly StoreRow[] }) {
  const { base } = useAsk();
  const filled = { values: Object.fromEntries(search), faults: [] };
  return (
    <search>
      <form class="filters" method="get" action={`${base}/orders`} aria-label="Filter orders">
        <TextField filled={filled} name="q" label="Search" type="search" most={200} />
        <SelectField filled={filled} name="status" label="Status" options={ORDER_STATUSES} none="Any" />
        <SelectField filled={filled} name="store_id" label="Store" options={stores.map(({ id, name }) => [String(id), name])} none="All" />
        <button>Filter</button>
      </form>
    </search>
  );
}
