import * as z from "zod";
import { requiredText } from "../../../../platform/http/input/text";
import type { ItemPatch } from "../../amend-order";
import type { OrgReader } from "../../../../platform/db/org-db";
import type { ShownItem } from "../../rows.sql.ts";
import {
  type ItemPosition,
  listNeedingAttention,
  MISSING_FIELDS,
  type MissingCounts,
  type MissingField,
} from "../../items/needs-attention";
import { updateItem } from "../../update-order";
import { textQuery } from "../../../../platform/http/input/query";
import { takesFocus, usePageRequest, useCan } from "../../../../console/page-request";
import { ExpectedVersion, fieldError, fromForm } from "../../../../console/form";
import { type FormState, action, can, page, type Route, type View } from "../../../../console/page";
import { orderName } from "../order-name";
import { countText } from "../../../../console/count-text";
import { Badge, Age } from "../../../../console/parts/values";
import { Form, initialFormState } from "../../../../console/parts/form";
import { Violations } from "../../../../console/parts/violations";
import { PageButton, PageLink } from "../../../../console/parts/link";
import { CursorPager, Table } from "../../../../console/parts/table";
import { CostInput } from "../item-form";

const PAGE_SIZE = 50;

/** The item that a row's form changes, and the version that the page showed. */
const commonFields = { item: z.int().min(1), ...ExpectedVersion.shape };
const numbers = ["item"];

interface Kind {
  name: string;
  lead: string;
  /** The API's name of the field. */
  field: "sku" | "design_url" | "cost";
  maxLength: number;
  inputmode?: "decimal" | "url";
  form: z.ZodType<{ item: number; expected_version?: number | undefined } & ItemPatch>;
}

const KINDS: Readonly<Record<MissingField, Kind>> = {
  sku: {
    name: "SKU",
    lead: "Unfinished items without a SKU. Newest orders first.",
    field: "sku",
    maxLength: 255,
    form: fromForm(z.object({ ...commonFields, sku: requiredText(255) }), { numbers }),
  },
  design: {
    name: "Design file",
    lead: "Unfinished items without a design file. Items of stores that use no design files are not listed. Newest orders first.",
    field: "design_url",
    maxLength: 2048,
    inputmode: "url",
    form: fromForm(z.object({ ...commonFields, design_url: requiredText(2048) }), { numbers }),
  },
  cost: {
    name: "Cost",
    lead: "Items without a cost, including delivered ones, because reports need the cost. Newest orders first.",
    field: "cost",
    maxLength: 20,
    inputmode: "decimal",
    form: fromForm(z.object({ ...commonFields, cost: CostInput }), { numbers: [...numbers, "cost"] }),
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

const nameOfOrder = ({ order_number, order_external_id, order_id }: ShownItem): string =>
  orderName({ number: order_number, external_id: order_external_id, id: order_id });

/** The form of a row: one field and a button, on one line. */
function FillInForm({
  missing,
  item,
  after,
  ...formState
}: FormState & { missing: MissingField; item: ShownItem; after: ItemPosition | null }) {
  const { name, field, maxLength, inputmode } = KINDS[missing];
  const id = `${field}-${item.id}`;
  const violation = fieldError(formState.violations, field);
  const what = `${name} of ${item.name}, order ${nameOfOrder(item)}`;
  const value = formState.values[field];
  return (
    <Form to={urlOf(missing, after)} class="fill-in" formState={formState} version={item.version}>
      <input type="hidden" name="item" value={item.id} />
      {missing === "cost" ? <span class="soft">{item.order_currency}</span> : null}
      <input
        id={id}
        name={field}
        aria-label={what}
        value={typeof value === "string" ? value : ""}
        maxlength={maxLength}
        inputmode={inputmode}
        required
        aria-invalid={violation === undefined ? undefined : "true"}
        autofocus={violation !== undefined && takesFocus()}
        aria-describedby={violation === undefined ? undefined : `${id}-error`}
      />
      <button aria-label={`Save the ${what}`}>Save</button>
      {violation === undefined ? null : (
        <p class="field-error" id={`${id}-error`}>
          {violation}
        </p>
      )}
    </Form>
  );
}

const COLUMNS = ["Item", "Order", "Store", "Ordered", "Status"];

const EMPTY: Readonly<Record<MissingField, string>> = {
  sku: "Nothing to do: every unfinished item has a SKU.",
  design: "Nothing to do: every unfinished item has the design file that it needs.",
  cost: "Nothing to do: every item has a cost.",
};

function AttentionPage({ missing, items, total, counts, after, hasMore, formState }: TabData & { formState: FormState }) {
  const { base } = usePageRequest();
  const canWrite = useCan("write");
  const last = items.at(-1);
  const of = (item: ShownItem) => (formState.values["item"] === String(item.id) ? formState : initialFormState());
  const rows = items.map((item) => [
    <PageLink page={`/orders/${item.order_id}/items/${item.id}`}>{item.name}</PageLink>,
    <a href={`${base}/orders/${item.order_id}`}>{nameOfOrder(item)}</a>,
    item.store_name,
    <Age at={item.order_date} />,
    <Badge status={item.status} />,
    ...(canWrite ? [<FillInForm {...of(item)} missing={missing} item={item} after={after} />] : []),
  ]);
  return (
    <>
      <Violations violations={formState.violations} fields={[KINDS[missing].field]} />
      <Tabs missing={missing} counts={counts} />
      <Table
        caption={`Items without: ${KINDS[missing].name}`}
        columns={[...COLUMNS, ...(canWrite ? [KINDS[missing].name] : [])]}
        rows={rows}
        empty={total === 0 ? EMPTY[missing] : "Nothing on this page."}
      />
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
        form: KINDS[missing].form,
        renderInvalid: async ({ org, search, ...formState }) =>
          tabView(await readTab(org, { missing, after: positionInUrl(search) }), formState),
      },
      async ({ org, member, form: { item, expected_version, ...patch }, search }) => {
        await updateItem(org, item, { patch, expectedVersion: expected_version, keepsKnownCost: !can(member, "money") });
        return { to: urlOf(missing, positionInUrl(search)), flash: `${missing}_saved` };
      },
    ),
  ];
}

/** One page for each field that an item can miss. `/attention` shows the first that has items, and all tabs if none has. */
export const attentionRoutes: readonly Route[] = [
  page({ path: "/attention", permission: "read", query: ListQuery }, async ({ org, query, member }) => {
    const tab = { missing: MISSING_FIELDS[0], after: query.after ?? null };
    const data = await readTab(org, tab);
    const filled = MISSING_FIELDS.find((name) => data.counts[name] > 0);
    if (filled === undefined || filled === tab.missing) return tabView(data);
    return new Response(null, { status: 303, headers: { Location: `/console/${member.organization.id}/attention/${filled}` } });
  }),
  ...MISSING_FIELDS.flatMap(tabRoutes),
];
