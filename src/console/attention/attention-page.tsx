import * as z from "zod";
import type { OrgReader } from "../../db/org-db";
import type { ItemRow } from "../../db/rows";
import { listNeedingAttention } from "../../domain/order-items/needs-attention";
import { updateItem } from "../../domain/order-items/update-item";
import { pageQuery } from "../../http/query";
import { takesFocus, useAsk, useMay } from "../ask";
import { faultAt } from "../form";
import { action, page, type Route, type View } from "../page";
import { orderName } from "../orders/order-table";
import { Badge } from "../parts/badge";
import { countText, Moment } from "../parts/figures";
import { Faults, type Filled, Form } from "../parts/form";
import { To } from "../parts/link";
import { PageHead } from "../parts/page-head";
import { Pager } from "../parts/pager";
import { Table } from "../parts/table";
import { SeenVersion } from "../seen";
import { KINDS, type Lack, LACKS } from "./lacks";

const PAGE_SIZE = 50;

const ListQuery = z.object({ page: pageQuery.page });

function Tabs({ lack, counts }: { lack: Lack; counts: Readonly<Record<Lack, number>> }) {
  return (
    <nav class="tabs" aria-label="What is missing">
      {LACKS.map((name) => (
        <To page={`/attention/${name}`} current={name === lack}>
          {KINDS[name].name} <span class="count">{countText(counts[name])}</span>
        </To>
      ))}
    </nav>
  );
}

/** A row's own form: one field and a button, in one line. */
function FillIn({ lack, item, number, ...filled }: Filled & { lack: Lack; item: ItemRow; number: number }) {
  const { name, field, most, inputmode } = KINDS[lack];
  const id = `${field}-${item.id}`;
  const fault = faultAt(filled.faults, field);
  const what = `${name} of ${item.name}, item ${item.id}`;
  const value = filled.values[field];
  return (
    <Form to={`/attention/${lack}${number === 1 ? "" : `?page=${number}`}`} class="fill-in">
      <input type="hidden" name="item" value={item.id} />
      <SeenVersion version={item.version} filled={filled} />
      {lack === "cost" ? <span class="soft">{item.order_currency}</span> : null}
      <input
        id={id}
        name={field}
        aria-label={what}
        value={typeof value === "string" ? value : ""}
        maxlength={most}
        inputmode={inputmode}
        autocomplete="off"
        required
        aria-invalid={fault === undefined ? undefined : "true"}
        autofocus={fault !== undefined && takesFocus()}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
      />
      <button aria-label={`Save the ${what}`}>Save</button>
      {fault === undefined ? null : (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </Form>
  );
}

const COLUMNS = [{ name: "Item", main: true }, { name: "Order" }, { name: "Store" }, { name: "Ordered" }, { name: "Status" }];

const EMPTY: Readonly<Record<Lack, string>> = {
  sku: "Nothing to do: every item that still has to be made has a SKU.",
  design: "Nothing to do: every item that still has to be made has the design file that it needs.",
  cost: "Nothing to do: every item has a cost.",
};

function AttentionPage({ lack, items, total, counts, number, filled }: Shown & { filled: Filled }) {
  const { base } = useAsk();
  const mayWrite = useMay("write");
  const of = (item: ItemRow) => (filled.values["item"] === String(item.id) ? filled : { values: {}, faults: [] });
  const rows = items.map((item) => ({
    cells: [
      <To page={`/orders/${item.order_id}/items/${item.id}`}>{item.name}</To>,
      <a href={`${base}/orders/${item.order_id}`}>
        {orderName({ number: item.order_number, external_id: item.order_external_id, id: item.order_id })}
      </a>,
      item.store_name,
      <Moment at={item.order_date} />,
      <Badge status={item.status} />,
      ...(mayWrite ? [<FillIn {...of(item)} lack={lack} item={item} number={number} />] : []),
    ],
  }));
  return (
    <>
      <PageHead title="Needs attention" lead={KINDS[lack].lead} />
      <Faults faults={filled.faults} fields={[KINDS[lack].field]} />
      <Tabs lack={lack} counts={counts} />
      <Table
        caption={`Items without: ${KINDS[lack].name}`}
        columns={[...COLUMNS, ...(mayWrite ? [{ name: KINDS[lack].name }] : [])]}
        rows={rows}
        empty={total === 0 ? EMPTY[lack] : "Nothing on this page."}
      />
      <Pager page={number} size={PAGE_SIZE} total={total} />
    </>
  );
}

interface Shown {
  lack: Lack;
  items: readonly ItemRow[];
  total: number;
  counts: Readonly<Record<Lack, number>>;
  number: number;
}

/** A tab: a page of the items that lack something, and how many lack what. One sequential trip. */
async function tab(org: OrgReader, lack: Lack, number: number, filled: Filled = { values: {}, faults: [] }): Promise<View> {
  const { items, counts } = await listNeedingAttention(org, lack, number, PAGE_SIZE);
  const body = <AttentionPage lack={lack} items={items} total={counts[lack]} counts={counts} number={number} filled={filled} />;
  return { title: "Needs attention", body };
}

/** The number of the page that a form was on: it is sent to that page's own address. */
function pageIn(search: URLSearchParams): number {
  return ListQuery.safeParse(Object.fromEntries(search)).data?.page ?? 1;
}

function tabRoutes(lack: Lack): Route[] {
  const path = `/attention/${lack}` as const;
  return [
    page({ path, needs: "read", query: ListQuery }, async ({ org, query }) => await tab(org, lack, query.page ?? 1)),
    action(
      {
        path,
        needs: "write",
        form: KINDS[lack].form,
        again: async ({ org, search, ...filled }) => await tab(org, lack, pageIn(search), filled),
      },
      async ({ org, form: { item, seen, ...patch }, search }) => {
        await updateItem(org, item, patch, seen);
        const number = pageIn(search);
        return { to: number === 1 ? path : `${path}?page=${number}`, done: "saved" };
      },
    ),
  ];
}

/** A page for each thing that an item can lack; the first is also where the section begins. */
export const attentionRoutes: readonly Route[] = [
  page({ path: "/attention", needs: "read", query: ListQuery }, async ({ org, query }) => await tab(org, LACKS[0], query.page ?? 1)),
  ...LACKS.flatMap(tabRoutes),
];
