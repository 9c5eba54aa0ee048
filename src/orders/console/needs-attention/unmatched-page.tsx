import * as z from "zod";
import { pluralize } from "../../../console/count-text";
import { fromForm } from "../../../console/form";
import { action, type ActionResult, page, type Route } from "../../../console/page";
import { useCan } from "../../../console/page-request";
import { Form } from "../../../console/parts/form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { Notice } from "../../../console/parts/notice";
import { CursorPager, Table } from "../../../console/parts/table";
import { Sku } from "../../../console/parts/values";
import { integerQuery, textQuery } from "../../../platform/http/input/query";
import { matchFromMarker, matchItems, type MatchResult } from "../../catalog/match-items";
import { listUnmatchedSkus, type UnmatchedSku } from "../../catalog/unmatched-skus";

const PAGE_SIZE = 50;
const PATH = "/attention/unmatched";

/** How many failed orders the page links to. */
const MAX_SHOWN_FAILURES = 20;

const count = () => integerQuery(0, 1_000_000);

/** The SKU after which the page begins, and what a match has changed, which it redirects to. */
const PageQuery = z.object({
  after: textQuery(),
  items: count(),
  orders: count(),
  /** Ids of orders, separated by dots. */
  failed: textQuery(1000),
  /** The position after which the next match continues. */
  sku: textQuery(),
  id: integerQuery(1, Number.MAX_SAFE_INTEGER),
});

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

/** What the last match has changed, and the form that continues it. */
function Matched({ items, orders, failed = "", sku, id }: z.output<typeof PageQuery>) {
  if (items === undefined || orders === undefined) return null;
  const failedIds = failed.split(".").filter((text) => /^\d{1,16}$/.test(text));
  return (
    <Notice kind="plain">
      <p>
        {`${pluralize(items, "item")} of ${pluralize(orders, "order")} completed.`}
        {failedIds.length === 0 ? null : " Not changed, because the products would make them invalid: "}
        {failedIds.map((order) => (
          <>
            <PageLink page={`/orders/${order}`}>{`order ${order}`}</PageLink>{" "}
          </>
        ))}
      </p>
      {sku === undefined || id === undefined ? null : <MatchForm label="Match the next items" next={[sku, id]} />}
    </Notice>
  );
}

const unmatchedPage = page({ path: PATH, permission: "read", query: PageQuery }, async ({ org, query }) => {
  const { after } = query;
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
        <Matched {...query} />
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

/** Redirects to the page, with what a match has changed. */
function matched({ items, orders, failed, next }: MatchResult): ActionResult {
  const result = new URLSearchParams({ items: String(items), orders: String(orders) });
  const failedIds = failed.slice(0, MAX_SHOWN_FAILURES).map(({ order_id }) => order_id);
  if (failedIds.length > 0) result.set("failed", failedIds.join("."));
  if (next !== null) result.set("sku", next[0]);
  if (next !== null) result.set("id", String(next[1]));
  return { to: `${PATH}?${result.toString()}` };
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
    rebuildResult: (marker) => matched(matchFromMarker(marker)),
  },
  async ({ org, form: { sku, id } }) => {
    const after = sku === null || id === null ? null : ([sku, id] as const);
    return matched(await matchItems(org, { after, sku: null }));
  },
);

export const unmatchedRoutes: readonly Route[] = [unmatchedPage, matchForm];
