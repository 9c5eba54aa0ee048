import { foldCase } from "../../../platform/values/fold-case";
import { Icon, PublicForm } from "../../../public/layout";
import { usePublicRequest } from "../../../public/public-request";
import type { Sentence } from "../../../public/texts/catalog";
import { readSnapshot } from "../snapshot";
import type { SupplierOrderState } from "../states";
import { leftOfLine, type Work, type WorkLine } from "../work";
import type { FilePlace } from "./design-path";
import { Picture } from "./line";

/** What a supplier has to do, in the order in which it is done. */
const SECTIONS = { to_accept: "sent", to_make: "accepted", to_ship: "in_production" } as const satisfies Record<string, SupplierOrderState>;
type SectionName = keyof typeof SECTIONS;

const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

/** Cards of a section among the others, and of a section alone. A page of more would load slowly on a phone. */
const MAX_CARDS = 20;
const MAX_CARDS_ALONE = 80;

/** Pictures of a card. */
const MAX_PICTURES = 4;

/** Numbers of buyers' orders on a card. */
const MAX_NAMES = 6;

/** Lines of an order that its card names. */
const MAX_LINES = 3;

/** The texts of a line that a card shows. */
const SHOWN_TEXTS = ["order_number", "name", "design_url"] as const;

/** The texts by which a line is found. */
const SEARCHED_TEXTS = ["order_number", "name", "sku", "custom_sku", "personalization"] as const;

/** The texts of lines that the list needs. */
export const listedTexts = (query: string) => (query.trim() === "" ? SHOWN_TEXTS : [...new Set([...SHOWN_TEXTS, ...SEARCHED_TEXTS])]);

function matches(line: WorkLine, query: string): boolean {
  const snapshot = readSnapshot(line.snapshot);
  return SEARCHED_TEXTS.some((name) => foldCase(snapshot[name] ?? "").includes(query));
}

/** The orders with a number or a line that has the text. */
export function findWork(works: readonly Work[], query: string): Work[] {
  const folded = foldCase(query.trim());
  if (folded === "") return [...works];
  const number = folded.replace(/^#/, "");
  return works.filter(({ order, lines }) => String(order.number) === number || lines.some((line) => matches(line, folded)));
}

export interface ListPageProps {
  supplierName: string;
  works: readonly Work[];
  place: FilePlace;
  query: string;
  /** The only section that is shown. Null: all of them. */
  section: string | null;
  dueOf: (work: Work) => (Sentence & { isLate: boolean }) | null;
  /** Orders that were shipped lately, with the day. */
  shipped: readonly { id: string; number: number; day: string }[];
}

function ShippedLately({ shipped }: Pick<ListPageProps, "shipped">) {
  const { base, text } = usePublicRequest();
  if (shipped.length === 0) return null;
  return (
    <section aria-labelledby="shipped">
      <h2 id="shipped">{text("shipped_lately")}</h2>
      <ul class="plain">
        {shipped.map(({ id, number, day }) => (
          <li>
            <a class="back" href={`${base}/orders/${id}`}>
              {text("order", { number })}
            </a>{" "}
            <span class="soft">{day}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ work, place, dueOf }: { work: Work } & Pick<ListPageProps, "place" | "dueOf">) {
  const { base, text } = usePublicRequest();
  const { order, lines } = work;
  const due = dueOf(work);
  const open = lines.filter((line) => leftOfLine(line) > 0);
  const names = [...new Set(open.map((line) => readSnapshot(line.snapshot).order_number ?? ""))].filter((name) => name !== "");
  return (
    <li class="card">
      <h3>
        <a href={`${base}/orders/${order.id}`}>{text("order", { number: order.number })}</a>
      </h3>
      <p>
        {text("piece_count", { count: open.reduce((sum, line) => sum + leftOfLine(line), 0) })}
        {due === null ? null : (
          <>
            {" · "}
            <span class={due.isLate ? "late" : "soft"}>{text(due.key, due.values)}</span>
          </>
        )}
      </p>
      <ul class="plain">
        {open.slice(0, MAX_LINES).map((line) => (
          <li>
            <strong>{leftOfLine(line)}</strong> × {readSnapshot(line.snapshot).name ?? ""}
          </li>
        ))}
        {open.length > MAX_LINES ? <li>…</li> : null}
      </ul>
      <div class="pictures">
        {open.slice(0, MAX_PICTURES).map((line) => (
          <Picture line={line} place={place} />
        ))}
      </div>
      <p class="soft">{text("for_orders", { orders: names.slice(0, MAX_NAMES).join(", ") + (names.length > MAX_NAMES ? " …" : "") })}</p>
      <div class="tools">
        {order.state === "sent" ? (
          <PublicForm to={`/orders/${order.id}/accept`}>
            <button class="primary">
              {text("accept")}
              <span class="hidden"> {text("order", { number: order.number })}</span>
            </button>
          </PublicForm>
        ) : null}
        <a class="button" href={`${base}/orders/${order.id}`}>
          {text("open")}
          <span class="hidden"> {text("order", { number: order.number })}</span>
        </a>
      </div>
    </li>
  );
}

function Section({ name, works, isAlone, ...props }: { name: SectionName; works: readonly Work[]; isAlone: boolean } & ListPageProps) {
  const { base, text } = usePublicRequest();
  const own = works.filter(({ order }) => order.state === SECTIONS[name]);
  if (own.length === 0) return null;
  const shown = own.slice(0, isAlone ? MAX_CARDS_ALONE : MAX_CARDS);
  return (
    <section aria-labelledby={name}>
      <h2 id={name}>
        {text(name)} <span class="count">{own.length}</span>
      </h2>
      <ul class="cards">
        {shown.map((work) => (
          <Card work={work} {...props} />
        ))}
      </ul>
      {shown.length < own.length && !isAlone ? (
        <p>
          <a class="button" href={`${base}?section=${name}`}>
            {text("show_all")}
          </a>
        </p>
      ) : null}
    </section>
  );
}

function Search({ query }: { query: string }) {
  const { base, text } = usePublicRequest();
  return (
    <form class="search" method="get" action={base} role="search">
      <label class="hidden" for="q">
        {text("search_hint")}
      </label>
      <input id="q" type="search" name="q" value={query} placeholder={text("search_hint")} maxlength={100} />
      <button>
        <Icon name="search" />
        {text("search")}
      </button>
    </form>
  );
}

/** The orders of a supplier: to accept, to make, to ship. */
export function ListPage(props: ListPageProps) {
  const { base, text } = usePublicRequest();
  const { supplierName, works, shipped, query, section } = props;
  const found = findWork(works, query);
  const alone = SECTION_NAMES.find((name) => name === section) ?? null;
  return (
    <>
      {alone === null && query === "" ? null : (
        <a class="back" href={base}>
          <Icon name="back" />
          {text("all_orders")}
        </a>
      )}
      <h1>{text("orders_of", { name: supplierName })}</h1>
      {works.length === 0 ? (
        <div class="ended">
          <p>
            <strong>{text("none_title")}</strong>
          </p>
          <p>{text("none_text")}</p>
        </div>
      ) : (
        <Search query={query} />
      )}
      {works.some(({ order }) => order.state !== "sent") ? (
        <p>
          <a class="button big" href={`${base}/tracking`}>
            <Icon name="ship" />
            {text("paste_title")}
          </a>
        </p>
      ) : null}
      {works.length > 0 && found.length === 0 ? <p class="ended">{text("none_found", { query })}</p> : null}
      {SECTION_NAMES.filter((name) => alone === null || name === alone).map((name) => (
        <Section {...props} name={name} works={found} isAlone={alone !== null} />
      ))}
      {alone === null && query === "" ? <ShippedLately shipped={shipped} /> : null}
    </>
  );
}
