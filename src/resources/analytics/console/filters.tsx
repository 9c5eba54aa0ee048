import type { StoreOption } from "../../../console/parts/store-field";
import { PERIOD_NAMES } from "../period";
import type { ErrorDetail } from "../../../platform/api-error";
import { usePageRequest } from "../../../console/page-request";
import { SelectField, TextField } from "../../../console/parts/form";
import { currencyName, PERIOD_LABELS } from "./labels";

const GROUPINGS = [
  ["day", "Days"],
  ["week", "Weeks"],
  ["month", "Months"],
] as const;

interface FiltersProps {
  search: URLSearchParams;
  violations: readonly ErrorDetail[];
  stores: readonly StoreOption[];
  currencies: readonly string[];
}

/**
 * The filters of the report. CSS shows the two day fields when the custom period is chosen, without a script. A script hides the button and applies
 * changes at once, but no custom period before both of its days are chosen (src/entrypoints/browser/live-filters.ts).
 */
export function AnalyticsFilters({ search, violations, stores, currencies }: FiltersProps) {
  const { base } = usePageRequest();
  const values = { period: "last_30_days", compare: "previous_period", ...Object.fromEntries(search) };
  const formState = { values, violations };
  return (
    <search>
      <form class="filters analytics" method="get" action={`${base}/analytics`} aria-label="Report filters" data-live="complete">
        <SelectField formState={formState} name="period" label="Period" options={PERIOD_NAMES.map((name) => [name, PERIOD_LABELS[name]])} />
        <div class="own-days">
          <TextField formState={formState} name="from" label="First day" type="date" />
          <TextField formState={formState} name="to" label="Last day" type="date" />
        </div>
        <SelectField formState={formState} name="group_by" label="Group by" options={GROUPINGS} none="Automatic" />
        <SelectField
          formState={formState}
          name="compare"
          label="Compare with"
          options={[
            ["previous_period", "Previous period"],
            ["none", "No comparison"],
          ]}
        />
        {stores.length < 2 ? null : (
          <SelectField
            formState={formState}
            name="store_id"
            label="Store"
            options={stores.map(({ id, name }) => [String(id), name])}
            none="All"
          />
        )}
        {currencies.length < 2 ? null : (
          <SelectField
            formState={formState}
            name="currency"
            label="Currency"
            options={currencies.map((code) => [code, `${code}, ${currencyName(code)}`])}
            none="All"
          />
        )}
        <button class="primary" data-apply>
          Show report
        </button>
      </form>
    </search>
  );
}
