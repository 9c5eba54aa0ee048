import type { StoreRow } from "../../stores/list.sql.ts";
import { isDay } from "../../platform/values/zone";
import { ORDER_STATUSES, readOrderStatus } from "../order-status";
import { viewQuery } from "../views/view-query";
import { CheckField, type Filled, SelectField, TextField } from "../../console/parts/form";
import { To } from "../../console/parts/link";
import { useAsk } from "../../console/ask";

/** The filters that are rarely used: behind "More filters", which is open where one of them is. */
const RARE = ["supplier_id", "date_from", "date_to", "created_after", "created_before", "updated_after", "missingSku", "missingDesign"];

/** How the list can be sorted, in words. */
export const SORTS: readonly [value: string, shown: string][] = [
  ["date:desc", "Newest first"],
  ["date:asc", "Oldest first"],
  ["created_at:desc", "Last taken in first"],
  ["updated_at:desc", "Last changed first"],
  ["total_amount:desc", "Highest total first"],
  ["total_amount:asc", "Lowest total first"],
  ["customer_name:asc", "Customer, A to Z"],
  ["store_name:asc", "Store, A to Z"],
  ["status:asc", "Status, A to Z"],
];

/** A day, or the moment that an address may name as well. */
function SinceField({ filled, name, label }: { filled: Filled; name: string; label: string }) {
  const value = filled.values[name];
  const type = typeof value !== "string" || value === "" || isDay(value) ? "date" : "text";
  return <TextField filled={filled} name={name} label={label} type={type} />;
}

/** The filters of the order list, as a form that needs no script. */
export function OrderFilters({ search, stores }: { search: URLSearchParams; stores: readonly StoreRow[] }) {
  const { base, member } = useAsk();
  const said = new URLSearchParams(viewQuery(search));
  const status = readOrderStatus(said.get("status") ?? "");
  const filled = { values: { ...Object.fromEntries(said), ...(status !== null && { status }) }, faults: [] };
  const [sort, store, zone] = [said.get("sort"), said.get("store_id"), said.get("timezone")];
  const named = stores.map(({ id, name }): [string, string] => [String(id), name]);
  return (
    <search>
      <form class="filters" method="get" action={`${base}/orders`} aria-label="Filter orders">
        <TextField filled={filled} name="q" label="Search" type="search" most={200} placeholder="Number, customer, item, SKU" />
        <SelectField filled={filled} name="status" label="Status" options={ORDER_STATUSES} none="Any" />
        <SelectField filled={filled} name="store_id" label="Store" options={withOther(named, store)} none="All" />
        <SelectField filled={filled} name="sort" label="Sort" options={withOther(SORTS, sort)} />
        <details class="more" open={RARE.some((name) => said.has(name))}>
          <summary>More filters</summary>
          <div class="filters">
            <TextField filled={filled} name="supplier_id" label="Supplier" most={255} />
            <TextField filled={filled} name="date_from" label="Ordered from" type="date" />
            <TextField filled={filled} name="date_to" label="Ordered up to" type="date" />
            <SinceField filled={filled} name="created_after" label="Taken in since" />
            <SinceField filled={filled} name="created_before" label="Taken in before" />
            <SinceField filled={filled} name="updated_after" label="Changed since" />
          </div>
          <p class="hint">Days begin at midnight in {zone ?? member.organization.timezone}.</p>
          <div class="filters">
            <CheckField filled={filled} name="missingSku" label="An item lacks a SKU" sends="true" />
            <CheckField filled={filled} name="missingDesign" label="An item lacks a design" sends="true" />
          </div>
        </details>
        {zone === null ? null : <input type="hidden" name="timezone" value={zone} />}
        <div class="actions">
          <button>Filter</button>
          {said.size === 0 ? null : <To page="/orders">Clear filters</To>}
        </div>
      </form>
    </search>
  );
}

/** The options, and the one that an address names though it is none of them. */
function withOther(options: readonly [string, string][], chosen: string | null): readonly [string, string][] {
  if (chosen === null || options.some(([value]) => value === chosen)) return options;
  return [...options, [chosen, chosen]];
}
