import type { EndpointRow } from "../endpoints/endpoints.sql.ts";
import { listEndpoints } from "../endpoints/queries";
import { page } from "../../../console/page";
import { Moment, MomentOrNever } from "../../../console/parts/values";
import { PageButton, PageLink } from "../../../console/parts/link";
import { EmptyState } from "../../../console/parts/notice";
import { Table } from "../../../console/parts/table";
import { healthOf } from "./labels";
import { parseStored } from "../../../platform/reading/json";

const COLUMNS = ["Endpoint", "Health", "Events", "Last success", "Last failure"];

function Health({ row }: { row: EndpointRow }) {
  const { tone, label } = healthOf(row);
  return (
    <span>
      <span class={`badge ${tone}`}>{label}</span>
      {row.failing_since === null ? null : (
        <span class="below">
          Since <Moment at={row.failing_since} time />
        </span>
      )}
    </span>
  );
}

function Events({ row }: { row: EndpointRow }) {
  const names = parseStored<string[]>(row.events);
  return <span class="names">{names.join(", ")}</span>;
}

function rowOf(row: EndpointRow) {
  const { id, url, description, last_success_at, last_failure_at } = row;
  return [
    <span>
      <PageLink page={`/webhooks/${id}`}>{description ?? url}</PageLink>
      {description === null ? null : <span class="below">{url}</span>}
    </span>,
    <Health row={row} />,
    <Events row={row} />,
    <MomentOrNever at={last_success_at} />,
    <MomentOrNever at={last_failure_at} />,
  ];
}

export const endpointListPage = page({ path: "/webhooks", permission: "manage" }, async ({ org }) => {
  const endpoints = await listEndpoints(org);
  return {
    title: "Webhooks",
    lead: "Send events to your own programs as they happen.",
    actions: <PageButton page="/webhooks/new" label="Create endpoint" icon="plus" primary />,
    body: (
      <Table
        caption="Webhook endpoints"
        columns={COLUMNS}
        rows={endpoints.map(rowOf)}
        empty={
          <EmptyState
            plural="endpoints"
            purpose="An endpoint receives events about orders, expenses or tickets. Create one for each of your programs."
            button="Create the first endpoint"
            to="/webhooks/new"
            permission="manage"
          />
        }
      />
    ),
  };
});
