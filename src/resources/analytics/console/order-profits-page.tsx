import * as z from "zod";
import { orderName } from "../../orders/console/order-name";
import { shownStatus } from "../../orders/order-status";
import { parseForm } from "../../../console/form";
import { page } from "../../../console/page";
import { usePageRequest } from "../../../console/page-request";
import { SelectField, TextField } from "../../../console/parts/form";
import { CurrencyField } from "../../../console/parts/known-values";
import { PageLink } from "../../../console/parts/link";
import { CursorPager, Table } from "../../../console/parts/table";
import { Age, Badge, Money } from "../../../console/parts/values";
import { ApiError, type ErrorDetail } from "../../../platform/api-error";
import { cursorPage, type CursorPage } from "../../../platform/http/input/lists";
import type { MoneyReader } from "../../../platform/db/org-db";
import type { MasterSecrets } from "../../../platform/crypto/master-key";
import { listOrderProfits, profitFigures, type OrderProfit } from "../order-profits";
import type { ProfitPosition } from "../../orders/list/list-orders";
import { PERIOD_NAMES } from "../period";
import { OrderProfitsPageQuery } from "../v2/order-profits-contract";
import { figureText } from "./change";
import { MESSAGES, currencyName, PERIOD_LABELS } from "./labels";

const text = z.string().max(2048).optional();

/** The page's query, which is parsed only in the page, so that the filters can show what is wrong with it. */
const PageQuery = z.object({ period: text, from: text, to: text, currency: text, profit: text, sort: text, after: text });

const PERIODS = PERIOD_NAMES.filter((name) => name !== "all_time");

const COLUMNS = [
  "Order",
  { name: "Customer", beside: true },
  "Store",
  "Status",
  "Ordered",
  { name: "Net revenue", figures: true },
  { name: "Fees deducted", figures: true },
  { name: "Costs", figures: true },
  { name: "Profit", figures: true },
  { name: "Margin", figures: true },
];

interface FoundOrders {
  /** Null if the query is invalid. */
  orders: CursorPage<OrderProfit> | null;
  currency: string;
  /** Whether these are the orders whose profit is unknown. */
  isUnknown: boolean;
  violations: readonly ErrorDetail[];
}

/** A page of the orders, or what is wrong with the query. */
async function findOrders(
  org: MoneyReader,
  masterSecrets: MasterSecrets,
  { from, to, ...rest }: z.output<typeof PageQuery>,
): Promise<FoundOrders> {
  try {
    // The form always sends the days, which apply only to a custom period.
    const days = rest.period === "custom" ? { from: from ?? "", to: to ?? "" } : {};
    const { filter, limit, cursor } = parseForm(OrderProfitsPageQuery, { ...rest, ...days });
    const orders = await cursorPage(
      { masterSecrets, cursor, organizationId: org.organization.id, list: "console order profits", query: filter },
      (after: ProfitPosition | null) => listOrderProfits(org, filter, { after, limit }),
      // Orders with an unknown profit are sorted by id alone.
      ({ profit, id }) => [profit ?? 0, id] as const,
    );
    return { orders, currency: filter.currency ?? org.organization.currency, isUnknown: filter.profit === "unknown", violations: [] };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "validation_error") throw error;
    const violations = error.details.map((violation) => ({ ...violation, message: MESSAGES[violation.code] ?? violation.message }));
    return { orders: null, currency: org.organization.currency, isUnknown: false, violations };
  }
}

/** A script applies changes at once, as in AnalyticsFilters. */
function Filters({ search, violations }: { search: URLSearchParams; violations: readonly ErrorDetail[] }) {
  const { base, member } = usePageRequest();
  const { currency } = member.organization;
  const values = { period: "last_30_days", currency, profit: "known", sort: "profit:asc", ...Object.fromEntries(search) };
  const formState = { values, violations };
  return (
    <search>
      <form
        class="filters analytics"
        method="get"
        action={`${base}/analytics/orders`}
        aria-label="Filter orders by profit"
        data-live="complete"
      >
        <SelectField formState={formState} name="period" label="Period" options={PERIODS.map((name) => [name, PERIOD_LABELS[name]])} />
        <div class="own-days">
          <TextField formState={formState} name="from" label="First day" type="date" />
          <TextField formState={formState} name="to" label="Last day" type="date" />
        </div>
        <SelectField
          formState={formState}
          name="profit"
          label="Show"
          options={[
            ["known", "Orders with a known profit"],
            ["unknown", "Orders with an unknown profit"],
          ]}
        />
        <SelectField
          formState={formState}
          name="sort"
          label="Sort"
          options={[
            ["profit:asc", "Least profit first"],
            ["profit:desc", "Most profit first"],
          ]}
        />
        <CurrencyField formState={formState} name="currency" label="Currency" value={values.currency} required />
        <button class="primary" data-apply>
          Show orders
        </button>
      </form>
    </search>
  );
}

function amountIn(currency: string) {
  return (units: number | null) => (units === null ? <span class="soft">—</span> : <Money units={units} currency={currency} />);
}

function rowOf(order: OrderProfit) {
  const { fees, costs, profit, margin_pct: margin } = profitFigures(order);
  const show = amountIn(order.currency);
  return [
    <PageLink page={`/orders/${order.id}`}>{orderName(order)}</PageLink>,
    order.customer_name,
    order.store_name,
    <Badge status={shownStatus(order)} />,
    <Age at={order.date} />,
    show(order.net),
    // Empty if no fees were recorded: the dash of `show` stands for an unknown amount.
    fees === null ? null : show(fees),
    show(costs),
    show(profit),
    margin === null ? <span class="soft">—</span> : figureText(margin, { unit: "percent" }),
  ];
}

/** The orders of a period by their profit, or those whose profit is unknown. */
export const orderProfitsPage = page(
  { path: "/analytics/orders", permission: "money", query: PageQuery },
  async ({ org, query, search, settings: { masterSecrets } }) => {
    const { orders, currency, isUnknown, violations } = await findOrders(org, masterSecrets, query);
    const other = new URLSearchParams(search);
    other.delete("after");
    other.set("profit", isUnknown ? "known" : "unknown");
    const body = (
      <>
        <Filters search={search} violations={violations} />
        {orders === null ? (
          <p class="empty">Correct the filters above to see the orders.</p>
        ) : (
          <>
            <p class="coverage">
              {isUnknown
                ? "The profit of an order is unknown until the costs of its items are known. "
                : "Orders with an unknown profit are not in this list. "}
              {isUnknown ? (
                <PageLink page="/attention/cost">Fill in costs</PageLink>
              ) : (
                <PageLink page={`/analytics/orders?${other.toString()}`}>Show them</PageLink>
              )}
            </p>
            <Table
              caption="Orders by profit"
              columns={COLUMNS}
              rows={orders.rows.map(rowOf)}
              empty={isUnknown ? "The profit of every order in this period is known." : "No order in this period has a known profit."}
            />
            <CursorPager next={orders.next} isFirst={query.after === undefined} />
          </>
        )}
      </>
    );
    return {
      title: "Orders by profit",
      lead: `Net revenue minus production costs, in ${currencyName(currency)}. Expenses and Cancelled orders are not included.`,
      back: { page: "/analytics", label: "Analytics" },
      body,
      status: orders === null ? 400 : 200,
    };
  },
);
