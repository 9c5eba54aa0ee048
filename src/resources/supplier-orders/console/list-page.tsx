import type { ReadyCount } from "../../orders/readiness/blockers.sql.ts";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorListQuery, cursorPage } from "../../../platform/http/input/lists";
import { countText, pluralize } from "../../../console/count-text";
import { page } from "../../../console/page";
import { FilterTabs } from "../../../console/parts/filter-tabs";
import { PageButton, PageLink } from "../../../console/parts/link";
import { CursorPager, Table } from "../../../console/parts/table";
import { Age, Badge, Day } from "../../../console/parts/values";
import { countWaitingProofs } from "../../proofs/read-proofs";
import { countReadyOrders } from "../../orders/list/list-orders";
import { listUnreadyItems } from "../../orders/readiness/readiness";
import { MAX_SHOWN_LINES } from "../rows.sql.ts";
import { SUPPLIER_ORDER_FILTERS } from "../filters";
import { listOpenSupplierOrders, listSupplierOrdersBefore } from "../read-supplier-order";
import type { SupplierOrderRow } from "../rows.sql.ts";
import { SUPPLIER_ORDER_STATES } from "../states";
import { DueDay } from "./due-day";
import { firstOf, Made, type MadeLine, madeLine } from "./made-lines";
import { stateLabel } from "./state-labels";
import { UnreadyItems } from "./unready-items";

const COLUMNS = ["Order", "What to make", "Supplier", "State", "Due", { name: "Items", figures: true }, "Created"];

const rowOf = (order: SupplierOrderRow, lineCount: number, first: readonly MadeLine[]) => [
  <PageLink page={`/production/${order.id}`}>{`#${order.number}`}</PageLink>,
  <Made lines={first} count={lineCount} />,
  <PageLink page={`/production?supplier_id=${order.supplier_id}`}>{order.supplier_name}</PageLink>,
  <Badge status={stateLabel(order.state)} />,
  <DueDay order={order} />,
  lineCount,
  <Age at={order.created_at} />,
];

const NothingOpen = () => (
  <>
    <p class="title">Nothing is with a supplier.</p>{" "}
    <p>Select orders that are ready to send in their list, and send them to their suppliers.</p>
  </>
);

const TABS = [{ name: "Open", value: null }, ...SUPPLIER_ORDER_STATES.map((value) => ({ name: stateLabel(value), value }))];

const ProductionQuery = cursorListQuery({ filters: SUPPLIER_ORDER_FILTERS, defaultSort: { field: "id", direction: "desc" } }, "after");

/** Among more items that are to be sent, what they lack is not looked for. */
const MAX_TO_SEND = 100;

/** Among more open items, orders that are ready to send are not looked for. */
const MAX_READY_ITEMS = 1000;

/** "0 or more" would say nothing. */
function readyText({ total, is_more }: ReadyCount): string {
  if (is_more === 0) return `${pluralize(total, "order")} ready to send`;
  return total === 0 ? "Orders ready to send" : `${countText(total)}+ orders ready to send`;
}

/** The open supplier orders, those first that are due first, or those of a state or a supplier. */
export const productionPage = page(
  { path: "/production", permission: "read", query: ProductionQuery },
  async ({ org, query: { filter, limit, cursor }, search, settings: { masterSecrets } }) => {
    const isOpenList = Object.values(filter).every((value) => value === undefined);
    const [open, ready, proofs, unready] = await Promise.all([
      isOpenList ? listOpenSupplierOrders(org) : [],
      countReadyOrders(org, MAX_READY_ITEMS),
      countWaitingProofs(org),
      isOpenList ? listUnreadyItems(org, MAX_TO_SEND) : [],
    ]);
    const found = isOpenList
      ? { rows: [], next: null }
      : await cursorPage(
          { masterSecrets, cursor, organizationId: org.organization.id, list: "console production", query: filter },
          (after: readonly [id: string] | null) =>
            listSupplierOrdersBefore(org, readFilter(SUPPLIER_ORDER_FILTERS, org, filter), { before: after?.[0] ?? null, limit }),
          ({ order }) => [order.id],
        );
    const rows = [
      ...open.map((order) => rowOf(order, order.line_count, firstOf(order))),
      ...found.rows.map(({ order, lines }) => rowOf(order, lines.length, lines.slice(0, MAX_SHOWN_LINES).map(madeLine))),
    ];
    const empty = isOpenList ? <NothingOpen /> : "No supplier orders match.";
    const body = (
      <>
        <FilterTabs label="State" filter="state" value={search.get("state")} tabs={TABS} />
        <Table caption="Supplier orders" columns={COLUMNS} rows={rows} empty={empty} />
        <CursorPager next={found.next} isFirst={cursor === undefined} />
        <UnreadyItems items={unready} />
      </>
    );
    return {
      title: "Production",
      actions: (
        <>
          <PageLink page="/production/proofs?state=sent">{`${pluralize(proofs.sent, "proof")} waiting for the buyer`}</PageLink>
          <PageLink page="/production/proofs?state=changes_requested">{`${countText(proofs.changes_requested)} with changes requested`}</PageLink>
          <PageButton page="/production/unpaid" label="Unpaid" icon="expenses" permission="money" />
          <PageLink page="/orders?ready=true" class="button">
            {readyText(ready)}
          </PageLink>
        </>
      ),
      body,
    };
  },
);
