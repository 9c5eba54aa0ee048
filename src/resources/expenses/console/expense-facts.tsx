import type { ExpenseRow } from "../rows.sql.ts";
import { toAmount } from "../../../platform/values/money";
import { PageLink } from "../../../console/parts/link";
import { Day, Facts, Moment, Money } from "../../../console/parts/values";
import { categoryName, isComputed } from "./expense-values";

const moments = ({ created_at, updated_at }: ExpenseRow) =>
  [
    ["Entered", <Moment at={created_at} time />],
    ["Changed", updated_at === created_at ? null : <Moment at={updated_at} time />],
  ] as const;

/** The insurance, and whether it is computed. */
function insurance(row: ExpenseRow) {
  const { bhxh_amount, currency } = row;
  const amount =
    bhxh_amount === null ? null : (
      <>
        <Money units={bhxh_amount} currency={currency} />
        {isComputed(row) ? <span class="soft"> calculated from base and rate</span> : null}
      </>
    );
  return ["Insurance", amount] as const;
}

/** What the form of an expense does not show. */
export function ExpenseAside({ row }: { row: ExpenseRow }) {
  return (
    <aside class="panel" aria-label="Recorded values">
      <Facts facts={[...(isComputed(row) ? [insurance(row)] : []), ...moments(row)]} />
    </aside>
  );
}

export function ExpenseFacts({ row }: { row: ExpenseRow }) {
  const { currency, base_amount, bhxh_rate } = row;
  const money = (units: number | null) => (units === null ? null : <Money units={units} currency={currency} />);
  const facts = [
    ["Category", categoryName(row.category)],
    ["Amount", money(row.amount)],
    ["Date", <Day day={row.date} />],
    [
      "Store",
      row.store_id === null ? "None: the whole organization" : <PageLink page={`/stores/${row.store_id}`}>{row.store_name}</PageLink>,
    ],
    ["Description", row.description === null ? null : <span class="prose">{row.description}</span>],
    ["Employee", row.employee_name],
    ["Insurance base", money(base_amount)],
    ["Insurance rate", bhxh_rate === null ? null : `${toAmount(bhxh_rate)}%`],
    insurance(row),
    ["Insurance paid by", row.bhxh_type],
    ...moments(row),
  ] as const;
  return <Facts facts={facts} />;
}
