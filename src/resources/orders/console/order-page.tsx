import * as z from "zod";
import { OrderPath } from "../v2/contract";
import type { Member } from "../../../accounts/sign-in/sessions.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import { type OrderDetail, readOrderDetail } from "../read-order";
import { type ShopNotice, shopNotices } from "../../connections/outgoing/shop-notices";
import { integerQuery } from "../../../platform/http/input/query";
import { type FormState, moneyReader, page, type View } from "../../../console/page";
import { Badge, Moment } from "../../../console/parts/values";
import { initialFormState } from "../../../console/parts/form";
import { OrderActivity } from "./order-activity";
import { MetadataFacts } from "../../../console/parts/pair-rows";
import { Amounts, BuyerTexts, Customer, Handling, Profit, ShopFacts, Tickets } from "./order-facts";
import { orderName } from "./order-name";
import { isClosed, shownStatus } from "../order-status";
import { hasManyItems, PagedItems } from "./paged-items";
import { Refunds } from "./refund/refunds";
import { Reprints } from "./reprint/reprints";
import { AuditNotice } from "./audit-notice";
import { Fulfillments, unfulfilledItems } from "./fulfillments";
import type { RejectedFulfillment } from "./fulfillment-panel";
import { isUnsent, type ItemReadiness, readReadiness } from "../readiness/readiness";
import { ReadinessPanel } from "./readiness/readiness-panel";
import { HoldNotice } from "./hold/hold-panel";
import { OrderActions } from "./order-actions";

/** Notes and history entries on a page, each. */
const PAGE_SIZE = 50;

type OrderForm = "note" | "status" | "fulfillment" | "audit" | "hold";

/** The state of one of the page's forms: what was sent, if that form was rejected. */
function formStateOf(rejected: OrderPageOptions["rejected"], name: OrderForm): FormState {
  return name === rejected?.form ? rejected.formState : initialFormState();
}

/** The state of the form of one fulfillment, if that form was rejected. */
function rejectedFulfillment(rejected: OrderPageOptions["rejected"]): RejectedFulfillment | undefined {
  return rejected !== undefined && typeof rejected.form === "object" ? { id: rejected.form.fulfillment, ...rejected.formState } : undefined;
}

interface OrderPageProps {
  detail: OrderDetail;
  readiness: readonly ItemReadiness[];
  notices: ReadonlyMap<string, ShopNotice>;
  rejected: OrderPageOptions["rejected"];
  itemsPage: number | undefined;
}

function OrderPage({ detail, readiness, notices, rejected, itemsPage = 1 }: OrderPageProps) {
  const { order, items, fulfillments, notes, history, tickets, reprints, refunds, figures } = detail;
  const of = (name: OrderForm) => formStateOf(rejected, name);
  const isLong = hasManyItems(items);
  const isOpen = new Set(items.filter(isUnsent).map(({ id }) => id));
  const shownItems = <PagedItems order={order} items={items} page={itemsPage} />;
  return (
    <div class={isLong ? "columns order long" : "columns order"}>
      <div>
        {isLong ? null : shownItems}
        <Fulfillments
          {...of("fulfillment")}
          order={order}
          items={items}
          fulfillments={fulfillments}
          notices={notices}
          rejected={rejectedFulfillment(rejected)}
        />
        {isLong ? shownItems : null}
        <OrderActivity {...of("note")} order={order} items={items} refunds={refunds} notes={notes} history={history} />
      </div>
      <div>
        <Customer order={order} />
        <Amounts order={order} />
        <Refunds refunds={refunds} items={items} currency={order.currency} />
        <Profit order={order} figures={figures} />
        {isClosed(order.status) ? null : <ReadinessPanel orderId={order.id} readiness={readiness.filter(({ id }) => isOpen.has(id))} />}
        <Handling order={order} />
        <BuyerTexts order={order} />
        <ShopFacts order={order} />
        <MetadataFacts metadata={order.metadata} />
        <Reprints order={order} reprints={reprints} />
        <Tickets orderId={order.id} tickets={tickets} />
      </div>
    </div>
  );
}

/** A rejected form to show, the page of items, and the ids before which notes and history begin. */
interface OrderPageOptions {
  rejected?: { form: OrderForm | { fulfillment: string }; formState: FormState };
  itemsPage?: number | undefined;
  note?: number | undefined;
  history?: number | undefined;
}

/** Renders an order's page for a member in one sequential round trip. Throws 404 Not Found for an unknown order. */
export async function showOrder(
  { org, member }: { org: OrgReader; member: Member },
  id: number,
  { rejected, itemsPage, note, history }: OrderPageOptions,
): Promise<View> {
  const part = { money: moneyReader(org, member), size: PAGE_SIZE, noteBefore: note ?? null, historyBefore: history ?? null };
  const [detail, notices, readiness] = await Promise.all([readOrderDetail(org, id, part), shopNotices(org, id), readReadiness(org, id)]);
  const { order } = detail;
  const shown = shownStatus(order);
  const lead = (
    <>
      <Badge status={order.status} /> {shown === order.status ? null : <Badge status={shown} />} {order.store_name},{" "}
      <Moment at={order.date} time />
      {order.external_id === null || order.external_id === orderName(order) ? null : `, external id ${order.external_id}`}
    </>
  );
  const canShip = unfulfilledItems(detail, org.now).length > 0;
  const actions = (
    <OrderActions {...formStateOf(rejected, "status")} hold={formStateOf(rejected, "hold")} order={order} canShip={canShip} />
  );
  const body = (
    <>
      <HoldNotice path={`/orders/${order.id}`} hold={order} version={order.version} what="This order" />
      <AuditNotice order={order} {...formStateOf(rejected, "audit")} />
      <OrderPage detail={detail} readiness={readiness} notices={notices} rejected={rejected} itemsPage={itemsPage} />
    </>
  );
  return { title: `Order ${orderName(order)}`, lead, back: { page: "/orders", label: "All orders" }, actions, body };
}

const entryId = integerQuery(1, Number.MAX_SAFE_INTEGER);

export const orderPage = page(
  {
    path: "/orders/:id",
    permission: "read",
    param: OrderPath,
    query: z.object({ items_page: entryId, notes_before: entryId, history_before: entryId }),
  },
  async ({ org, member, param, query }) =>
    await showOrder({ org, member }, param.id, { itemsPage: query.items_page, note: query.notes_before, history: query.history_before }),
);
