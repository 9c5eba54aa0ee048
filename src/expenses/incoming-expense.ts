/** An expense as a caller words it, money and rate in stored units. Null: none. */
export interface IncomingExpense {
  category: string;
  amount: number;
  /** YYYY-MM-DD. */
  date: string;
  /** Id or code of a store; null or absent: overhead. */
  store_id?: string | null | undefined;
  description?: string | null | undefined;
  /** One field under two names (docs/spec/expenses.md#expense-currency); equal where both are there. */
  currency?: string | undefined;
  original_currency?: string | undefined;
  base_amount?: number | null | undefined;
  bhxh_amount?: number | null | undefined;
  /** Percent. */
  bhxh_rate?: number | null | undefined;
  bhxh_type?: string | null | undefined;
  employee_name?: string | null | undefined;
}

/** A change of an expense: absent means unchanged, null clears (docs/spec/requests.md#partial-updates). */
export type ExpensePatch = { [K in keyof IncomingExpense]?: IncomingExpense[K] | undefined };

/** The currency that an expense names under either name. */
export function currencyOf({ original_currency, currency }: ExpensePatch): string | undefined {
  return original_currency ?? currency;
}
