import type { StoreRow } from "../../stores/list.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import { Refusal, type RefusalDetail } from "../../platform/refusal";
import { page } from "../../console/page";
import { PageHead } from "../../console/parts/page-head";
import { offeredStores } from "../../stores/console/store-field";
import { AnalyticsQuery, type Asked, askedIn, inPlainWords } from "./asked";
import { AnalyticsFilters } from "./filters";
import { readReport, type Report } from "./report";
import { CurrencySection } from "./section";
import { daysText } from "./words";

/** The report, or what is wrong with what was asked. */
async function reportOf(org: OrgReader, { query, faults }: Asked): Promise<{ report: Report | null; faults: readonly RefusalDetail[] }> {
  if (query === null) return { report: null, faults };
  try {
    return { report: await readReport(org, query), faults };
  } catch (error) {
    if (error instanceof Refusal && error.code === "validation_error") return { report: null, faults: inPlainWords(error.details) };
    throw error;
  }
}

function periodText({ period: { from, to, timezone }, before }: Report): string {
  if (from === null || to === null) return "All orders and expenses there are.";
  const compared = before === null ? "" : `, compared with ${daysText(before)}`;
  return `${daysText({ from, to })}${compared}. Days of ${timezone}.`;
}

/** Every currency that could be asked for: the organization's, its stores', and those that the figures are in. */
function currenciesOf(org: OrgReader, stores: readonly StoreRow[], report: Report | null, asked: string | undefined): string[] {
  const found = (report?.sections ?? []).map(({ currency }) => currency);
  const all = [org.organization.currency, ...stores.map(({ currency }) => currency), ...found, ...(asked === undefined ? [] : [asked])];
  return [...new Set(all)].toSorted();
}

/** Revenue, costs, expenses and profit of a period. */
export const analyticsPage = page({ path: "/analytics", needs: "read", query: AnalyticsQuery }, async ({ org, query, search }) => {
  const asked = askedIn(query);
  const [{ report, faults }, { stores }] = await Promise.all([reportOf(org, asked), offeredStores(org)]);
  const body = (
    <>
      <PageHead title="Analytics" lead={report === null ? undefined : periodText(report)} />
      <AnalyticsFilters
        search={search}
        faults={faults}
        stores={stores}
        currencies={currenciesOf(org, stores, report, asked.query?.currency)}
      />
      {report === null ? <p class="empty">Put the period right to see its figures.</p> : null}
      {report?.sections.length === 0 ? <p class="empty">There are no orders and no expenses in this period.</p> : null}
      {report?.sections.map((section) => (
        <CurrencySection section={section} grouping={report.grouping} />
      ))}
    </>
  );
  return { title: "Analytics", body, status: report === null ? 400 : 200 };
});
