import * as z from "zod";
import { requiredText } from "../../platform/http/input/text";
import type { OrgReader } from "../../platform/db/org-db";
import { listOrderRows } from "../list/list-orders";
import { listViews } from "../views/list-views";
import { saveView } from "../views/save-view";
import { viewQuery } from "../views/view-query";
import { useMay } from "../../console/ask";
import { action, page, type View } from "../../console/page";
import type { Filled } from "../../console/parts/form";
import { ButtonTo, To } from "../../console/parts/link";
import { PageHead } from "../../console/parts/page-head";
import { Pager } from "../../console/parts/pager";
import { offeredStores } from "../../stores/console/store-field";
import { OrderFilters } from "./order-filters";
import { askedIn, filterIn, OrderListQuery, type OrderListAsked, USUAL_SORT } from "./order-query";
import { OrderTable } from "./order-table";
import { SavedViews, SaveView } from "./saved-views";

const PAGE_SIZE = 50;

function Head({ search }: { search: URLSearchParams }) {
  const query = viewQuery(search);
  return (
    <PageHead title="Orders">
      <To page={`/orders.csv${query === "" ? "" : `?${query}`}`} class="button">
        Export CSV
      </To>
      <ButtonTo page="/import" label="Import" needs="write" />
    </PageHead>
  );
}

/** How the first orders come here, as far as the person may bring them. */
function NoOrders() {
  const [mayWrite, mayManage] = [useMay("write"), useMay("manage")];
  return (
    <>
      No orders yet.{" "}
      {mayWrite ? <To page="/import">Import some</To> : "They appear here once somebody has imported some, or a shop sends them."}
      {mayManage ? (
        <>
          , or <To page="/settings/api-tokens/new">make an API token</To> with which a shop can send them
        </>
      ) : null}
      {mayWrite ? "." : null}
    </>
  );
}

/** The orders that a query asks for, with its filters and the saved views. One sequential trip. */
async function listed(org: OrgReader, query: OrderListAsked, search: URLSearchParams, filled: Filled): Promise<View> {
  const [number, size, sort] = [query.page ?? 1, query.page_size ?? PAGE_SIZE, query.sort ?? USUAL_SORT];
  const [{ orders, total }, { stores }, views] = await Promise.all([
    listOrderRows(org, filterIn(org, query), sort, number, size),
    offeredStores(org),
    listViews(org),
  ]);
  const { page: _page, page_size: _size, sort: _sort, ...filter } = query;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const body = (
    <>
      <Head search={search} />
      <SavedViews views={views} search={search} />
      <OrderFilters search={search} stores={stores} />
      <SaveView {...filled} views={views} search={search} />
      <OrderTable orders={orders} sort={sort} empty={isFiltered || total > 0 ? "No orders match." : <NoOrders />} />
      <Pager page={number} size={size} total={total} />
    </>
  );
  return { title: "Orders", body };
}

/** The orders, by the API's filters. */
export const orderListPage = page({ path: "/orders", needs: "read", query: OrderListQuery }, async ({ org, query, search }) =>
  listed(org, query, search, { values: {}, faults: [] }),
);

/** Keeps the filters of the address that the form was sent to, which is the list's own. */
export const saveViewForm = action(
  {
    path: "/orders",
    needs: "write",
    form: z.object({ name: requiredText(64) }),
    again: async ({ org, search, ...filled }) => listed(org, askedIn(search), search, filled),
  },
  async ({ org, form, search }) => {
    // What no list could show is not kept.
    askedIn(search);
    const { query } = await saveView(org, form.name, search);
    return { to: `/orders?${query}`, done: "saved" };
  },
);
