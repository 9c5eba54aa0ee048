import { type FormState, page, type View } from "../../../../console/page";
import { Form, initialFormState } from "../../../../console/parts/form";
import { PageLink } from "../../../../console/parts/link";
import { Facts, Moment, MomentOrNever } from "../../../../console/parts/values";
import type { OrgReader } from "../../../../platform/db/org-db";
import { ConnectionSecretPanel, DeleteConnectionPanel } from "../../console/forms";
import { deliveryUrl } from "../../token";
import type { CarrierConnectionRow } from "../carrier-connections.sql.ts";
import { readReports } from "../queries";
import type { ReportRow } from "../reports.sql.ts";
import { carrierAdapterOf } from "../services/services";
import { carrierHealth, SERVICE_LABELS } from "./labels";
import { CarrierParam } from "./params";
import { ReportTable } from "./report-page";
import { CarrierSetup } from "./setup-steps";

const LATEST = 20;

function LatestReports({ path, reports }: { path: string; reports: readonly ReportRow[] }) {
  return (
    <section>
      <h2>Latest reports</h2>
      <ReportTable
        path={path}
        reports={reports}
        empty="No reports yet. Set up the service. It reports when the carrier moves a shipment."
      />
      {reports.length === 0 ? null : (
        <p>
          <PageLink page={`${path}/reports`}>All reports</PageLink> ·{" "}
          <PageLink page={`${path}/reports?status=failed`}>Failed reports</PageLink>
        </p>
      )}
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
  const { connection, rows: reports } = await readReports(org, id, { status: undefined, after: null, limit: LATEST });
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
          <LatestReports path={path} reports={reports} />
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
