import type { z } from "zod";
import type { StoreOption } from "../../../console/parts/store-field";
import type { MoneyReader } from "../../../platform/db/org-db";
import { ApiError, type ErrorDetail } from "../../../platform/api-error";
import { page, type Route } from "../../../console/page";
import { PageButton } from "../../../console/parts/link";
import { listStoreOptions } from "../../stores/console/store-options";
import { AnalyticsFilters } from "./filters";
import { AnalyticsQuery, parseSummaryQuery } from "./query";
import { readReport, type Report } from "./report";
import { CurrencySection } from "./section";
import { daysText, MESSAGES } from "./labels";
import { orderProfitsPage } from "./order-profits-page";

interface ReportResult {
  /** Null if the query is invalid. */
  report: Report | null;
  /** The one that was requested. Absent: all. */
  currency?: string | undefined;
  violations: readonly ErrorDetail[];
}

/** The report, or what is wrong with the query. */
async function reportOf(org: MoneyReader, query: z.output<typeof AnalyticsQuery>): Promise<ReportResult> {
  let currency: string | undefined;
  try {
    const summaryQuery = parseSummaryQuery(query);
    currency = summaryQuery.currency;
    return { report: await readReport(org, summaryQuery), currency, violations: [] };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "validation_error") throw error;
    return {
      report: null,
      currency,
      violations: error.details.map((violation) => ({ ...violation, message: MESSAGES[violation.code] ?? violation.message })),
    };
  }
}

function periodText({ period: { from, to, timezone }, before }: Report): string {
  if (from === null) return "All orders and expenses.";
  const compared = before === null ? "" : `, compared with ${daysText(before)}`;
  return `${daysText({ from, to })}${compared}. Timezone: ${timezone}.`;
}

/** Every currency that can be requested: the organization's, its stores', and those that the figures are in. */
function currenciesOf(org: MoneyReader, stores: readonly StoreOption[], { report, currency }: ReportResult): string[] {
  const found = (report?.sections ?? []).map((section) => section.currency);
  const all = [
    org.organization.currency,
    ...stores.map((store) => store.currency),
    ...found,
    ...(currency === undefined ? [] : [currency]),
  ];
  return [...new Set(all)].toSorted();
}

const analyticsPage = page({ path: "/analytics", permission: "money", query: AnalyticsQuery }, async ({ org, query, search }) => {
  const [outcome, { stores }] = await Promise.all([reportOf(org, query), listStoreOptions(org)]);
  const { report, violations } = outcome;
  const body = (
    <>
      <AnalyticsFilters search={search} violations={violations} stores={stores} currencies={currenciesOf(org, stores, outcome)} />
      {report === null ? <p class="empty">Correct the filters above to see the report.</p> : null}
      {report?.sections.length === 0 ? <p class="empty">There are no orders and no expenses in this period.</p> : null}
      {report?.sections.map((section) => (
        <CurrencySection section={section} grouping={report.grouping} />
      ))}
    </>
  );
  const view = { title: "Analytics", actions: <PageButton page="/analytics/orders" label="Orders by profit" />, body };
  return report === null ? { ...view, status: 400 } : { ...view, lead: periodText(report) };
});

export const analyticsRoutes: readonly Route[] = [analyticsPage, orderProfitsPage];
