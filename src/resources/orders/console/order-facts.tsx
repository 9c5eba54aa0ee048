import type { Child } from "hono/jsx";
import type { SHIP_ADDRESS } from "../text-columns";
import type { OrderFigures } from "../read-order";
import type { OrderRow } from "../rows.sql.ts";
import type { TicketRow } from "../../tickets/rows.sql.ts";
import { useCan } from "../../../console/page-request";
import { Badge, Facts, Money } from "../../../console/parts/values";
import { PageLink } from "../../../console/parts/link";
import { countryName } from "./country-name";
import { ORDER_LABELS } from "./field-labels";

/** A shipping address, by its columns. Items have no company. */
type Address = Readonly<Record<(typeof SHIP_ADDRESS)[number], string | null>> & { ship_name?: string | null; ship_company?: string | null };

/** An address in lines, as on a shipping label. Shows "Unknown" if it is empty. */
export function AddressLines(address: Address) {
  const { ship_name, ship_company, ship_address1, ship_address2, ship_city, ship_state, ship_zipcode, ship_country } = address;
  const town = [ship_city, ship_state, ship_zipcode].filter((part) => part !== null).join(", ");
  const country = ship_country === null ? null : countryName(ship_country);
  const all = [ship_name, ship_company, ship_address1, ship_address2, town, country];
  const lines = all.filter((line) => line !== undefined && line !== null && line !== "");
  if (lines.length === 0) return <span class="soft">Unknown</span>;
  return (
    <>
      {lines.map((line) => (
        <span class="line">{line}</span>
      ))}
    </>
  );
}

/** A panel with facts. Nothing if none is known. */
export function FactsPanel({ title, facts }: { title: string; facts: readonly (readonly [string, Child])[] }) {
  if (facts.every(([, value]) => value === null)) return null;
  return (
    <section class="panel">
      <h2>{title}</h2>
      <Facts facts={facts} />
    </section>
  );
}

/** The tax that the amount above contains, which is not added to it. */
function taxWithin(units: number, currency: string): readonly (readonly [Child, Child])[] {
  if (units === 0) return [];
  const amount = (
    <span class="soft">
      <Money units={units} currency={currency} />
    </span>
  );
  return [[<span class="within">of which tax</span>, amount]];
}

/** The amounts that the customer pays, and what was refunded. */
export function Amounts({ order }: { order: OrderRow }) {
  const { currency } = order;
  const money = (units: number) => <Money units={units} currency={currency} />;
  // A part of 0 is left out.
  const part = (units: number | null) => (units === null || units === 0 ? null : money(units));
  const facts = [
    [ORDER_LABELS.subtotal, money(order.subtotal)],
    [ORDER_LABELS.shipping_cost, part(order.shipping_cost)],
    [ORDER_LABELS.fees, part(order.fees)],
    [ORDER_LABELS.tax, order.taxes_included === 1 ? null : part(order.tax)],
    [ORDER_LABELS.discount, part(-order.discount)],
  ] as const;
  const total = [
    [<strong>{ORDER_LABELS.total_amount}</strong>, <strong>{money(order.total_amount)}</strong>],
    ...(order.taxes_included === 1 ? taxWithin(order.tax ?? 0, currency) : []),
  ] as const;
  const refund = order.refund_amount ?? 0;
  const refunded =
    refund === 0
      ? []
      : ([
          ["Refunded", money(-refund)],
          ...taxWithin(order.refunded_tax, currency),
          [<strong>Left after refunds</strong>, <strong>{money(order.total_amount - refund)}</strong>],
        ] as const);
  return (
    <section class="panel">
      <h2>Amounts</h2>
      <Facts class="amounts" facts={[...facts, ...total, ...refunded]} />
    </section>
  );
}

/**
 * The costs and the profit of an order, or why they are unknown. Nothing for a cancelled order without costs, which is in no
 * report, and for members who may not see it.
 */
export function Profit({ order, figures }: { order: OrderRow; figures: OrderFigures | null }) {
  const { currency, status } = order;
  if (figures === null || (status === "Cancelled" && figures.cost === 0)) return null;
  const { cost, profit, hasCancelledCosts } = figures;
  const money = (units: number | null) => (units === null ? "—" : <Money units={units} currency={currency} />);
  // Without units, all items are cancelled or removed. None of them needs a cost then, so an unknown cost means that none has one.
  const unknownCost = order.units === 0 ? "No item has a cost." : "An item has no cost.";
  const facts = [
    ["Costs", money(cost)],
    ["Profit", money(profit)],
  ] as const;
  return (
    <section class="panel">
      <h2>Profit</h2>
      <Facts class="amounts" facts={facts} />
      {cost === null ? <p class="soft">{unknownCost}</p> : null}
      {hasCancelledCosts ? (
        <p class="soft">
          The costs include items that were cancelled after they were sent to a supplier. Clear the cost of an item that was not charged.
        </p>
      ) : null}
    </section>
  );
}

/** The newest tickets about the order, and a link that opens a new one. */
export function Tickets({ orderId, tickets }: { orderId: number; tickets: readonly TicketRow[] }) {
  const canWrite = useCan("write");
  if (tickets.length === 0 && !canWrite) return null;
  return (
    <section class={tickets.length === 0 ? "panel on-screen" : "panel"}>
      <h2>Tickets</h2>
      {tickets.length === 0 ? null : (
        <ul class="plain">
          {tickets.map(({ id, subject, status }) => (
            <li>
              <PageLink page={`/tickets/${id}`}>{subject}</PageLink> <Badge status={status} />
            </li>
          ))}
        </ul>
      )}
      {canWrite ? (
        <span class="on-screen">
          <PageLink page={`/tickets/new?order_id=${orderId}`}>Open a ticket about this order</PageLink>
        </span>
      ) : null}
    </section>
  );
}
