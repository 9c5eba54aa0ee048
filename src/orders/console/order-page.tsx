import * as z from "zod";
import { OrderPath } from "../v2/contract";
import type { OrgReader } from "../../platform/db/org-db";
import { type OrderDetail, readOrderDetail } from "../read-order-detail";
import { integerQuery } from "../../platform/http/input/query";
import { type FormState, page, type View } from "../../console/page";
import { Moment } from "../../console/parts/values";
import { initialFormState } from "../../console/parts/form";
import { PageButton } from "../../console/parts/link";
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

function OrderPage({ story, rejected }: { story: OrderDetail; rejected: Wanted["rejected"] }) {
  const { order, items, fulfillments, notes, history, tickets } = story;
  const of = (name: OrderForm) => (name === rejected?.form ? rejected.formState : initialFormState());
  return (
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
  const { order } = story;
  const lead = (
    <>
      {order.store_name}, <Moment at={order.date} time />
      {order.external_id === null || order.number === null ? null : `, ${order.external_id}`}
    </>
  );
  const actions = (
    <>
      <PageButton page={`/orders/${id}/edit`} label="Edit" permission="write" />
      <PageButton page="/orders" label="All orders" />
    </>
  );
  return { title: `Order ${orderName(order)}`, lead, actions, body: <OrderPage story={story} rejected={rejected} /> };
}

const lineId = integerQuery(1, Number.MAX_SAFE_INTEGER);

/** One order: what is in it, where it is, what happened to it. */
export const orderPage = page(
  { path: "/orders/:id", permission: "read", param: OrderPath, query: z.object({ notes_before: lineId, history_before: lineId }) },
  async ({ org, param, query }) => await showOrder(org, param.id, { note: query.notes_before, history: query.history_before }),
);
