import * as z from "zod";
import { OrderPath } from "../v2/contract";
import type { OrgReader } from "../../platform/db/org-db";
import { type OrderDetail, readOrderDetail } from "../read-order-detail";
import { integerQuery } from "../../platform/http/input/query";
import { type FormState, page, type View } from "../../console/page";
import { Moment } from "../../console/parts/figures";
import { PageButton } from "../../console/parts/link";
import { PageHead } from "../../console/parts/page-head";
import { Amounts, Customer, Tickets } from "./order-facts";
import { OrderHistory } from "./order-history";
import { OrderItems } from "./order-items";
import { OrderNotes } from "./order-notes";
import { orderName } from "./order-table";
import { Fulfillments } from "./fulfillments";
import { StatusPanel } from "./status-panel";

/** Notes, and lines of history, that are shown at a time. */
const LINES = 50;

/** The forms of the page. */
type OrderForm = "note" | "status" | "fulfillment";

const EMPTY_FORM: FormState = { values: {}, violations: [] };

function OrderPage({ story, form, formState }: { story: OrderDetail; form: OrderForm | null; formState: FormState }) {
  const { order, items, fulfillments, notes, history, tickets } = story;
  const of = (name: OrderForm) => (name === form ? formState : EMPTY_FORM);
  const lead = (
    <>
      {order.store_name}, <Moment at={order.date} time />
      {order.external_id === null || order.number === null ? null : `, ${order.external_id}`}
    </>
  );
  return (
    <>
      <PageHead title={`Order ${orderName(order)}`} lead={lead}>
        <PageButton page={`/orders/${order.id}/edit`} label="Edit" permission="write" />
        <PageButton page="/orders" label="All orders" />
      </PageHead>
      <div class="columns order">
        <div>
          <StatusPanel {...of("status")} order={order} />
          <OrderItems order={order} items={items} />
          <Fulfillments {...of("fulfillment")} orderId={order.id} items={items} fulfillments={fulfillments} />
          <OrderNotes {...of("note")} orderId={order.id} notes={notes.rows} older={notes.nextBefore} />
        </div>
        <div>
          <Customer order={order} />
          <Amounts order={order} />
          <Tickets orderId={order.id} tickets={tickets} />
          <OrderHistory orderId={order.id} lines={history.rows} older={history.nextBefore} items={items} />
        </div>
      </div>
    </>
  );
}

/** What the page shows: a rejected form; notes and history from before an id. */
interface Wanted {
  rejected?: { form: OrderForm; formState: FormState };
  note?: number | undefined;
  history?: number | undefined;
}

/** An order's page. 404 for an unknown order. One sequential trip. */
export async function showOrder(org: OrgReader, id: number, { rejected, note, history }: Wanted): Promise<View> {
  const story = await readOrderDetail(org, id, LINES, { note: note ?? null, history: history ?? null });
  const body = <OrderPage story={story} form={rejected?.form ?? null} formState={rejected?.formState ?? EMPTY_FORM} />;
  return { title: `Order ${orderName(story.order)}`, body };
}

const lineId = integerQuery(1, Number.MAX_SAFE_INTEGER);

/** One order: what is in it, where it is, what happened to it. */
export const orderPage = page(
  { path: "/orders/:id", permission: "read", param: OrderPath, query: z.object({ notes_before: lineId, history_before: lineId }) },
  async ({ org, param, query }) => await showOrder(org, param.id, { note: query.notes_before, history: query.history_before }),
);
