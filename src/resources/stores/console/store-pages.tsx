import * as z from "zod";
import { NewStore, StoreChange, StorePath } from "../v2/contract";
import type { StoreRow, StoreStatistics } from "../list.sql.ts";
import { changeStore, createStore } from "../commands";
import { storeVersion } from "../store-version";
import { readStatistics, readStore } from "../read-store";
import { pluralize } from "../../../console/count-text";
import { useCan } from "../../../console/page-request";
import { ExpectedVersion, fromForm } from "../../../console/form";
import { formPage, type FormState, type Route } from "../../../console/page";
import { initialFormState } from "../../../console/parts/form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { ReadOnlyNotice } from "../../../console/parts/notice";
import { Badge, capitalized, Facts, Moment, multiline } from "../../../console/parts/values";
import { NEW_STORE_BLOCKERS, shownBlockers, withChosenBlockers } from "./blocker-choices";
import { platformName } from "./platform-names";
import { StoreForm } from "./store-form";
import { storeListPage } from "./list-page";

/** How `fromForm` reads the fields that are not plain texts. */
const KINDS = { flags: ["is_active", "uses_designs"], nulls: ["type"], absent: ["currency"], lists: ["send_blockers", "ship_blockers"] };

const ALL_STORES = { page: "/stores", label: "All stores" } as const;

const newStore = formPage(
  {
    path: "/stores/new",
    to: "/stores",
    permission: "write",
    form: fromForm(NewStore, KINDS),
    show: async ({ member: { organization } }, sent) => {
      const formState =
        sent ??
        initialFormState({
          is_active: true,
          uses_designs: true,
          currency: organization.currency,
          ...NEW_STORE_BLOCKERS,
        });
      return {
        title: "Create store",
        back: ALL_STORES,
        body: <StoreForm {...formState} to="/stores" button="Create store" version={null} />,
      };
    },
  },
  async ({ org, form }) => {
    const { id } = await createStore(org, withChosenBlockers(form, NEW_STORE_BLOCKERS));
    return { to: `/stores/${id}`, flash: "store_created" };
  },
);

/** Links to the store's orders and to the products that name it. */
function Lead({ store, statistics }: { store: StoreRow; statistics: StoreStatistics }) {
  return (
    <>
      <PageLink page={`/orders?store_id=${store.id}`}>{pluralize(statistics.total_orders, "order")}</PageLink>,{" "}
      <PageLink page={`/products?store=${encodeURIComponent(store.name)}`}>{pluralize(statistics.active_products, "product")}</PageLink>
    </>
  );
}

function StoreFacts({ name, code, platform, type, currency, is_active, uses_designs, return_address, created_at }: StoreRow) {
  const facts = [
    ["Name", name],
    ["Code", code ?? "None"],
    ["Platform", platformName(platform)],
    ["Type", type === null ? "None" : capitalized(type)],
    ["Currency", currency],
    ["Return address", multiline(return_address)],
    ["Status", <Badge status={is_active === 1 ? "active" : "inactive"} />],
    ["Design files", uses_designs === 1 ? "Used" : "Not used"],
    ["Created", <Moment at={created_at} />],
  ] as const;
  return <Facts facts={facts} />;
}

function StoreBody({ store, ...formState }: FormState & { store: StoreRow }) {
  if (useCan("write")) return <StoreForm {...formState} to={`/stores/${store.id}`} button="Save" version={storeVersion(store)} />;
  return (
    <>
      <StoreFacts {...store} />
      <ReadOnlyNotice />
    </>
  );
}

/** The store's page. The form has the stored values, or those of a rejected form. Takes one sequential round trip. */
const changeStorePage = formPage(
  {
    path: "/stores/:id",
    param: StorePath,
    pagePermission: "read",
    permission: "write",
    form: fromForm(z.intersection(StoreChange, ExpectedVersion), KINDS),
    show: async ({ org, param: { id } }, sent) => {
      const [store, statistics] = await Promise.all([readStore(org, id), readStatistics(org, id)]);
      const formState =
        sent ??
        initialFormState({
          ...store,
          ...shownBlockers(store),
          is_active: store.is_active === 1,
          uses_designs: store.uses_designs === 1,
        });
      return {
        title: store.name,
        back: ALL_STORES,
        lead: <Lead store={store} statistics={statistics} />,
        actions: <PageButton page={`/stores/${id}/tracking-worksheet`} label="Tracking worksheet" icon="export" />,
        body: <StoreBody {...formState} store={store} />,
      };
    },
  },
  async ({ org, param, form: { expected_version, ...form } }) => {
    const shown = shownBlockers(await readStore(org, param.id));
    await changeStore(org, { id: param.id, expectedVersion: expected_version }, withChosenBlockers(form, shown));
    return { to: `/stores/${param.id}`, flash: "store_saved" };
  },
);

export const storeRoutes: readonly Route[] = [storeListPage, ...newStore, ...changeStorePage];
