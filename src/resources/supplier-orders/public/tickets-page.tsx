import type { PublicView } from "../../../public/public-page";
import { usePublicRequest } from "../../../public/public-request";
import type { Sentence } from "../../../public/texts/catalog";
import { Barcode } from "../../orders/console/print/barcode";
import { readSnapshot } from "../snapshot";
import { leftOfLine, type Work, type WorkLine } from "../work";
import type { FilePlace } from "./design-path";
import { Facts, Personalization, Picture, useFacts } from "./line";
import { Pages } from "./navigation";

/** Tickets of one page. */
const PAGE_TICKETS = 40;

interface TicketsProps {
  work: Work;
  place: FilePlace;
  /** By when the order is to be shipped. Null: that is unknown. */
  due: Sentence | null;
}

function Ticket({ work: { order }, line, place, due }: TicketsProps & { line: WorkLine }) {
  const { text } = usePublicRequest();
  const { name, order_number } = readSnapshot(line.snapshot);
  const number = order_number ?? `#${line.order_id}`;
  return (
    <article class="ticket">
      <header>
        <div>
          <h2>{name ?? ""}</h2>
          <p>{`${number} · ${text("order", { number: order.number })}`}</p>
          {due === null ? null : <p>{text(due.key, due.values)}</p>}
        </div>
        <Barcode text={number} />
      </header>
      <div class="line-head">
        <Picture line={line} place={place} />
        <p class="quantity">
          <span class="soft">{text("quantity")}</span> <strong>{leftOfLine(line)}</strong>
        </p>
      </div>
      <Personalization line={line} />
      <Facts facts={useFacts(line)} />
    </article>
  );
}

function Tickets({ page, ...props }: TicketsProps & { page: number }) {
  const { base, text } = usePublicRequest();
  const { work } = props;
  const lines = work.lines.filter((line) => leftOfLine(line) > 0 && line.is_held === 0);
  return (
    <>
      <a class="back" href={`${base}/orders/${work.order.id}`}>
        {text("back")}
      </a>
      <h1>{text("tickets_title", { number: work.order.number })}</h1>
      <p class="soft on-screen">{text(lines.length === 0 ? "ended_empty" : "print_hint")}</p>
      {lines.slice((page - 1) * PAGE_TICKETS, page * PAGE_TICKETS).map((line) => (
        <Ticket {...props} line={line} />
      ))}
      <Pages page={page} hasNext={lines.length > page * PAGE_TICKETS} />
    </>
  );
}

/** A ticket with a barcode for each line that is left to make. */
export function ticketsView(props: TicketsProps & { page: number }, title: string): PublicView {
  return { title, body: <Tickets {...props} /> };
}
