import { page } from "../../../../console/page";
import { FilterForm } from "../../../../console/parts/filter-form";
import { Form } from "../../../../console/parts/form";
import { PageLink } from "../../../../console/parts/link";
import { CursorPager, Table } from "../../../../console/parts/table";
import { Badge, Moment } from "../../../../console/parts/values";
import { readFilter } from "../../../../platform/http/input/filters";
import { cursorPage } from "../../../../platform/http/input/lists";
import { REPORT_FILTERS, REPORT_STATUSES } from "../filters";
import { readReports } from "../queries";
import type { ReportPosition, ReportRow } from "../reports.sql.ts";
import { ReportPageQuery } from "../v2/contract";
import { REPORT_LABELS } from "./labels";
import { CarrierParam } from "./params";

function Outcome({ report: { status, reason } }: { report: ReportRow }) {
  const [label, tone] = REPORT_LABELS[status];
  return (
    <span>
      <span class={`badge ${tone}`}>{label}</span>
      {reason === null ? null : <span class="below">{reason}</span>}
    </span>
  );
}

/** What a service has reported, with what became of it, and a button that applies a failed report again. `path` is the page of the connection. */
export function ReportTable({ path, reports, empty }: { path: string; reports: readonly ReportRow[]; empty: string }) {
  const rows = reports.map((report) => {
    const { id, tracking_number, order_id, fulfillment_status, service_status, occurred_at, status } = report;
    const number = tracking_number ?? "Unknown";
    return [
      order_id === null ? number : <PageLink page={`/orders/${order_id}`}>{number}</PageLink>,
      <span>
        {fulfillment_status === null ? null : <Badge status={fulfillment_status} />}
        {service_status === null ? null : <span class="below">{service_status}</span>}
      </span>,
      occurred_at === null ? "" : <Moment at={occurred_at} time />,
      <Outcome report={report} />,
      status === "failed" && tracking_number !== null ? (
        <Form to={`${path}/reports/${id}/retry`}>
          <button>Retry</button>
        </Form>
      ) : null,
    ];
  });
  return (
    <Table
      caption="Reports of the service"
      columns={["Tracking number", "Status", "At the carrier", "Result", ""]}
      rows={rows}
      empty={empty}
    />
  );
}

/** The reports of a connection, newest first. */
export const reportPage = page(
  { path: "/connections/carriers/:carrier_id/reports", permission: "manage", param: CarrierParam, query: ReportPageQuery },
  async ({ org, param: { carrier_id: id }, query: { filter, limit, cursor }, search, settings: { masterSecrets } }) => {
    const { rows, next } = await cursorPage(
      { masterSecrets, cursor, organizationId: org.organization.id, list: "console/reports", query: { id, ...filter } },
      async (after: ReportPosition | null) => {
        const { status } = readFilter(REPORT_FILTERS, org, filter);
        return await readReports(org, id, { status, after, limit });
      },
      ({ received_at, id: reportId }) => [received_at, reportId],
    );
    const path = `/connections/carriers/${id}`;
    return {
      title: "Reports of the service",
      lead: "Reports of the last 30 days, newest first.",
      back: { page: `/connections/carriers/${id}`, label: "Back to the connection" },
      body: (
        <>
          <FilterForm
            list="reports"
            path={`/connections/carriers/${id}/reports`}
            filters={REPORT_FILTERS}
            choices={{ status: REPORT_STATUSES.map((status) => [status, REPORT_LABELS[status][0]] as const) }}
            search={search}
          />
          <ReportTable path={path} reports={rows} empty="No reports match." />
          <CursorPager next={next} isFirst={cursor === undefined} />
        </>
      ),
    };
  },
);
