import { Icon, PublicForm } from "../../../public/layout";
import type { PublicView, RejectedForm } from "../../../public/public-page";
import { usePublicRequest, useSentValues } from "../../../public/public-request";
import type { Sentence } from "../../../public/texts/catalog";
import { countryName } from "../../orders/console/country-name";
import { chosenItemIds } from "../chosen-item";
import { readSnapshot } from "../snapshot";
import { leftOfLine, type Work, type WorkLine, type WorkOrder } from "../work";
import type { FilePlace } from "./design-path";
import { DoneLines } from "./done-lines";
import { Line } from "./line";
import { BackToList, Pages } from "./navigation";
import { stateKey } from "./problem";
import { RejectForm } from "./reject-form";
import { ShipForm } from "./ship-form";

/** Lines of one page: a page of more would load slowly on a phone. */
export const PAGE_LINES = 30;

export interface OrderPageProps {
  work: WorkOrder;
  place: FilePlace;
  due: (Sentence & { isLate: boolean }) | null;
  /** From 1. */
  page: number;
  /** Whether there is a list of orders to go back to. */
  hasList: boolean;
}

/** The one thing to do next with an order, and what else is possible. */
function NextStep({ work: { order, lines } }: { work: Work }) {
  const { base, text } = usePublicRequest();
  return (
    <div class="next on-screen">
      {order.state === "sent" ? (
        <PublicForm to={`/orders/${order.id}/accept`}>
          <button class="primary big">
            <Icon name="done" />
            {text("accept")}
          </button>
        </PublicForm>
      ) : null}
      {order.state === "accepted" ? (
        <PublicForm to={`/orders/${order.id}/make`}>
          <button class="primary big">
            <Icon name="production" />
            {text("start_making")}
          </button>
        </PublicForm>
      ) : null}
      <div class="tools">
        <a class="button" href={`${base}/orders/${order.id}/tickets`}>
          <Icon name="print" />
          {text("print_tickets")}
        </a>
        <a class="button" href={`${base}/orders/${order.id}/file`}>
          <Icon name="export" />
          {text("download_csv")}
        </a>
        <a class="button" href={`${base}/upload`}>
          <Icon name="import" />
          {text("upload_title")}
        </a>
      </div>
      {order.state === "sent" && lines.every(({ shipped_quantity }) => shipped_quantity === 0) ? (
        <RejectForm to={`/orders/${order.id}/reject`} id="reason-order" title="reject_order" />
      ) : null}
    </div>
  );
}

function Address({ line }: { line: WorkLine }) {
  const { text } = usePublicRequest();
  const { address } = readSnapshot(line.snapshot);
  if (address === null) return <p class="soft">{text("parcel_to_us")}</p>;
  const { ship_name, ship_address1, ship_address2, ship_city, ship_state, ship_zipcode, ship_country } = address;
  const place = [ship_city, ship_state, ship_zipcode].filter((part) => part !== null && part !== "").join(" ");
  // In English, which every postal service reads.
  const country = ship_country === null ? null : countryName(ship_country);
  const lines = [ship_name, ship_address1, ship_address2, place, country].filter((part) => part !== null && part !== "");
  return (
    <div class="address">
      <span class="soft">{text("address")}</span>
      {lines.map((each) => (
        <span>{each}</span>
      ))}
    </div>
  );
}

interface ParcelProps extends Pick<OrderPageProps, "place"> {
  work: Work;
  lines: readonly WorkLine[];
}

/** The lines for one buyer, with the address and the form for their tracking number. */
function Parcel({ work: { order }, lines, place }: ParcelProps) {
  const { text } = usePublicRequest();
  const [first] = lines;
  const to = `/orders/${order.id}/ship` as const;
  // All parcels have forms with this path. This field tells which of them was sent.
  const hiddenFields = { order: first?.order_id ?? 0 };
  const sent = useSentValues(to, hiddenFields);
  if (first === undefined) return null;
  const buyerOrderId = first.order_id;
  const shippable = order.state === "sent" ? [] : lines.filter((line) => leftOfLine(line) > 0 && line.is_held === 0);
  const form = <ShipForm to={to} hiddenFields={hiddenFields} lines={shippable} sent={sent} />;
  // The next step of an accepted order is to make it, so its form is folded.
  const isEarly = order.state === "accepted" && sent === null;
  const shownForm = isEarly ? (
    <details class="early">
      <summary>{text("tracking_number")}</summary>
      {form}
    </details>
  ) : (
    form
  );
  return (
    <section class="parcel" aria-labelledby={`parcel-${buyerOrderId}`}>
      <h2 id={`parcel-${buyerOrderId}`}>{text("parcel", { order: readSnapshot(first.snapshot).order_number ?? `#${buyerOrderId}` })}</h2>
      <Address line={first} />
      <ul class="lines">
        {lines.map((line) => (
          <Line line={line} place={place} />
        ))}
      </ul>
      {shippable.length === 0 ? null : shownForm}
    </section>
  );
}

/** Says that nothing is to be done any more. */
function Ended({ work: { order } }: { work: Work }) {
  const { text } = usePublicRequest();
  const { state } = order;
  const key = state === "shipped" || state === "rejected" || state === "cancelled" ? (`ended_${state}` as const) : "ended_empty";
  return <p class="ended">{text(key)}</p>;
}

/** The ids of the items of a form that was not carried out: those of a shipment, or that of the path `/orders/…/lines/ID/reject`. */
const itemsOf = ({ form, values }: RejectedForm): number[] => chosenItemIds(values["item"] ?? form.split("/lines/")[1]?.split("/")[0]);

function OrderPage({ work, place, due, page: wanted, hasList }: OrderPageProps) {
  const { text, rejected } = usePublicRequest();
  const { order } = work;
  const open = new Set(work.lines.filter((line) => leftOfLine(line) > 0));
  const chosenIds = new Set(rejected === null ? [] : itemsOf(rejected));
  const isChosen = ({ order_item_id }: WorkLine) => chosenIds.has(order_item_id);
  // What the form had chosen may be on an earlier page than before.
  const firstChosen = [...open].findIndex(isChosen);
  const lastPage = Math.max(1, Math.ceil(open.size / PAGE_LINES));
  const page = firstChosen === -1 ? Math.min(wanted, lastPage) : Math.floor(firstChosen / PAGE_LINES) + 1;
  const shown = [...open].filter((line, index) => Math.floor(index / PAGE_LINES) + 1 === page || isChosen(line));
  const parcels = Map.groupBy(shown, ({ order_id }) => order_id);
  const isEnded = open.size === 0;
  return (
    <>
      {hasList ? <BackToList /> : null}
      <h1>{text("order", { number: order.number })}</h1>
      <p>
        <span class={`state ${order.state}`}>{text(stateKey(order.state))}</span>{" "}
        {due === null || isEnded ? null : <span class={due.isLate ? "late" : "soft"}>{text(due.key, due.values)}</span>}
      </p>
      {isEnded ? (
        <Ended work={work} />
      ) : (
        <>
          <NextStep work={work} />
          {[...parcels.values()].map((each) => (
            <Parcel work={work} lines={each} place={place} />
          ))}
          <Pages page={page} hasNext={open.size > page * PAGE_LINES} />
        </>
      )}
      <DoneLines lines={work.allLines.filter((line) => !open.has(line))} />
    </>
  );
}

export function orderView(props: OrderPageProps, title: string): PublicView {
  return { title, body: <OrderPage {...props} /> };
}
