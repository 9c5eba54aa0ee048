import * as z from "zod";
import { pluralize } from "../../../console/count-text";
import { fromForm } from "../../../console/form";
import { action, page, type Route, type View } from "../../../console/page";
import { useCan } from "../../../console/page-request";
import { Form } from "../../../console/parts/form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { CursorPager, Table } from "../../../console/parts/table";
import { Sku } from "../../../console/parts/values";
import { textQuery } from "../../../platform/http/input/query";
import { matchFromMarker, matchItems, type MatchResult } from "../../catalog/match-items";
import { listUnmatchedSkus, type UnmatchedSku } from "../../catalog/unmatched-skus";

const PAGE_SIZE = 50;
const PATH = "/attention/unmatched";

/** The SKU after which the page begins. */
const PageQuery = z.object({ after: textQuery() });

/** Matches the next items. The fields are the position after which a run continues, empty at its beginning. */
function MatchForm({ label, next }: { label: string; next: MatchResult["next"] }) {
  if (!useCan("write")) return null;
  return (
    <Form to={`${PATH}/match`}>
      <input type="hidden" name="sku" value={next?.[0] ?? ""} />
      <input type="hidden" name="id" value={next?.[1] ?? ""} />
      <button class="primary">{label}</button>
    </Form>
  );
}

/** Searches for a product with the SKU, or fills in the form of a new one. */
function Step({ sku, products, item_name }: UnmatchedSku) {
  const query = products === 0 ? new URLSearchParams({ sku, title: item_name }) : new URLSearchParams({ sku });
  if (products > 0) return <PageLink page={`/products?${query.toString()}`}>Show these products</PageLink>;
  return useCan("write") ? <PageLink page={`/products/new?${query.toString()}`}>Create product</PageLink> : null;
}

function rowOf(row: UnmatchedSku) {
  return [
    <Sku sku={row.sku} />,
    <PageLink page={`/orders/${row.order_id}/items/${row.item_id}`}>{row.item_name}</PageLink>,
    row.products === 0 ? "No product has this SKU." : "Several products have this SKU.",
    <Step {...row} />,
  ];
}

const unmatchedPage = page({ path: PATH, permission: "read", query: PageQuery }, async ({ org, query: { after } }) => {
  const { rows, next } = await listUnmatchedSkus(org, after ?? "", PAGE_SIZE);
  return {
    title: "Unmatched SKUs",
    lead: "SKUs of open orders that stand for no product, so that their items get no cost, design, supplier or material from one.",
    actions: (
      <>
        <PageButton page="/attention" label="Needs attention" icon="back" />
        <MatchForm label="Match again" next={null} />
      </>
    ),
    body: (
      <>
        <Table
          caption="Unmatched SKUs"
          columns={["SKU", "Newest item", "Reason", ""]}
          rows={rows.map(rowOf)}
          empty={next === null ? "Every SKU of open orders that lacks something stands for a product." : "No unmatched SKU on this page."}
        />
        <CursorPager next={next} isFirst={after === undefined} />
      </>
    ),
  };
});

function Failed({ failed }: Pick<MatchResult, "failed">) {
  if (failed.length === 0) return null;
  return (
    <ul class="plain">
      {failed.map(({ order_id, message }) => (
        <li>
          <PageLink page={`/orders/${order_id}`}>{`Order ${order_id}`}</PageLink> was not changed: {message}
        </li>
      ))}
    </ul>
  );
}

function resultView({ items, orders, failed, next }: MatchResult): View {
  return {
    title: "Match again",
    lead: `${pluralize(items, "item")} of ${pluralize(orders, "order")} completed.`,
    actions: <PageButton page={PATH} label="Unmatched SKUs" icon="back" />,
    body: (
      <>
        <Failed failed={failed} />
        {next === null ? <p>All items of open orders have been matched.</p> : <MatchForm label="Match the next items" next={next} />}
      </>
    ),
  };
}

const MatchFields = fromForm(z.object({ sku: z.string().max(255).nullable(), id: z.int().min(1).nullable() }), {
  numbers: ["id"],
  nulls: ["sku"],
});

const matchForm = action(
  {
    path: `${PATH}/match`,
    permission: "write",
    form: MatchFields,
    rebuildResult: (marker) => ({ view: resultView(matchFromMarker(marker)) }),
    redirectOnRepeat: PATH,
  },
  async ({ org, form: { sku, id } }) => {
    const after = sku === null || id === null ? null : ([sku, id] as const);
    return { view: resultView(await matchItems(org, { after, sku: null })) };
  },
);

export const unmatchedRoutes: readonly Route[] = [unmatchedPage, matchForm];
