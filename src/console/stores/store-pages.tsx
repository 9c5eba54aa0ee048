import { NewStore, StoreChange, StorePath } from "../../api/v2/stores/contract";
import { createStore } from "../../domain/stores/create-store";
import { readStatistics, readStore } from "../../domain/stores/read-store";
import { changeStore } from "../../domain/stores/update-store";
import { useMay } from "../ask";
import { fromForm } from "../form";
import { action, page } from "../page";
import { countText } from "../parts/figures";
import type { Filled } from "../parts/form";
import { PageHead } from "../parts/page-head";
import { StoreForm } from "./store-form";

const KINDS = { flags: ["is_active"], nulls: ["type"], absent: ["currency"] };

function NewStorePage(filled: Filled) {
  return (
    <>
      <PageHead title="New store" />
      <StoreForm {...filled} to="/stores" button="Make it" />
    </>
  );
}

export const newStorePage = page({ path: "/stores/new", needs: "write" }, async ({ member }) => {
  const values = { is_active: true, currency: member.organization.currency };
  return { title: "New store", body: <NewStorePage values={values} faults={[]} /> };
});

export const newStoreForm = action(
  {
    path: "/stores",
    needs: "write",
    form: fromForm(NewStore, KINDS),
    again: async (filled) => ({ title: "New store", body: <NewStorePage {...filled} /> }),
  },
  async ({ org, form }) => {
    const { id } = await createStore(org, form);
    return { to: `/stores/${id}`, done: "created" };
  },
);

function StorePage({ id, name, orders, products, ...filled }: Filled & { id: number; name: string; orders: number; products: number }) {
  return (
    <>
      <PageHead title={name} lead={`${countText(orders)} orders, ${countText(products)} products name it`} />
      {useMay("write") ? <StoreForm {...filled} to={`/stores/${id}`} button="Save" /> : <p>Your role lets you look, not change.</p>}
    </>
  );
}

const shownStore = { path: "/stores/:id", param: StorePath } as const;

export const storePage = page({ ...shownStore, needs: "read" }, async ({ org, param }) => {
  const [store, { total_orders, active_products }] = await Promise.all([readStore(org, param.id), readStatistics(org, param.id)]);
  const values = { ...store, is_active: store.is_active === 1 };
  const body = <StorePage id={store.id} name={store.name} orders={total_orders} products={active_products} values={values} faults={[]} />;
  return { title: store.name, body };
});

export const changeStoreForm = action(
  {
    ...shownStore,
    needs: "write",
    form: fromForm(StoreChange, KINDS),
    again: async ({ org, param, ...filled }) => {
      const [store, { total_orders, active_products }] = await Promise.all([readStore(org, param.id), readStatistics(org, param.id)]);
      return {
        title: store.name,
        body: <StorePage id={store.id} name={store.name} orders={total_orders} products={active_products} {...filled} />,
      };
    },
  },
  async ({ org, param, form }) => {
    await changeStore(org, param.id, form);
    return { to: `/stores/${param.id}`, done: "saved" };
  },
);
