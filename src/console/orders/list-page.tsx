import * as z from "zod";
import { requiredText } from "../../api/text";
import type { OrgReader } from "../../db/org-db";
import { listOrders } from "../../domain/orders/list-orders";
import { listStores } from "../../domain/stores/read-store";
import { listViews } from "../../domain/views/list-views";
import { saveView } from "../../domain/views/save-view";
import { viewQuery } from "../../domain/views/view-query";
import { useMay } from "../ask";
import { action, page, type View } from "../page";
import type { Filled } from "../parts/form";
import { To } from "../parts/link";
import { PageHead } from "../parts/page-head";
import { Pager } from "../parts/pager";
import { OrderFilters } from "./order-filters";
import { askedIn, filterIn, OrderListQuery, type OrderListAsked, USUAL_SORT } from "./order-query";
import { OrderTable } from "./order-table";
import { SavedViews, SaveView } from "./saved-views";

const PAGE_SIZE = 50;
/** Stores that the filter offers; another one can still be named in the address. */
const MOST_STORES = 200;

function Head({ search }: { search: URLSearchParams }) {
  const query = viewQuery(search);
  return (
    <PageHead title="Orders">
      <To page={`/orders.csv${query === "" ? "" : `?${query}`}`} class="button">
        Export CSV
      </To>
      {useMay("write") ? (
        <To page="/import" class="button">
          Import
        </To>
      ) : null}
    </PageHead>
  );
}

/** The orders that a query asks for, with its filters and the saved views. One sequential trip. */
async function listed(org: OrgReader, query: OrderListAsked, search: URLSearchParams, filled: Filled): Promise<View> {
  const [number, size, sort] = [query.page ?? 1, query.page_size ?? PAGE_SIZE, query.sort ?? USUAL_SORT];
  const [{ orders, total }, { stores }, views] = await Promise.all([
    listOrders(org, filterIn(org, query), sort, number, size, false),
    listStores(org, 1, MOST_STORES),
    listViews(org),
  ]);
  const body = (
    <>
      <Head search={search} />
      <SavedViews views={views} search={search} />
      <OrderFilters search={search} stores={stores} />
      <SaveView {...filled} views={views} search={search} />
      <OrderTable orders={orders} sort={sort} />
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
