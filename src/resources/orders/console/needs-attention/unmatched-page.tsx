import * as z from "zod";
import { pluralize } from "../../../../console/count-text";
import { fieldError, fromForm } from "../../../../console/form";
import { action, type ActionResult, type FormState, page, type Route, type View } from "../../../../console/page";
import { useCan, usePageRequest } from "../../../../console/page-request";
import { Form, initialFormState } from "../../../../console/parts/form";
import { PageLink } from "../../../../console/parts/link";
import { Notice } from "../../../../console/parts/notice";
import { CursorPager, Table } from "../../../../console/parts/table";
import { Sku } from "../../../../console/parts/values";
import { invalid } from "../../../../platform/api-error";
import type { OrgReader } from "../../../../platform/db/org-db";
import { requiredText } from "../../../../platform/http/input/text";
import { createProducts } from "../../../products/commands";
import { CostInput } from "../item-form";
import { integerQuery, textQuery } from "../../../../platform/http/input/query";
import { matchFromMarker, matchItems, type MatchResult } from "../../catalog/match-items";
import type { NamedOrder } from "../../order-set.sql.ts";
import { readOrderNames } from "../../read-order-set";
import { orderName } from "../order-name";
import { listUnmatchedSkus, type UnmatchedSku } from "../../catalog/unmatched-skus";

const PAGE_SIZE = 50;
const PATH = "/attention/unmatched";

/** How many failed orders the page links to. */
const MAX_SHOWN_FAILURES = 20;

const countQuery = () => integerQuery(0, 1_000_000);

/** The SKU after which the page begins. A match redirects to the page with what it has changed. */
const PageQuery = z.object({
  after: textQuery(),
  items: countQuery(),
  orders: countQuery(),
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
      <button>{label}</button>
    </Form>
  );
}

/** The form that creates a product for each SKU whose cost is filled in. The table is inside it. */
const CREATE_PATH = `${PATH}/products`;

const MAX_TITLE_LENGTH = 255;

const column = (values: FormState["values"], name: string): unknown[] => [values[name] ?? []].flat();

const urlOf = (path: `/${string}`, after: string | undefined): `/${string}` =>
  after === undefined ? path : `${path}?${new URLSearchParams({ after }).toString()}`;

/** The page that a form was on. */
const afterIn = (search: URLSearchParams) => ({ after: PageQuery.safeParse(Object.fromEntries(search)).data?.after });

/** The unit cost of a new product with the SKU, or a link to the products that share it. */
function NextStep({ row: { sku, products, item_name }, formState }: { row: UnmatchedSku; formState: FormState }) {
  if (products > 0) return <PageLink page={`/products?${new URLSearchParams({ sku }).toString()}`}>Show these products</PageLink>;
  if (!useCan("write")) return null;
  // By the SKU, because other SKUs may have got a product after the form was opened.
  const index = column(formState.values, "sku").indexOf(sku);
  const sentCost = column(formState.values, "cost")[index];
  const violation = fieldError(formState.violations, `products[${index}]`);
  return (
    <div class="fill-in">
      <input type="hidden" name="sku" value={sku} />
      <input type="hidden" name="title" value={item_name.slice(0, MAX_TITLE_LENGTH)} />
      <input
        name="cost"
        aria-label={`Unit cost of ${sku}`}
        inputmode="decimal"
        maxlength={20}
        value={typeof sentCost === "string" ? sentCost : ""}
        aria-invalid={violation === undefined ? undefined : "true"}
      />
      <PageLink page={`/products/new?${new URLSearchParams({ sku, title: item_name }).toString()}`}>More fields</PageLink>
      {violation === undefined ? null : <p class="field-error">{violation}</p>}
    </div>
  );
}

function rowsOf(rows: readonly UnmatchedSku[], formState: FormState) {
  return rows.map((row) => [
    <Sku sku={row.sku} />,
    <PageLink page={`/orders/${row.order_id}/items/${row.item_id}`}>{row.item_name}</PageLink>,
    row.products === 0 ? "No product has this SKU." : "Several products have this SKU.",
    <NextStep row={row} formState={formState} />,
  ]);
}

/** What the last match has changed, and the form that continues it. */
function MatchSummary({ items, orders, failed, sku, id }: Omit<z.output<typeof PageQuery>, "failed"> & { failed: readonly NamedOrder[] }) {
  if (items === undefined || orders === undefined) return null;
  return (
    <Notice kind="plain">
      <p>
        {`${pluralize(items, "item")} of ${pluralize(orders, "order")} completed.`}
        {failed.length === 0 ? null : " Not changed, because the products would make them invalid: "}
        {failed.map((order) => (
          <>
            <PageLink page={`/orders/${order.id}`}>{`order ${orderName(order)}`}</PageLink>{" "}
          </>
        ))}
      </p>
      {sku === undefined || id === undefined ? null : <MatchForm label="Match the next items" next={[sku, id]} />}
    </Notice>
  );
}

function NoneUnmatched() {
  return (
    <>
      <p class="title">No unmatched SKUs.</p>{" "}
      <p>Each SKU in your open orders belongs to a product, or its items have all that they need.</p>
    </>
  );
}

interface SkusProps {
  rows: readonly UnmatchedSku[];
  /** The SKUs after which the page and the next one begin. */
  after: string | undefined;
  next: string | null;
  formState: FormState;
}

function Skus({ rows, after, next, formState }: SkusProps) {
  const { currency } = usePageRequest().member.organization;
  const table = (
    <Table
      caption="Unmatched SKUs"
      columns={["SKU", "Newest item", "Reason", useCan("write") ? `Unit cost, ${currency}` : ""]}
      rows={rowsOf(rows, formState)}
      empty={next === null ? <NoneUnmatched /> : "No unmatched SKU on this page."}
    />
  );
  if (!useCan("write") || !rows.some(({ products }) => products === 0)) return table;
  return (
    <Form to={urlOf(CREATE_PATH, after)} formState={formState} fields={["products"]}>
      {table}
      <p class="hint">Fill in what one unit costs. Each SKU with a cost becomes a product, named like its newest item.</p>
      <button class="primary">Create products</button>
    </Form>
  );
}

async function view(org: OrgReader, query: z.output<typeof PageQuery>, formState: FormState = initialFormState()): Promise<View> {
  const { after, failed = "" } = query;
  const failedIds = failed.split(".").flatMap((text) => (/^\d{1,15}$/.test(text) ? [Number(text)] : []));
  const [{ rows, next }, failedOrders] = await Promise.all([
    listUnmatchedSkus(org, after ?? "", PAGE_SIZE),
    failedIds.length === 0 ? [] : readOrderNames(org, failedIds.slice(0, MAX_SHOWN_FAILURES)),
  ]);
  return {
    title: "Unmatched SKUs",
    lead: "SKUs in open orders that no product has. Their items get no cost, design, supplier or material.",
    back: { page: "/attention", label: "Needs attention" },
    actions: <MatchForm label="Match again" next={null} />,
    body: (
      <>
        <MatchSummary {...query} failed={failedOrders} />
        <Skus rows={rows} after={after} next={next} formState={formState} />
        <CursorPager next={next} isFirst={after === undefined} />
      </>
    ),
  };
}

const unmatchedPage = page({ path: PATH, permission: "read", query: PageQuery }, async ({ org, query }) => await view(org, query));

/** The fields of the rows, of which each is sent as often as there are rows. A row without a cost is left out. */
const NewProducts = z.preprocess(
  (fields) => {
    const values = fields as FormState["values"];
    const [skus, titles, costs] = [column(values, "sku"), column(values, "title"), column(values, "cost")];
    return { products: costs.map((cost, index) => ({ sku: skus[index], title: titles[index], cost })) };
  },
  z.object({
    products: z
      .array(
        fromForm(z.object({ sku: requiredText(255), title: requiredText(MAX_TITLE_LENGTH), cost: CostInput.nullable() }), {
          numbers: ["cost"],
        }),
      )
      .max(PAGE_SIZE),
  }),
);

const createForm = action(
  {
    path: CREATE_PATH,
    permission: "write",
    form: NewProducts,
    redirectOnRepeat: PATH,
    renderInvalid: async ({ org, search, values, violations }) => await view(org, afterIn(search), { values, violations }),
  },
  async ({ org, form, search }) => {
    const list = form.products.filter(({ cost }) => cost !== null);
    if (list.length === 0) throw invalid("cost", "no_fields", "Fill in the cost of at least one SKU.");
    await createProducts(org, list);
    return { to: urlOf(PATH, afterIn(search).after), flash: "products_created" };
  },
);

/** Redirects to the page, with what a match has changed. */
function redirectAfterMatch({ items, orders, failed, next }: MatchResult): ActionResult {
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
    rebuildResult: (marker) => redirectAfterMatch(matchFromMarker(marker)),
  },
  async ({ org, form: { sku, id } }) => {
    const after = sku === null || id === null ? null : ([sku, id] as const);
    // `sku: null`: items of all SKUs.
    return redirectAfterMatch(await matchItems(org, { after, sku: null }));
  },
);

export const unmatchedRoutes: readonly Route[] = [unmatchedPage, matchForm, createForm];
