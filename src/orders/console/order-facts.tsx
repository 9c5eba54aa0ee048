import type { OrderRow } from "../rows.sql.ts";
import type { TicketRow } from "../../tickets/rows.sql.ts";
import { toAmount } from "../../platform/values/money";
import { useMay } from "../../console/ask";
import { Badge } from "../../console/parts/badge";
import { Money } from "../../console/parts/figures";
import { To } from "../../console/parts/link";

const FLAGS = [
  ["is_gift", "Gift"],
  ["is_refunded", "Refunded"],
  ["is_case_closed", "Case closed"],
  ["is_lost", "Lost"],
  ["requires_audit", "Needs an audit"],
] as const;

/** Where something is sent, line by line. */
interface Address {
  ship_address1: string | null;
  ship_address2: string | null;
  ship_city: string | null;
  ship_state: string | null;
  ship_zipcode: string | null;
  ship_country: string | null;
}

/** An address as it stands on a parcel; nothing where there is none. */
export function AddressLines(address: Address) {
  const { ship_address1, ship_address2, ship_city, ship_state, ship_zipcode, ship_country } = address;
  const town = [ship_city, ship_state, ship_zipcode].filter((part) => part !== null).join(", ");
  const lines = [ship_address1, ship_address2, town, ship_country].filter((line) => line !== null && line !== "");
  if (lines.length === 0) return <span class="soft">Not known</span>;
  return (
    <>
      {lines.map((line) => (
        <span class="line">{line}</span>
      ))}
    </>
  );
}

/** Who ordered, and where it goes. No e-mail address and no payment method: no surface shows them. */
export function Customer({ order }: { order: OrderRow }) {
  const flags = FLAGS.filter(([name]) => order[name] === 1);
  return (
    <section class="panel">
      <h2>Customer</h2>
      <dl class="facts">
        <dt>Name</dt>
        <dd>{order.customer_name ?? <span class="soft">Not known</span>}</dd>
        {order.customer_address === null ? null : (
          <>
            <dt>Address</dt>
            <dd class="words">{order.customer_address}</dd>
          </>
        )}
        <dt>Ships to</dt>
        <dd>
          <AddressLines {...order} />
        </dd>
        {flags.length === 0 ? null : (
          <>
            <dt>Marked</dt>
            <dd class="badges">
              {flags.map(([, shown]) => (
                <Badge status={shown} />
              ))}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** What it costs the customer. */
export function Amounts({ order }: { order: OrderRow }) {
  const { currency } = order;
  const lines = [
    ["Subtotal", order.subtotal],
    ["Shipping", order.shipping_cost],
    // Where it is included, it is part of the lines above it and of the total, and not added to them.
    [order.taxes_included === 1 ? "Tax, included" : "Tax", order.tax],
    ["Discount", -order.discount],
  ] as const;
  return (
    <section class="panel">
      <h2>Money</h2>
      <dl class="facts amounts">
        {lines.map(([name, units]) => (
          <>
            <dt>{name}</dt>
            <dd>
              <Money amount={toAmount(units === 0 ? 0 : units)} currency={currency} />
            </dd>
          </>
        ))}
        <dt>
          <strong>Total</strong>
        </dt>
        <dd>
          <strong>
            <Money amount={toAmount(order.total_amount)} currency={currency} />
          </strong>
        </dd>
      </dl>
    </section>
  );
}

/** The newest tickets about the order, and the way to a new one. */
export function Tickets({ orderId, tickets }: { orderId: number; tickets: readonly TicketRow[] }) {
  const mayWrite = useMay("write");
  if (tickets.length === 0 && !mayWrite) return null;
  return (
    <section class="panel">
      <h2>Tickets</h2>
      {tickets.length === 0 ? null : (
        <ul class="plain">
          {tickets.map(({ id, subject, status }) => (
            <li>
              <To page={`/tickets/${id}`}>{subject}</To> <Badge status={status} />
            </li>
          ))}
        </ul>
      )}
      {mayWrite ? <To page={`/tickets/new?order_id=${orderId}`}>Open a ticket about this order</To> : null}
    </section>
  );
}
