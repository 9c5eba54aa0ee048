import * as z from "zod";
import { requiredText } from "../../../platform/http/input/text";
import type { OrgReader } from "../../../platform/db/org-db";
import { ORDER_FILTERS } from "../list/filters";
import { countOpenWork, listOrderSummaries } from "../list/list-orders";
import { listViews, saveView, viewQuery } from "../views/views";
import { useCan } from "../../../console/page-request";
import { withoutMessage } from "../../../console/flash";
import { action, can, page, type FormState, type PageContext, type View } from "../../../console/page";
import { FilterForm } from "../../../console/parts/filter-form";
import { isFiltered } from "../../../platform/http/input/filters";
import { initialFormState } from "../../../console/parts/form";
import { Icon } from "../../../console/parts/icon";
import { PageButton, PageLink } from "../../../console/parts/link";
import { Pager } from "../../../console/parts/table";
import { listStoreOptions } from "../../stores/console/store-options";
import { parseOrderListQuery, OrderListQuery, readOrderFilter, SORT_CHOICES, type OrderListParams } from "./order-query";
import { ColumnChoice, COLUMNS_PREFERENCE } from "./column-choice";
import { columnsOf, OrderTable } from "./order-columns";
import { workDays } from "../work-days";
import { BULK_FORM, BulkBar } from "./bulk/bulk-bar";
import { BulkMessage } from "./bulk/bulk-message";
import { SavedViews, SaveView } from "./saved-views";
import { StatusTabs } from "./status-tabs";

function Actions({ search }: { search: URLSearchParams }) {
  const query = viewQuery(search);
  return (
    <>
      <PageLink page={`/orders.csv${query === "" ? "" : `?${query}`}`} class="button">
        <Icon name="export" />
        Export<span class="object"> CSV</span>
      </PageLink>
      <PageButton page="/import" label="Import" object="orders" icon="import" permission="write" />
      <PageButton page="/orders/new" label="Create order" icon="plus" permission="write" primary />
    </>
  );
}

/** What the list is for, why it is empty, and the next step, as far as the member's permissions allow. */
function NoOrders() {
  const canManage = useCan("manage");
  return (
    <>
      <p class="title">No orders yet.</p>{" "}
      <p>The orders of your shops appear here once a shop is connected, or somebody imports or creates them.</p>{" "}
      <p class="actions">
        {canManage ? (
          <PageButton page="/connections" label="Connect a shop" icon="connections" />
        ) : (
          <PageButton page="/import" label="Import orders" icon="import" permission="write" />
        )}
      </p>
    </>
  );
}

interface OrderListState {
  query: OrderListParams;
  search: URLSearchParams;
  /** The state of the form that saves a view. */
  formState: FormState;
  /** The state of the form of the bulk actions, if it was rejected. */
  bulkState?: FormState;
  canWrite: boolean;
  preference: PageContext["preference"];
}

/** Renders the orders of a query, its filters and the saved views, in one sequential round trip. */
export async function orderListView(
  org: OrgReader,
  { query, search: withMessage, formState, bulkState = initialFormState(), canWrite, preference }: OrderListState,
): Promise<View> {
  const { filter, sort, page: pageNumber, size } = query;
  const search = withoutMessage(withMessage);
  const days = workDays(org);
  const [{ orders, total }, work, stores, views] = await Promise.all([
    listOrderSummaries(org, readOrderFilter(org, filter), { sort, page: pageNumber, size }),
    countOpenWork(org, days),
    listStoreOptions(org),
    listViews(org),
  ]);
  const columns = columnsOf(preference(COLUMNS_PREFERENCE));
  const { status, due_to, ready, ...others } = filter;
  // The tabs "Ready to send" and "Late" are filters without a status (status-tabs.tsx). As a tab shows them, they are no further filters of the list.
  const isReady = ready === true && status === undefined;
  const isLate = due_to === days.yesterday && status === undefined && !isReady;
  const body = (
    <>
      <BulkMessage search={withMessage} back={search.toString()} />
      <SavedViews views={views} search={search} />
      <FilterForm list="orders" filters={ORDER_FILTERS} sorts={SORT_CHOICES} tabs="status" stores={stores} search={search} />
      <SaveView {...formState} views={views} search={search} />
      <div class="list-head">
        <StatusTabs
          work={work}
          status={typeof status === "string" ? status : null}
          lateTo={{ day: days.yesterday, isShown: isLate }}
          isReady={isReady}
          isFiltered={isFiltered({ ...others, ...(!isLate && { due_to }), ...(!isReady && { ready }) })}
        />
        <ColumnChoice columns={columns} search={search} />
      </div>
      {/* A script tells the pages of the orders from which list they were opened, and at which place (browser/moving.ts). */}
      <div data-list={queryWithoutPage(search)} data-from={(pageNumber - 1) * size}>
        <OrderTable
          orders={orders}
          columns={columns}
          sort={sort}
          form={canWrite && orders.length > 0 ? BULK_FORM : undefined}
          selectedIds={selectedIds(bulkState)}
          empty={isFiltered(filter) || total > 0 ? "No orders match." : <NoOrders />}
        />
      </div>
      <Pager page={pageNumber} size={size} total={total} />
      {canWrite && orders.length > 0 ? <BulkBar {...bulkState} search={search} total={total} /> : null}
    </>
  );
  const here = search.size === 0 ? "/orders" : (`/orders?${search.toString()}` as const);
  return { title: "Orders", actions: <Actions search={search} />, body, here };
}

function queryWithoutPage(search: URLSearchParams): string {
  const query = new URLSearchParams(search);
  query.delete("page");
  return query.toString();
}

/** The ids that a rejected form of the bulk actions has selected. */
function selectedIds({ values }: FormState): ReadonlySet<number> {
  return new Set([values["ids"]].flat().map(Number));
}

export const orderListPage = page(
  { path: "/orders", permission: "read", query: OrderListQuery },
  async ({ org, query, search, member, preference }) =>
    orderListView(org, { query, search, formState: initialFormState(), canWrite: can(member, "write"), preference }),
);

/** Saves the filters in the form's URL, which is the URL of the list, as a view. */
export const saveViewForm = action(
  {
    path: "/orders",
    permission: "write",
    form: z.object({ name: requiredText(64) }),
    renderInvalid: async ({ org, search, preference, ...formState }) =>
      orderListView(org, { query: parseOrderListQuery(search), search, formState, canWrite: true, preference }),
  },
  async ({ org, form, search }) => {
    // Throws for filters that the list would reject.
    parseOrderListQuery(search);
    const { query } = await saveView(org, form.name, search);
    return { to: `/orders?${query}`, flash: "view_saved" };
  },
);
