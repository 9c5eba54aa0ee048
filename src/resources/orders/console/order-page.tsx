import * as z from "zod";
import { OrderPath } from "../v2/contract";
import type { Member } from "../../../accounts/sign-in/sessions.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import { type OrderDetail, readOrderDetail } from "../read-order";
import { readOrderInShop } from "../../connections/order-in-shop";
import type { ShopNotice } from "../../connections/outgoing/shop-notices";
import { integerQuery } from "../../../platform/http/input/query";
import { type FormState, moneyReader, page, type View } from "../../../console/page";
import type { FlashName } from "../../../console/flash";
import { ExternalLink, PageLink } from "../../../console/parts/link";
import { Badge, Moment } from "../../../console/parts/values";
import { initialFormState } from "../../../console/parts/form";
import { OrderActivity } from "./order-activity";
import { MetadataFacts } from "../../../console/parts/pair-rows";
import { BuyerTexts, Customer, Handling, OtherOrders, Shipping, ShopFacts } from "./customer-panels";
import type { EditableField } from "./in-place/editable-fields";
import type { RejectedField } from "./in-place/editable-fact";
import { Amounts, Profit, Tickets } from "./order-facts";
import { orderName } from "./order-name";
import { isClosed, shownStatus } from "../order-status";
import { paymentState } from "../payment-state";
import { hasManyItems, PagedItems } from "./paged-items";
import { Refunds } from "./refund/refunds";
import { Reprints } from "./reprint/reprints";
import { AuditNotice } from "./audit-notice";
import { Fulfillments, type ShownFulfillments, unfulfilledItems } from "./fulfillments";
import type { RejectedFulfillment } from "./fulfillment-panel";
import { isUnsent, type ItemReadiness, readUnready } from "../readiness/readiness";
import { ReadinessPanel } from "./readiness/readiness-panel";
import { HoldNotice } from "./hold/hold-panel";
import { OrderActions } from "./order-actions";
import { LateBadge } from "./ship-by";
import { readShippedBefore, shippedMessage } from "./shipped-message";
import { OrderPlaces, ShippingQueue } from "./moving/order-places";
import { isQueued, listPath, readNeighbors, trailOf } from "./moving/order-trail";

/** Notes and history entries on a page, each. */
const PAGE_SIZE = 50;

export type OrderForm = "note" | "status" | "fulfillment" | "audit" | "hold";

/** The state of one of the page's forms: what was sent, if that form was rejected. */
function formStateOf(rejected: OrderPageOptions["rejected"], name: OrderForm): FormState {
  return name === rejected?.form ? rejected.formState : initialFormState();
}

/** The state of the form of one fulfillment, if that form was rejected. */
function rejectedFulfillment(rejected: OrderPageOptions["rejected"]): RejectedFulfillment | undefined {
  return rejected !== undefined && typeof rejected.form === "object" && "fulfillment" in rejected.form
    ? { id: rejected.form.fulfillment, ...rejected.formState }
    : undefined;
}

/** The state of the form of a field that is edited in place, if that form was rejected. */
function rejectedField(rejected: OrderPageOptions["rejected"]): RejectedField | undefined {
  return rejected !== undefined && typeof rejected.form === "object" && "field" in rejected.form
    ? { field: rejected.form.field, ...rejected.formState }
    : undefined;
}

interface OrderPageProps {
  detail: OrderDetail;
  /** Whether the form that ships it is open, because it is one of several that are shipped one after another. */
  isInTurn: boolean;
  readiness: readonly ItemReadiness[];
  notices: ReadonlyMap<string, ShopNotice>;
  rejected: OrderPageOptions["rejected"];
  itemsPage: number | undefined;
  fulfillments: ShownFulfillments | undefined;
}

function OrderPage({ detail, readiness, isInTurn, notices, rejected, itemsPage = 1, fulfillments: shown }: OrderPageProps) {
  const { order, items, fulfillments, notes, history, tickets, reprints, refunds, figures } = detail;
  const stateOf = (name: OrderForm) => formStateOf(rejected, name);
  const field = rejectedField(rejected);
  const isLong = hasManyItems(items);
  // What an item lacks matters here only before it is sent to a supplier.
  const unsentIds = new Set(items.filter(isUnsent).map(({ id }) => id));
  const shownItems = <PagedItems order={order} items={items} page={itemsPage} />;
  return (
    <div class={isLong ? "columns order long" : "columns order"}>
      <div>
        {isLong ? null : shownItems}
        <Fulfillments
          {...stateOf("fulfillment")}
          order={order}
          items={items}
          fulfillments={fulfillments}
          notices={notices}
          rejected={rejectedFulfillment(rejected)}
          isOpen={isInTurn}
          shown={shown}
        />
        {isLong ? shownItems : null}
      </div>
      <div>
        <Customer order={order} rejected={field} />
        <Shipping order={order} rejected={field} />
        <Amounts order={order} />
        <Refunds refunds={refunds} items={items} currency={order.currency} />
        <Profit order={order} figures={figures} />
        {isClosed(order.status) ? null : <ReadinessPanel orderId={order.id} readiness={readiness.filter(({ id }) => unsentIds.has(id))} />}
        <Handling order={order} rejected={field} />
        <BuyerTexts order={order} rejected={field} />
        <OtherOrders order={order} />
        <ShopFacts order={order} />
        <MetadataFacts metadata={order.metadata} />
        <OrderFiles orderId={order.id} />
        <Reprints order={order} reprints={reprints} />
        <Tickets orderId={order.id} tickets={tickets} />
      </div>
      <OrderActivity {...stateOf("note")} order={order} items={items} refunds={refunds} notes={notes} history={history} />
    </div>
  );
}

function OrderFiles({ orderId }: { orderId: number }) {
  return (
    <section class="panel on-screen">
      <h2>Files</h2>
      <PageLink page={`/files/orders/${orderId}`}>Attachments of this order</PageLink>
    </section>
  );
}

/** A rejected form to show, the pages of items and fulfillments, and the ids before which notes and history begin. */
interface OrderPageOptions {
  rejected?: { form: OrderForm | { fulfillment: string } | { field: EditableField }; formState: FormState };
  itemsPage?: number | undefined;
  fulfillments?: ShownFulfillments | undefined;
  noteBefore?: number | undefined;
  historyBefore?: number | undefined;
}

/** Renders an order's page for a member in one sequential round trip. Throws 404 Not Found for an unknown order. */
export async function showOrder(
  { org, member, search }: { org: OrgReader; member: Member; search: URLSearchParams },
  id: number,
  { rejected, itemsPage, fulfillments, noteBefore, historyBefore }: OrderPageOptions,
): Promise<View> {
  const part = { money: moneyReader(org, member), size: PAGE_SIZE, noteBefore: noteBefore ?? null, historyBefore: historyBefore ?? null };
  const trail = trailOf(search);
  const [detail, inShop, readiness, neighbors, shippedBefore] = await Promise.all([
    readOrderDetail(org, id, part),
    readOrderInShop(org, id),
    readUnready(org, id),
    readNeighbors(org, id, trail),
    readShippedBefore(org, search),
  ]);
  const isShippedInTurn = trail !== null && isQueued(search);
  const { order } = detail;
  const shown = shownStatus(order);
  const payment = paymentState(order, inShop.platform);
  const lead = (
    <>
      <Badge status={order.status} /> {shown === order.status ? null : <Badge status={shown} />}{" "}
      {payment === null ? null : <Badge status={payment} />} <LateBadge order={order} /> {order.store_name}, <Moment at={order.date} time />
      {inShop.page === null ? null : (
        <>
          {" · "}
          <ExternalLink href={inShop.page.url}>{`View in ${inShop.page.platformName}`}</ExternalLink>
        </>
      )}
    </>
  );
  const canShip = unfulfilledItems(detail, org.now).length > 0;
  const actions = (
    <>
      {trail === null || neighbors === null ? null : <OrderPlaces trail={trail} neighbors={neighbors} />}
      <OrderActions {...formStateOf(rejected, "status")} hold={formStateOf(rejected, "hold")} order={order} canShip={canShip} />
    </>
  );
  const back =
    trail === null
      ? ({ page: "/orders", label: "All orders" } as const)
      : { page: listPath(trail, id, neighbors?.at ?? null), label: trail.query === "" ? "All orders" : "Back to the list" };
  const message = (name: FlashName) => shippedMessage(name, detail, shippedBefore);
  const body = (
    <>
      {isShippedInTurn ? <ShippingQueue trail={trail} id={id} /> : null}
      <HoldNotice path={`/orders/${order.id}`} hold={order} version={order.version} what="This order" />
      <AuditNotice order={order} {...formStateOf(rejected, "audit")} />
      <OrderPage
        detail={detail}
        readiness={readiness}
        isInTurn={isShippedInTurn}
        notices={inShop.notices}
        rejected={rejected}
        itemsPage={itemsPage}
        fulfillments={fulfillments}
      />
    </>
  );
  return { title: `Order ${orderName(order)}`, lead, back, actions, body, message };
}

const positiveInteger = integerQuery(1, Number.MAX_SAFE_INTEGER);

export const orderPage = page(
  {
    path: "/orders/:id",
    permission: "read",
    param: OrderPath,
    query: z.object({
      items_page: positiveInteger,
      fulfillments_page: positiveInteger,
      notes_before: positiveInteger,
      history_before: positiveInteger,
    }),
  },
  async ({ org, member, search, param, query }) =>
    await showOrder({ org, member, search }, param.id, {
      itemsPage: query.items_page,
      fulfillments: query.fulfillments_page === undefined ? undefined : { page: query.fulfillments_page },
      noteBefore: query.notes_before,
      historyBefore: query.history_before,
    }),
);
