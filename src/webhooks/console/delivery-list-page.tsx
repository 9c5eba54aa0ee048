import * as z from "zod";
import { DeliveriesQuery, WebhookPath } from "../v2/contract";
import { EVENT_TYPES } from "../../events/events";
import type { DeliveryPosition } from "../deliveries/list.sql.ts";
import { listDeliveries } from "../deliveries/list-deliveries";
import { cursorPage } from "../../platform/http/input/lists";
import { usePageRequest } from "../../console/page-request";
import { page } from "../../console/page";
import { SelectField, TextField } from "../../console/parts/form";
import { PageButton } from "../../console/parts/link";
import { PageHead } from "../../console/parts/page-head";
import { CursorPager } from "../../console/parts/pager";
import { DeliveryTable } from "./delivery-table";

const PAGE_SIZE = 50;
const STATUSES = ["pending", "succeeded", "failed", "held", "cancelled"];

const Query = z.object({
  ...DeliveriesQuery.pick({ status: true, event: true, since: true, until: true }).shape,
  after: z.string().optional(),
});

function Filters({ id, search }: { id: string; search: URLSearchParams }) {
  const { base } = usePageRequest();
  const formState = { values: Object.fromEntries(search), violations: [] };
  return (
    <search>
      <form class="filters" method="get" action={`${base}/webhooks/${id}/deliveries`} aria-label="Filter deliveries">
        <SelectField formState={formState} name="status" label="Status" options={STATUSES} none="Any" />
        <SelectField formState={formState} name="event" label="Event" options={[...EVENT_TYPES, "webhook.test"]} none="Any" />
        <TextField formState={formState} name="since" label="Created after" type="datetime-local" />
        <TextField formState={formState} name="until" label="Created before" type="datetime-local" />
        <button>Apply filters</button>
      </form>
    </search>
  );
}

/** An endpoint's deliveries of thirty days, newest first. */
export const deliveryListPage = page(
  { path: "/webhooks/:id/deliveries", permission: "manage", param: WebhookPath, query: Query },
  async ({ org, param: { id }, query: { after: cursor, ...query }, search, settings: { masterSecrets } }) => {
    const { rows: deliveries, next } = await cursorPage(
      { masterSecrets, cursor, organizationId: org.organization.id, list: "console/deliveries", query: { id, ...query } },
      (after: DeliveryPosition | null) => listDeliveries(org, id, query, { after, limit: PAGE_SIZE }),
      ({ delivery }) => [delivery.created_at, delivery.id],
    );
    const body = (
      <>
        <PageHead title="Deliveries" lead="Each event that was sent, or is to be, of the last 30 days; newest first.">
          <PageButton page={`/webhooks/${id}`} label="Back to the endpoint" />
        </PageHead>
        <Filters id={id} search={search} />
        <DeliveryTable deliveries={deliveries} empty="No deliveries match." />
        <CursorPager next={next} isFirst={cursor === undefined} />
      </>
    );
    return { title: "Deliveries", body };
  },
);
