import type { PublicView } from "../../../public/public-page";
import { usePublicRequest } from "../../../public/public-request";
import { Barcode } from "../../orders/console/print/barcode";
import { readSnapshot } from "../snapshot";
import { leftOfLine, type Work, type WorkLine } from "../work";
import type { FilePlace } from "./design-path";
import { Facts, Personalization, Picture, useFacts } from "./line";
import { Pages } from "./navigation";

/** Tickets of one page. */
const PAGE_TICKETS = 40;

function Ticket({ work: { order }, line, place }: { work: Work; line: WorkLine; place: FilePlace }) {
  const { text } = usePublicRequest();
  const { name, order_number } = readSnapshot(line.snapshot);
  const number = order_number ?? `#${line.order_id}`;
  return (
    <article class="ticket">
      <header>
        <div>
          <h2>{name ?? ""}</h2>
          <p>{`${number} · ${text("order", { number: order.number })}`}</p>
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

function Tickets({ work, place, page }: { work: Work; place: FilePlace; page: number }) {
  const { base, text } = usePublicRequest();
  const lines = work.lines.filter((line) => leftOfLine(line) > 0 && line.is_held === 0);
  return (
    <>
      <a class="back" href={`${base}/orders/${work.order.id}`}>
        {text("back")}
      </a>
      <h1>{text("tickets_title", { number: work.order.number })}</h1>
      <p class="soft on-screen">{text("print_hint")}</p>
      {lines.slice((page - 1) * PAGE_TICKETS, page * PAGE_TICKETS).map((line) => (
        <Ticket work={work} line={line} place={place} />
      ))}
      <Pages page={page} hasNext={lines.length > page * PAGE_TICKETS} />
    </>
  );
}

/** A ticket with a barcode for each line that is left to make. */
export function ticketsView(props: { work: Work; place: FilePlace; page: number }, title: string): PublicView {
  return { title, body: <Tickets {...props} /> };
}
