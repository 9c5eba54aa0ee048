import * as z from "zod";
import { type FormState, page, type View } from "../../../console/page";
import { Form, initialFormState } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { Table } from "../../../console/parts/table";
import { Badge, Facts, Moment, MomentOrNever } from "../../../console/parts/values";
import type { OrgReader } from "../../../platform/db/org-db";
import { ConnectionSecretPanel, DeleteConnectionPanel } from "../../console/forms";
import { deliveryUrl } from "../../token";
import type { CarrierConnectionRow } from "../carrier-connections.sql.ts";
import { readReports } from "../queries";
import type { ReportRow } from "../reports.sql.ts";
import { carrierAdapterOf } from "../services/services";
import { CarrierPath, ReportPath } from "../v2/contract";
import { carrierHealth, REPORT_LABELS, SERVICE_LABELS } from "./labels";
import { CarrierSetup } from "./setup-steps";

/** The ids in the paths of the console, where `:id` is a connection to a shop. */
export const CarrierParam = z.object({ carrier_id: CarrierPath.shape.id });
export const ReportParam = CarrierParam.extend({ report_id: ReportPath.shape.report_id });

const LATEST = 20;

function Outcome({ report: { status, reason } }: { report: ReportRow }) {
  const [label, tone] = REPORT_LABELS[status];
  return (
    <span>
      <span class={`badge ${tone}`}>{label}</span>
      {reason === null ? null : <span class="below">{reason}</span>}
    </span>
  );
}

function Reports({ path, reports }: { path: string; reports: readonly ReportRow[] }) {
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
    <section>
      <h2>Latest reports</h2>
      <Table
        caption="Reports of the service"
        columns={["Tracking number", "Status", "At the carrier", "Result", ""]}
        rows={rows}
        empty="No reports yet. Set up the service. It reports when the carrier moves a shipment."
      />
    </section>
  );
}

function Health({ connection }: { connection: CarrierConnectionRow }) {
  const { tone, label } = carrierHealth(connection);
  const facts = [
    ["Health", <span class={`badge ${tone}`}>{label}</span>],
    ["Last report", <MomentOrNever at={connection.last_report_at} />],
    ["Created", <Moment at={connection.created_at} />],
  ] as const;
  return (
    <section class="panel">
      <Facts facts={facts} />
    </section>
  );
}

/** Renders a connection to a carrier service with its latest reports and its actions, in one round trip. */
export async function carrierView(
  org: OrgReader,
  id: string,
  origin: string,
  rotation: FormState = initialFormState({ overlap_hours: "24" }),
): Promise<View> {
  const { connection, reports } = await readReports(org, id, { status: undefined, after: null, limit: LATEST });
  const path = `/connections/carriers/${id}`;
  const isActive = connection.status === "active";
  const url = deliveryUrl(origin, { organizationId: org.organization.id, connectionId: id });
  return {
    title: SERVICE_LABELS[connection.service],
    back: { page: "/connections", label: "All connections" },
    actions: (
      <Form to={`${path}/${isActive ? "pause" : "resume"}`}>
        <button>{isActive ? "Pause connection" : "Resume connection"}</button>
      </Form>
    ),
    body: (
      <div class="columns">
        <div>
          <Reports path={path} reports={reports} />
          <CarrierSetup service={connection.service} url={url} secret={null} />
        </div>
        <div class="panels">
          <Health connection={connection} />
          <ConnectionSecretPanel
            path={path}
            connection={connection}
            entersSecret={carrierAdapterOf(connection.service).secretIssuedBy === "service"}
            formState={rotation}
          />
          <DeleteConnectionPanel path={path} effect="Reports of the service are rejected from then on. Fulfillments keep their statuses." />
        </div>
      </div>
    ),
  };
}

export const carrierPage = page(
  { path: "/connections/carriers/:carrier_id", permission: "manage", param: CarrierParam },
  async ({ org, param, origin }) => await carrierView(org, param.carrier_id, origin),
);
