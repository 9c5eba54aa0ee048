import type { ExpenseRow } from "../rows.sql.ts";
import { toAmount } from "../../platform/values/money";
import { PageLink } from "../../console/parts/link";
import { Day, Facts, Moment, Money } from "../../console/parts/values";
import { categoryName, isCalculated } from "./expense-values";

/** The recorded values of an expense. */
export function ExpenseFacts({ row }: { row: ExpenseRow }) {
  const { currency, base_amount, bhxh_rate, bhxh_amount } = row;
  const money = (units: number | null) => (units === null ? null : <Money amount={toAmount(units)} currency={currency} />);
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
    [
      "Insurance",
      bhxh_amount === null ? null : (
        <>
          {money(bhxh_amount)}
          {isCalculated(row) ? <span class="soft"> calculated from base and rate</span> : null}
        </>
      ),
    ],
    ["Insurance paid by", row.bhxh_type],
    ["Entered", <Moment at={row.created_at} time />],
    ["Changed", row.updated_at === row.created_at ? null : <Moment at={row.updated_at} time />],
  ] as const;
  return <Facts facts={facts} />;
}
