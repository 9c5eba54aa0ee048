import * as z from "zod";
import type { OrgReader } from "../../../../platform/db/org-db";
import type { ShownItem } from "../../rows.sql.ts";
import {
  type ItemPosition,
  listNeedingAttention,
  MISSING_FIELDS,
  type MissingCounts,
  type MissingField,
} from "../../items/needs-attention";
import { fillItems } from "../../items/fill-items";
import { invalid } from "../../../../platform/api-error";
import { textQuery } from "../../../../platform/http/input/query";
import { MAX_URL_LENGTH } from "../../../../platform/values/text-limits";
import { useCan } from "../../../../console/page-request";
import { type FormState, action, page, type Route, type View } from "../../../../console/page";
import { countText } from "../../../../console/count-text";
import { Form, initialFormState } from "../../../../console/parts/form";
import { PageButton, PageLink } from "../../../../console/parts/link";
import { CursorPager } from "../../../../console/parts/table";
import { FILL_FORMS, fillField, PAGE_SIZE, withFieldNames } from "./fill-in-fields";
import { type FillInKind, FillInTable } from "./fill-in-table";

interface Kind extends FillInKind {
  lead: string;
  empty: string;
}

const KINDS: Readonly<Record<MissingField, Kind>> = {
  sku: {
    name: "SKU",
    lead: "Unfinished items without a SKU. Newest orders first.",
    empty: "Nothing to do: every unfinished item has a SKU.",
    maxLength: 255,
  },
  design: {
    name: "Design file",
    lead: "Unfinished items without a design file. Items of stores that use no design files are not listed. Newest orders first.",
    empty: "Nothing to do: every unfinished item has the design file that it needs.",
    maxLength: MAX_URL_LENGTH,
    inputmode: "url",
  },
  cost: {
    name: "Cost",
    lead: "Items without a cost, including delivered ones, because reports need the cost. Newest orders first.",
    empty: "Nothing to do: every item has a cost.",
    maxLength: 20,
    inputmode: "decimal",
  },
};

/** The order date and id of the last item that was shown. */
const ListQuery = z.object({
  after: textQuery().pipe(
    z
      .string()
      .regex(/^\d{1,15}\.\d{1,15}$/)
      .transform((text) => {
        const [date, id] = text.split(".");
        return { date: Number(date), id: Number(id) };
      })
      .optional(),
  ),
});

const positionText = ({ date, id }: ItemPosition): string => `${date}.${id}`;

function urlOf(missing: MissingField, after: ItemPosition | null): `/${string}` {
  return after === null ? `/attention/${missing}` : `/attention/${missing}?after=${positionText(after)}`;
}

function Tabs({ missing, counts }: { missing: MissingField; counts: Readonly<MissingCounts> }) {
  return (
    <nav class="tabs" aria-label="What is missing">
      {MISSING_FIELDS.map((name) => (
        <PageLink page={`/attention/${name}`} current={name === missing}>
          {KINDS[name].name} <span class="count">{countText(counts[name])}</span>
        </PageLink>
      ))}
    </nav>
  );
}

/** One form for all rows of the page. Its button comes first, because Enter in a field presses the first one. */
function Rows({ missing, items, total, after, formState }: TabData & { formState: FormState }) {
  const kind = KINDS[missing];
  const table = (
    <FillInTable
      missing={missing}
      kind={kind}
      items={items}
      formState={formState}
      empty={total === 0 ? kind.empty : "Nothing on this page."}
    />
  );
  if (!useCan("write") || items.length === 0) return table;
  return (
    <Form to={urlOf(missing, after)} formState={formState} fields={items.map(({ id }) => fillField(id))}>
      <div class="actions fill-in-all">
        <button class="primary">Save rows</button>
        <span class="soft">
          Saves every row that is filled in. “Not a physical item” is for a tip, a fee or a download: it needs nothing and is not shipped.
        </span>
      </div>
      {table}
    </Form>
  );
}

function AttentionPage(props: TabData & { formState: FormState }) {
  const { missing, items, counts, after, hasMore } = props;
  const last = items.at(-1);
  return (
    <>
      <Tabs missing={missing} counts={counts} />
      <Rows {...props} />
      <CursorPager
        next={hasMore && last !== undefined ? positionText({ date: last.order_date, id: last.id }) : null}
        isFirst={after === null}
      />
    </>
  );
}

interface Tab {
  missing: MissingField;
  after: ItemPosition | null;
}

interface TabData extends Tab {
  items: readonly ShownItem[];
  total: number;
  counts: Readonly<MissingCounts>;
  hasMore: boolean;
}

/** Reads a page of the items with a missing field, and the counts of all tabs, in one sequential round trip. */
async function readTab(org: OrgReader, { missing, after }: Tab): Promise<TabData> {
  const { items, counts, hasMore } = await listNeedingAttention(org, missing, { after, limit: PAGE_SIZE });
  return { missing, items, total: counts[missing], counts, after, hasMore };
}

function tabView(data: TabData, formState: FormState = initialFormState()): View {
  return {
    title: "Needs attention",
    lead: KINDS[data.missing].lead,
    actions: <PageButton page="/attention/unmatched" label="Unmatched SKUs" />,
    body: <AttentionPage {...data} formState={formState} />,
  };
}

/** The position of the page that a form was on. The form is sent to that page's URL. */
function positionInUrl(search: URLSearchParams): ItemPosition | null {
  return ListQuery.safeParse(Object.fromEntries(search)).data?.after ?? null;
}

function tabRoutes(missing: MissingField): Route[] {
  const path = `/attention/${missing}` as const;
  return [
    page({ path, permission: "read", query: ListQuery }, async ({ org, query }) =>
      tabView(await readTab(org, { missing, after: query.after ?? null })),
    ),
    action(
      {
        path,
        permission: "write",
        form: FILL_FORMS[missing],
        renderInvalid: async ({ org, search, ...formState }) =>
          tabView(await readTab(org, { missing, after: positionInUrl(search) }), withFieldNames(formState)),
      },
      async ({ org, form: { rows, not_goods }, search }) => {
        const marked = not_goods === undefined ? [] : [{ id: not_goods, path: fillField(not_goods), patch: { requires_shipping: false } }];
        if (rows.length + marked.length === 0) throw invalid("rows", "no_fields", "Fill in at least one row.");
        await fillItems(org, [...rows, ...marked]);
        return { to: urlOf(missing, positionInUrl(search)), flash: marked.length > 0 ? "not_physical" : `${missing}_saved` };
      },
    ),
  ];
}

/** One page for each field that an item can miss. `/attention` shows the first that has items, and all tabs if none has. */
export const attentionRoutes: readonly Route[] = [
  page({ path: "/attention", permission: "read", query: ListQuery }, async ({ org, query, member }) => {
    const tab = { missing: MISSING_FIELDS[0], after: query.after ?? null };
    const data = await readTab(org, tab);
    const firstWithItems = MISSING_FIELDS.find((name) => data.counts[name] > 0);
    if (firstWithItems === undefined || firstWithItems === tab.missing) return tabView(data);
    return new Response(null, { status: 303, headers: { Location: `/console/${member.organization.id}/attention/${firstWithItems}` } });
  }),
  ...MISSING_FIELDS.flatMap(tabRoutes),
];
