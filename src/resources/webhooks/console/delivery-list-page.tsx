import { DELIVERED_EVENTS, DELIVERY_FILTERS, DELIVERY_STATUSES } from "../deliveries/filters";
import { DeliveryPageQuery, WebhookPath } from "../v2/contract";
import type { DeliveryPosition } from "../deliveries/list.sql.ts";
import { listDeliveries } from "../deliveries/queries";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorPage } from "../../../platform/http/input/lists";
import { page } from "../../../console/page";
import { FilterTabs } from "../../../console/parts/filter-tabs";
import { FilterForm } from "../../../console/parts/filter-form";
import { CursorPager } from "../../../console/parts/table";
import { capitalized } from "../../../console/parts/values";
import { DeliveryTable } from "./delivery-table";

const TABS = [{ name: "All", value: null }, ...DELIVERY_STATUSES.map((value) => ({ name: capitalized(value), value }))];

/** An endpoint's deliveries of thirty days, newest first. */
export const deliveryListPage = page(
  { path: "/webhooks/:id/deliveries", permission: "manage", param: WebhookPath, query: DeliveryPageQuery },
  async ({ org, param: { id }, query: { filter, limit, cursor }, search, settings: { masterSecrets } }) => {
    const { rows: deliveries, next } = await cursorPage(
      { masterSecrets, cursor, organizationId: org.organization.id, list: "console/deliveries", query: { id, ...filter } },
      (after: DeliveryPosition | null) => listDeliveries(org, id, { filter: readFilter(DELIVERY_FILTERS, org, filter), after, limit }),
      ({ delivery }) => [delivery.created_at, delivery.id],
    );
    const body = (
      <>
        <FilterForm
          list="deliveries"
          path={`/webhooks/${id}/deliveries`}
          filters={DELIVERY_FILTERS}
          choices={{ event: DELIVERED_EVENTS }}
          tabs="status"
          search={search}
        />
        <FilterTabs label="Outcome" filter="status" value={search.get("status")} tabs={TABS} />
        <DeliveryTable deliveries={deliveries} empty="No deliveries match." />
        <CursorPager next={next} isFirst={cursor === undefined} />
      </>
    );
    return {
      title: "Deliveries",
      lead: "Deliveries of the last 30 days, newest first.",
      back: { page: `/webhooks/${id}`, label: "Back to the endpoint" },
      body,
    };
  },
);
