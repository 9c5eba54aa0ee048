import { Temporal } from "temporal-polyfill";
import { computedRefundTax } from "../../model/refund";

/** An item that was not removed from the order. */
interface ModelItem {
  quantity: number;
  cost: bigint | null;
  status: "New" | "Refunded" | "Cancelled";
  /** Whether its order was In Production or Shipped when the order was cancelled, and the item itself was not Cancelled: its cost then stays. */
  isSent: boolean;
}

/** The values of an order that a summary uses. Money is in units of 1/10,000. */
export interface ModelOrder {
  storeId: number;
  currency: string;
  status: string;
  date: number;
  total: bigint;
  subtotal: bigint;
  tax: bigint;
  shipping: bigint;
  discount: bigint;
  refund: bigint;
  /** The value from the source, or null. */
  refundTax: bigint | null;
  isRefunded: boolean;
  items: ModelItem[];
}

export interface ModelExpense {
  /** Null: overhead. */
  storeId: number | null;
  currency: string;
  isPayroll: boolean;
  /** YYYY-MM-DD. */
  date: string;
  amount: bigint;
}

export interface ModelStore {
  id: number;
  code: string | null;
  name: string;
}

export interface Model {
  timezone: string;
  stores: ModelStore[];
  orders: ModelOrder[];
  expenses: ModelExpense[];
}

export type Params = Readonly<Record<string, string | undefined>>;

const DIGITS: Record<string, number> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 };

/** The nearest integer, and the higher one of two that are equally near. */
function roundQuotient(dividend: bigint, divisor: bigint): bigint {
  if (divisor < 0n) return roundQuotient(-dividend, -divisor);
  let quotient = dividend / divisor;
  while (2n * dividend - 2n * quotient * divisor >= divisor) quotient += 1n;
  while (2n * dividend - 2n * quotient * divisor < -divisor) quotient -= 1n;
  return quotient;
}

function sum<T>(all: readonly T[], value: (one: T) => bigint): bigint {
  let result = 0n;
  for (const one of all) result += value(one);
  return result;
}

const money = (units: bigint): number => Number(units) / 10_000;

/** The part of an order's refund that is tax. */
function refundedTax(order: ModelOrder): bigint {
  return order.refundTax ?? computedRefundTax(order);
}

/** The items whose costs count. */
function itemsWhoseCostsCount({ status, items }: ModelOrder): ModelItem[] {
  return items.filter((item) => item.isSent || (item.status !== "Cancelled" && status !== "Cancelled"));
}

/** An order has a cost if an item's cost counts, and if no item without a cost is live, or was refunded after it was sent. */
function hasCost(order: ModelOrder): boolean {
  const lacking = order.items.filter(
    ({ cost, status, isSent }) => cost === null && (status === "New" || (status === "Refunded" && isSent)),
  );
  return lacking.length === 0 && itemsWhoseCostsCount(order).some(({ cost }) => cost !== null);
}

function figures(all: readonly ModelOrder[], expenses: readonly ModelExpense[], currency: string) {
  const orders = all.filter(({ status }) => status !== "Cancelled");
  const [gross, discounts, refunds, shipping, tax] = [
    sum(orders, ({ subtotal }) => subtotal),
    sum(orders, ({ discount }) => discount),
    sum(orders, ({ refund }) => refund),
    sum(orders, (order) => order.shipping),
    sum(orders, (order) => order.tax),
  ];
  const net = sum(orders, (order) => order.total - order.tax - (order.refund - refundedTax(order)));
  const production = sum(all, (order) => sum(itemsWhoseCostsCount(order), ({ cost, quantity }) => (cost ?? 0n) * BigInt(quantity)));
  const payroll = sum(
    expenses.filter(({ isPayroll }) => isPayroll),
    ({ amount }) => amount,
  );
  const operating = sum(
    expenses.filter(({ isPayroll }) => !isPayroll),
    ({ amount }) => amount,
  );
  const covered = orders.filter(hasCost).length;
  const profit = net - production - payroll - operating;
  /** Costs and profit are unknown if no order has a cost. */
  const nullIfUnknown = <T>(figure: T): T | null => (orders.length > 0 && covered === 0 ? null : figure);
  /** The minor unit of the currency, in 1/10,000. */
  const minor = BigInt(10 ** (4 - (DIGITS[currency] ?? 2)));
  const average =
    orders.length === 0
      ? null
      : roundQuotient(
          sum(orders, ({ total }) => total),
          BigInt(orders.length) * minor,
        ) * minor;
  return {
    orders: {
      count: orders.length,
      items: orders
        .flatMap(({ items }) => items.filter(({ status }) => status !== "Cancelled"))
        .reduce((count, { quantity }) => count + quantity, 0),
      cancelled: all.length - orders.length,
      refunded: orders.filter(({ isRefunded }) => isRefunded).length,
      average_value: average === null ? null : money(average),
    },
    revenue: {
      gross: money(gross),
      discounts: money(discounts),
      refunds: money(refunds),
      shipping: money(shipping),
      tax: money(tax),
      net: money(net),
    },
    costs: { production: nullIfUnknown(money(production)), total: nullIfUnknown(money(production)) },
    expenses: { operating: money(operating), payroll: money(payroll), total: money(operating + payroll) },
    profit: {
      gross: nullIfUnknown(money(net - production)),
      net: nullIfUnknown(money(profit)),
      margin_pct: net > 0n ? nullIfUnknown(Number(roundQuotient(profit * 10_000n, net)) / 100) : null,
    },
    coverage: {
      orders_with_cost: covered,
      orders_missing_cost: orders.length - covered,
      is_partial: covered > 0 && covered < orders.length,
    },
  };
}

type Day = Temporal.PlainDate;

/** The part of a day that all days of one unit share. */
function unitOf(day: Day, unit: string): string {
  if (unit === "week") return `${day.yearOfWeek}-W${day.weekOfYear}`;
  if (unit === "month") return `${day.year}-${day.month}`;
  if (unit === "quarter") return `${day.year}-Q${Math.ceil(day.month / 3)}`;
  return unit === "year" ? String(day.year) : day.toString();
}

/** This many days, ending with the given one. */
function daysUpTo(last: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, n) => last.subtract({ days: count - 1 - n }));
}

/** The days of a unit up to one of its days. */
function unitUpTo(day: Day, unit: string): Day[] {
  let count = 1;
  while (unitOf(day.subtract({ days: count }), unit) === unitOf(day, unit)) count += 1;
  return daysUpTo(day, count);
}

const dayBefore = (days: readonly Day[]): Day => (days[0] as Day).subtract({ days: 1 });

/** The days of a period and of the one before it; null: all time. */
function periodDays(params: Params, today: Day): { days: Day[] | null; previous: Day[] | null } {
  const name = params["period"] ?? "last_30_days";
  if (name === "all_time") return { days: null, previous: null };
  const [which = "", unit = ""] = name.split("_");
  if (which === "this") {
    const days = unitUpTo(today, unit);
    return { days, previous: unitUpTo(dayBefore(days), unit).slice(0, days.length) };
  }
  if (which === "last" && !/\d/.test(unit)) {
    const days = unitUpTo(dayBefore(unitUpTo(today, unit)), unit);
    return { days, previous: unitUpTo(dayBefore(days), unit) };
  }
  let days = daysUpTo(today, Number(unit));
  if (name === "today") days = [today];
  if (name === "yesterday") days = [today.subtract({ days: 1 })];
  if (name === "custom") {
    const [from, to] = [Temporal.PlainDate.from(params["from"] ?? ""), Temporal.PlainDate.from(params["to"] ?? "")];
    days = daysUpTo(to, from.until(to).days + 1);
  }
  return { days, previous: daysUpTo(dayBefore(days), days.length) };
}

const foldCase = (text: string | null): string | undefined => text?.toLowerCase();

function storeByRef({ stores }: Model, name: string): ModelStore | undefined {
  return (
    stores.find(({ id }) => String(id) === name) ??
    stores.find(({ code }) => foldCase(code) === foldCase(name)) ??
    stores.find((store) => foldCase(store.name) === foldCase(name))
  );
}

/** The response to GET /analytics/summary at a time, without `generated_at`. It is computed from every order. */
export function summaryExpected(model: Model, params: Params, now: number) {
  const timezone = params["timezone"] ?? model.timezone;
  const dayAt = (moment: number): Day => Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone).toPlainDate();
  const { days, previous } = periodDays(params, dayAt(now));
  const { store_id: store, currency, compare, group_by: groupBy } = params;
  const matchesFilters = (of: { storeId: number | null; currency: string }): boolean =>
    (store === undefined || (of.storeId !== null && of.storeId === storeByRef(model, store)?.id)) &&
    (currency === undefined || of.currency === currency.toUpperCase());
  const orders = model.orders.filter(matchesFilters).map((order) => ({ ...order, day: dayAt(order.date).toString() }));
  const expenses = model.expenses.filter(matchesFilters);

  /** The orders and expenses of these days in one currency. */
  const ordersAndExpenses = (on: readonly Day[] | null, code: string) => {
    const texts = on === null ? null : new Set(on.map(String));
    return [
      orders.filter((order) => order.currency === code && (texts === null || texts.has(order.day))),
      expenses.filter((expense) => expense.currency === code && (texts === null || texts.has(expense.date))),
    ] as const;
  };

  const series = (code: string) => {
    if (groupBy === undefined) return [];
    const [own, spent] = ordersAndExpenses(days, code);
    if (groupBy === "store") {
      const named = model.stores.toSorted((one, other) => ((foldCase(one.name) ?? "") < (foldCase(other.name) ?? "") ? -1 : 1));
      return [...named, { id: null, name: null }].flatMap(({ id, name }) => {
        const [ofStore, expensesOfStore] = [own.filter(({ storeId }) => storeId === id), spent.filter(({ storeId }) => storeId === id)];
        if (ofStore.length + expensesOfStore.length === 0) return [];
        return [{ store_id: id, store_name: name, ...figures(ofStore, expensesOfStore, code) }];
      });
    }
    return [...Map.groupBy(days ?? [], (day) => unitOf(day, groupBy)).values()].map((unit) => ({
      from: String(unit[0]),
      to: String(unit.at(-1)),
      ...figures(...ordersAndExpenses(unit, code), code),
    }));
  };

  const compared = compare === undefined ? null : previous;
  const codes = [...new Set([...model.orders, ...model.expenses].map((one) => one.currency))].toSorted();
  const codesWithRows = codes.filter((code) =>
    [ordersAndExpenses(days, code), ...(compared === null ? [] : [ordersAndExpenses(compared, code)])].some((both) =>
      both.some(({ length }) => length > 0),
    ),
  );
  return {
    period: {
      name: params["period"] ?? "last_30_days",
      from: days === null ? null : String(days[0]),
      to: days === null ? null : String(days.at(-1)),
      timezone,
    },
    currencies: codesWithRows.map((code) => ({
      currency: code,
      ...figures(...ordersAndExpenses(days, code), code),
      series: series(code),
      previous: compared === null ? null : figures(...ordersAndExpenses(compared, code), code),
    })),
  };
}
