import type { ReadyCount } from "../../orders/readiness/blockers.sql.ts";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorListQuery, cursorPage } from "../../../platform/http/input/lists";
import { dayNumber, dayText } from "../../../platform/values/zone";
import { countText, pluralize } from "../../../console/count-text";
import { can, page } from "../../../console/page";
import { FilterTabs } from "../../../console/parts/filter-tabs";
import { PageLink } from "../../../console/parts/link";
import { CursorPager, Table } from "../../../console/parts/table";
import { Thumbnail } from "../../../console/parts/thumbnail";
import { Age, Badge, Moment } from "../../../console/parts/values";
import { countWaitingProofs } from "../../proofs/read-proofs";
import { countReadyOrders } from "../../orders/list/list-orders";
import { listUnreadyItems } from "../../orders/readiness/readiness";
import { SUPPLIER_ORDER_FILTERS } from "../filters";
import { listOpenSupplierOrders, listSupplierOrdersBefore } from "../read-supplier-order";
import type { OpenSupplierOrderRow, SupplierOrderRow } from "../rows.sql.ts";
import type { WholeSupplierOrder } from "../send-items";
import { readSnapshot } from "../snapshot";
import { freesLines, SUPPLIER_ORDER_STATES } from "../states";
import { DueDay } from "./due-day";
import { isLate } from "../supplier-order-view";
import { stateLabel } from "./state-labels";
import { ProductionTabs } from "../../../console/parts/production-tabs";
import { UnreadyItems } from "./unready-items";

const COLUMNS = ["Order", "Supplier", "State", "Due", { name: "Items", figures: true }, "Created"];

interface ListedOrder {
  order: SupplierOrderRow;
  /** The name and the design of its first line. */
  name: string | null;
  design: string | null;
  lineCount: number;
}

const listedOpenOrder = (order: OpenSupplierOrderRow): ListedOrder => ({
  order,
  name: order.first_name,
  design: order.first_design,
  lineCount: order.line_count,
});

function listedOrder({ order, lines }: WholeSupplierOrder): ListedOrder {
  const first = lines[0] === undefined ? null : readSnapshot(lines[0].snapshot);
  return { order, name: first?.name ?? null, design: first?.design_url ?? null, lineCount: lines.length };
}

/** Whether a supplier order is paid. Nothing for one that costs nothing. */
function Paid({ order: { state, paid_at } }: { order: SupplierOrderRow }) {
  if (state === "draft" || freesLines(state)) return null;
  return paid_at === null ? <>No</> : <Moment at={paid_at} />;
}

const rowOf = ({ order, name, design, lineCount }: ListedOrder, showsPaid: boolean) => [
  <div class="with-thumbnail">
    <div>
      <PageLink page={`/production/${order.id}`}>{`#${order.number}`}</PageLink>
      <span class="line soft">
        {name ?? "Item"}
        {lineCount > 1 ? ` and ${countText(lineCount - 1)} more` : null}
      </span>
    </div>
    <Thumbnail url={design} label={`Open the design of ${name ?? "the first item"}`} />
  </div>,
  <PageLink page={`/production?supplier_id=${order.supplier_id}`}>{order.supplier_name}</PageLink>,
  <Badge status={stateLabel(order.state)} />,
  <DueDay order={order} />,
  lineCount,
  <Age at={order.created_at} />,
  ...(showsPaid ? [<Paid order={order} />] : []),
];

const NothingOpen = () => (
  <>
    <p class="title">Nothing is with a supplier.</p> <p>Select orders that are ready to send, and send them.</p>
    <p class="actions">
      <PageLink page="/orders?ready=true" class="button">
        View orders ready to send
      </PageLink>
    </p>
  </>
);

const STATE_TABS = SUPPLIER_ORDER_STATES.map((value) => ({ name: stateLabel(value), value }));

const ProductionQuery = cursorListQuery({ filters: SUPPLIER_ORDER_FILTERS, defaultSort: { field: "id", direction: "desc" } }, "after");

/** How many of the items that are to be sent are checked for what they lack, the oldest ones. */
const MAX_CHECKED_ITEMS = 100;

/** Among how many open items, the newest ones, orders that are ready to send are looked for. */
const MAX_SEARCHED_ITEMS = 1000;

/** Leads to the orders that are ready to send. Nothing if there are none. */
function SendButton({ ready: { total, is_more } }: { ready: ReadyCount }) {
  if (total === 0 && is_more === 0) return null;
  const some = is_more === 0 ? pluralize(total, "order") : `${countText(total)}+ orders`;
  return (
    <PageLink page="/orders?ready=true" class={total === 0 ? "button" : "button primary"}>
      {total === 0 ? "Orders ready to send" : `Send ${some}…`}
    </PageLink>
  );
}

type OpenOrders = Awaited<ReturnType<typeof listOpenSupplierOrders>>;
type UnreadyList = Awaited<ReturnType<typeof listUnreadyItems>>;

const NO_ORDERS: OpenOrders = { orders: [], hasMore: false };
const NO_ITEMS: UnreadyList = { items: [], hasMore: false };

/**
 * How many open supplier orders there are, how many of them are late, and how many items are not ready. A plus stands for those that were not read.
 */
function summaryText(open: OpenOrders, unready: UnreadyList, today: string): string | undefined {
  if (open.orders.length + unready.items.length === 0 && !unready.hasMore) return undefined;
  // Those that are late come first.
  const late = open.orders.filter((order) => isLate(order, today)).length;
  const isAllLate = late === open.orders.length;
  const items = unready.hasMore ? `${countText(unready.items.length)}+ items` : pluralize(unready.items.length, "item");
  return [
    `${countText(open.orders.length)}${open.hasMore ? "+" : ""} open`,
    `${countText(late)}${open.hasMore && isAllLate ? "+" : ""} late`,
    ...(unready.hasMore && unready.items.length === 0 ? [] : [`${items} not ready to send`]),
  ].join(" · ");
}

/** The open supplier orders, those first that are due first, or those of a state or a supplier. */
export const productionPage = page(
  { path: "/production", permission: "read", query: ProductionQuery },
  async ({ org, now, member, query: { filter, limit, cursor }, search, settings: { masterSecrets } }) => {
    const isOpenList = Object.values(filter).every((value) => value === undefined);
    const [open, ready, proofs, unready] = await Promise.all([
      isOpenList ? listOpenSupplierOrders(org) : NO_ORDERS,
      countReadyOrders(org, MAX_SEARCHED_ITEMS),
      countWaitingProofs(org),
      isOpenList ? listUnreadyItems(org, MAX_CHECKED_ITEMS) : NO_ITEMS,
    ]);
    const found = isOpenList
      ? { rows: [], next: null }
      : await cursorPage(
          { masterSecrets, cursor, organizationId: org.organization.id, list: "console production", query: filter },
          (after: readonly [id: string] | null) =>
            listSupplierOrdersBefore(org, readFilter(SUPPLIER_ORDER_FILTERS, org, filter), { before: after?.[0] ?? null, limit }),
          ({ order }) => [order.id],
        );
    const showsPaid = !isOpenList && can(member, "money");
    const rows = [...open.orders.map(listedOpenOrder), ...found.rows.map(listedOrder)].map((each) => rowOf(each, showsPaid));
    const empty = isOpenList ? <NothingOpen /> : "No supplier orders match.";
    const isOfSupplier = filter["supplier_id"] !== undefined;
    // Of one supplier, those that are not open are listed, too.
    const tabs = [{ name: isOfSupplier ? "All" : "Open", value: null }, ...STATE_TABS];
    const supplierText = isOfSupplier ? `With ${found.rows[0]?.order.supplier_name ?? "one supplier"}` : undefined;
    const body = (
      <>
        <ProductionTabs current="orders" changesRequested={proofs.changes_requested} />
        <FilterTabs label="State" filter="state" value={search.get("state")} tabs={tabs} />
        <Table caption="Supplier orders" columns={showsPaid ? [...COLUMNS, "Paid"] : COLUMNS} rows={rows} empty={empty} />
        <CursorPager next={found.next} isFirst={cursor === undefined} />
        <UnreadyItems items={unready.items} />
      </>
    );
    return {
      title: "Production",
      lead: isOpenList ? summaryText(open, unready, dayText(dayNumber(now, org.organization.timezone))) : supplierText,
      actions: <SendButton ready={ready} />,
      body,
    };
  },
);
