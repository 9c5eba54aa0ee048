import type { Child } from "hono/jsx";
import { countText } from "../../../../console/count-text";
import { DesignLink, Preview, useOwnFile } from "../../../../console/parts/thumbnail";
import { Day, multiline } from "../../../../console/parts/values";
import type { NewestProof } from "../../../proofs/rows.sql.ts";
import { MAX_PRINTED_COMMENT } from "../../../proofs/states";
import type { ItemRow, OrderRow } from "../../rows.sql.ts";
import { ORDER_LABELS } from "../field-labels";
import { orderName } from "../order-name";
import type { PrintedOrder } from "./left-to-ship";
import { seenProperties, skuOf } from "../item-lines";
import { PaperHead } from "./paper-head";

type Fact = readonly [name: string, value: Child];

/** Comments are read up to this length, so one that reaches it may go on: it gets an ellipsis. */
const beginningOf = (comment: string): string => (comment.length < MAX_PRINTED_COMMENT ? comment : `${comment}…`);

/** Why an item may not be made as its proof. Null: no proof keeps it from being made, as `proof` does (docs/spec/readiness.md#blockers). */
function reasonNotToMake({ state, version, comment, is_wanted }: NewestProof): string | null {
  switch (state) {
    case "approved":
      return null;
    case "draft":
      return `Do not make yet. Version ${version} was not sent to the buyer.`;
    case "sent":
      return `Do not make yet. Version ${version} waits for the buyer.`;
    case "changes_requested":
      return `Do not make. The buyer wants a change: ${beginningOf(comment ?? "")}`;
    case "superseded":
      return is_wanted === 0 ? null : `Do not make yet. Version ${version} was withdrawn, and the store wants a proof.`;
    case null:
      return "Do not make yet. The store wants a proof, and there is none.";
  }
}

/** What the proofs of an item say about making it. */
function proofFact(proof: NewestProof): Child {
  const reason = reasonNotToMake(proof);
  if (reason !== null) return <strong class="stop words">{reason}</strong>;
  return proof.state === "approved" ? `Approved, version ${proof.version}` : `Version ${proof.version} was withdrawn.`;
}

interface TicketProps {
  order: OrderRow;
  item: ItemRow;
  /** What is left to ship. */
  quantity: number;
  proof: NewestProof | undefined;
  /** Which of the items of its order it is. */
  place: string;
}

/** The facts of a ticket: what is short enough to have the picture beside it, and what needs whole lines before and after it. */
interface TicketFacts {
  before: readonly Fact[];
  short: readonly Fact[];
  after: readonly Fact[];
}

const factsOf = ({ order, item, quantity, proof }: TicketProps, design: Child): TicketFacts => ({
  before: [["Proof", proof === undefined ? null : proofFact(proof)]],
  short: [
    ["Quantity", <strong class="amount">{quantity}</strong>],
    ["SKU", skuOf(item)],
    ["Size", item.size],
    ["Color", item.color],
    ["Style", item.style],
    ["Type", item.type],
    ["Material", item.material],
  ],
  after: [
    ["Variations", multiline(item.variations)],
    ["Personalization", item.personalization === null ? null : <strong class="words amount">{item.personalization}</strong>],
    ...seenProperties(item).map(({ name, value }) => [name, multiline(value)] as const),
    ["Comment", multiline(item.comment)],
    ["Design", design],
    ["Supplier", item.assigned_supplier],
    ["Ship by", order.ship_by_date === null ? null : <Day day={order.ship_by_date} />],
    ["Gift", order.is_gift === 1 ? "Yes" : null],
    [ORDER_LABELS.buyer_note, multiline(order.buyer_note)],
    [ORDER_LABELS.gift_message, multiline(order.gift_message)],
  ],
});

const withValue = (facts: readonly Fact[]): readonly Fact[] => facts.filter(([, value]) => value !== null && value !== "");

/** What to make, in a table because each printed page of one repeats its head. Facts without a value are left out. */
function FactTable({ repeated, facts, picture }: { repeated: string; facts: TicketFacts; picture: string | null }) {
  const short = withValue(facts.short);
  const row = ([name, value]: Fact, columns: number, beside: Child = null) => (
    <tr>
      <th scope="row">{name}</th>
      <td colspan={columns}>{value}</td>
      {beside}
    </tr>
  );
  const shown = picture === null ? null : <Preview id={picture} size="printed" />;
  const besideAll = shown === null ? null : <td rowspan={short.length}>{shown}</td>;
  const columns = picture === null ? 1 : 2;
  return (
    <table class="grid">
      <thead>
        <tr>
          <th colspan={1 + columns}>{repeated}</th>
        </tr>
      </thead>
      <tbody>
        {withValue(facts.before).map((fact) => row(fact, columns))}
        {short.map((fact, index) => row(fact, 1, index === 0 ? besideAll : null))}
        {withValue(facts.after).map((fact) => row(fact, columns))}
      </tbody>
    </table>
  );
}

function Ticket(props: TicketProps) {
  const { order, item, proof, place } = props;
  const name = orderName(order);
  const design = useOwnFile(item.design_url);
  // The name of an uploaded file tells nobody anything on paper.
  const link = item.design_url === null || design !== null ? null : <DesignLink url={item.design_url} />;
  return (
    <article class="paper ticket">
      <PaperHead title={item.name} lead={order.store_name} number={name} />
      <FactTable
        repeated={`Order ${name} · ${place}`}
        facts={factsOf(props, link)}
        picture={proof?.state === "approved" ? proof.file_id : design}
      />
    </article>
  );
}

interface JobTicketsProps {
  orders: readonly PrintedOrder[];
  /** The newest proofs by the ids of their items. Not every item has one. */
  proofs: ReadonlyMap<number, NewestProof>;
}

/**
 * A ticket for each item that is left to ship, with everything that its production needs: the picture that the buyer has approved, or else that of the
 * design.
 */
export function JobTickets({ orders, proofs }: JobTicketsProps) {
  return (
    <>
      {orders.flatMap(({ order, left }) =>
        left.map(({ item, quantity }, index) => (
          <Ticket
            order={order}
            item={item}
            quantity={quantity}
            proof={proofs.get(item.id)}
            place={`item ${countText(index + 1)} of ${countText(left.length)}`}
          />
        )),
      )}
    </>
  );
}
