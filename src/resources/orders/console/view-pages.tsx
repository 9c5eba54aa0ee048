import * as z from "zod";
import type { ViewRow } from "../views/views.sql.ts";
import type { StoreOption } from "../../../console/parts/store-field";
import { listViews, removeView } from "../views/views";
import { ORDER_FILTERS } from "../list/filters";
import { IntegerId } from "../../../platform/http/input/query";
import { useCan } from "../../../console/page-request";
import { action, page } from "../../../console/page";
import { Age } from "../../../console/parts/values";
import { Form } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { Table } from "../../../console/parts/table";
import { listStoreOptions } from "../../stores/console/store-options";
import { sortLabel } from "./order-query";

const FIELDS = new Map(Object.values(ORDER_FILTERS).map(({ name, field }) => [name, field]));
const OTHER_LABELS = new Map([
  [ORDER_FILTERS.timezone.name, "Timezone"],
  ["sort", "Sort"],
]);

function filtersLabel(query: string, stores: readonly StoreOption[]): string {
  const valueLabel = (name: string, value: string): string => {
    if (name === "store_id") return stores.find(({ id }) => String(id) === value)?.name ?? value;
    return name === "sort" ? sortLabel(value) : value;
  };
  return [...new URLSearchParams(query)]
    .map(([name, value]) => {
      const field = FIELDS.get(name);
      const label = field?.label ?? OTHER_LABELS.get(name) ?? name;
      return field?.kind === "check" ? label : `${label}: ${valueLabel(name, value)}`;
    })
    .join(" · ");
}

function Views({ views, stores }: { views: readonly ViewRow[]; stores: readonly StoreOption[] }) {
  const canWrite = useCan("write");
  const rows = views.map(({ id, name, query, created_at }) => [
    <PageLink page={`/orders?${query}`}>{name}</PageLink>,
    filtersLabel(query, stores),
    <Age at={created_at} />,
    ...(canWrite
      ? [
          <Form to={`/orders/views/${id}/remove`} confirm={`Remove the view “${name}” for everybody? Orders are not affected.`}>
            <button aria-label={`Remove the view ${name}`}>Remove</button>
          </Form>,
        ]
      : []),
  ]);
  return (
    <Table
      caption="Saved views"
      columns={["View", "Filters", "Saved", ...(canWrite ? [""] : [])]}
      rows={rows}
      empty={
        <>
          <p class="title">No views yet.</p> <p>Filter the orders, then save the filters under a name.</p>
        </>
      }
    />
  );
}

export const viewsPage = page({ path: "/orders/views", permission: "read" }, async ({ org }) => {
  const [views, { stores }] = await Promise.all([listViews(org), listStoreOptions(org)]);
  return {
    title: "Saved views",
    lead: "Saved filters of the order list, for everybody in the organization.",
    back: { page: "/orders", label: "All orders" },
    body: <Views views={views} stores={stores} />,
  };
});

export const removeViewForm = action(
  { path: "/orders/views/:id/remove", permission: "write", param: z.object({ id: IntegerId }) },
  async ({ org, param }) => {
    await removeView(org, param.id);
    return { to: "/orders/views", flash: "view_deleted" };
  },
);
