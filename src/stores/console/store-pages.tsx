import * as z from "zod";
import { NewStore, StoreChange, StorePath } from "../v2/contract";
import type { OrgReader } from "../../platform/db/org-db";
import type { StoreRow } from "../list.sql.ts";
import type { StoreStatistics } from "../statistics.sql.ts";
import { changeStore, createStore } from "../commands";
import { readStatistics, readStore } from "../read-store";
import { useCan } from "../../console/page-request";
import { fromForm } from "../../console/form";
import { type FormState, action, page, type Route, type View } from "../../console/page";
import { Badge } from "../../console/parts/badge";
import { Facts } from "../../console/parts/facts";
import { countText, Moment } from "../../console/parts/figures";
import { PageLink } from "../../console/parts/link";
import { ReadOnlyNotice } from "../../console/parts/read-only-notice";
import { PageHead } from "../../console/parts/page-head";
import { InitialValues, changedFields } from "../../console/edit-conflicts";
import { platformName, typeName } from "./platform-names";
import { StoreForm } from "./store-form";
import { storeListPage } from "./list-page";

const KINDS = { flags: ["is_active", "uses_designs"], nulls: ["type"], absent: ["currency"] };

function NewStorePage(formState: FormState) {
  return (
    <>
      <PageHead title="New store" />
      <StoreForm {...formState} to="/stores" button="Create store" isNew />
    </>
  );
}

const newStorePage = page({ path: "/stores/new", permission: "write" }, async ({ member }) => {
  const values = { is_active: true, uses_designs: true, currency: member.organization.currency };
  return { title: "New store", body: <NewStorePage values={values} violations={[]} /> };
});

const newStoreForm = action(
  {
    path: "/stores",
    permission: "write",
    form: fromForm(NewStore, KINDS),
    renderInvalid: async (formState) => ({ title: "New store", body: <NewStorePage {...formState} /> }),
  },
  async ({ org, form }) => {
    const { id } = await createStore(org, form);
    return { to: `/stores/${id}`, done: "created" };
  },
);

function counted(count: number, one: string): string {
  return `${countText(count)} ${one}${count === 1 ? "" : "s"}`;
}

/** What leads to the store's orders and to the products that name it. */
function Lead({ store, statistics }: { store: StoreRow; statistics: StoreStatistics }) {
  return (
    <>
      <PageLink page={`/orders?store_id=${store.id}`}>{counted(statistics.total_orders, "order")}</PageLink>,{" "}
      <PageLink page={`/products?store=${encodeURIComponent(store.name)}`}>{counted(statistics.active_products, "product")}</PageLink>
    </>
  );
}

function StoreFacts({ name, code, platform, type, currency, is_active, uses_designs, created_at }: StoreRow) {
  const facts = [
    ["Name", name],
    ["Code", code ?? "None"],
    ["Platform", platformName(platform)],
    ["Type", type === null ? "None" : typeName(type)],
    ["Currency", currency],
    ["Status", <Badge status={is_active === 1 ? "active" : "not active"} />],
    ["Design files", uses_designs === 1 ? "Used" : "Not used"],
    ["Made", <Moment at={created_at} />],
  ] as const;
  return <Facts facts={facts} />;
}

function StoreBody({ store, statistics, ...formState }: FormState & { store: StoreRow; statistics: StoreStatistics }) {
  return (
    <>
      <PageHead title={store.name} lead={<Lead store={store} statistics={statistics} />} />
      {useCan("write") ? (
        <StoreForm {...formState} to={`/stores/${store.id}`} button="Save" isNew={false} />
      ) : (
        <>
          <StoreFacts {...store} />
          <ReadOnlyNotice />
        </>
      )}
    </>
  );
}

/** The store's page, filled in as it is stored or as it was sent. One sequential trip. */
async function shown(org: OrgReader, id: number, sent?: FormState): Promise<View> {
  const [store, statistics] = await Promise.all([readStore(org, id), readStatistics(org, id)]);
  const formState = sent ?? {
    values: { ...store, is_active: store.is_active === 1, uses_designs: store.uses_designs === 1 },
    violations: [],
  };
  return { title: store.name, body: <StoreBody {...formState} store={store} statistics={statistics} /> };
}

const ofStore = { path: "/stores/:id", param: StorePath } as const;

const storePage = page({ ...ofStore, permission: "read" }, async ({ org, param }) => shown(org, param.id));

const changeStoreForm = action(
  {
    ...ofStore,
    permission: "write",
    form: fromForm(z.intersection(StoreChange, InitialValues), KINDS),
    renderInvalid: async ({ org, param, values, violations }) => shown(org, param.id, { values, violations }),
  },
  async ({ org, param, form }) => {
    await changeStore(org, param.id, changedFields(form));
    return { to: `/stores/${param.id}`, done: "saved" };
  },
);

export const storeRoutes: readonly Route[] = [storeListPage, newStorePage, newStoreForm, storePage, changeStoreForm];
