import { type FulfillmentStatus, meaningOf } from "../fulfillments/fulfillment-status";
import { type Parcel, parcelOf, quantitiesIn } from "../fulfillments/parcel";
import type { FulfillmentRow, ItemRow } from "../rows.sql.ts";
import { isLive } from "../items/item-status";
import { useMay } from "../../console/ask";
import { Badge } from "../../console/parts/badge";
import { countText, Moment } from "../../console/parts/figures";
import { CheckField, Faults, type Filled, Form, TextField } from "../../console/parts/form";
import { Outside } from "../../console/parts/link";

/** Beyond so many a parcel takes all that is left, and is made in parts over the API. */
const MAX_LINES = 50;

function Tracking({ tracking_number, tracking_url }: Parcel) {
  if (tracking_url !== null) return <Outside href={tracking_url}>{tracking_number ?? "Follow it"}</Outside>;
  return <>{tracking_number ?? <span class="soft">No tracking number</span>}</>;
}

interface OneParcelProps {
  orderId: number;
  parcel: Parcel;
  items: readonly ItemRow[];
  mayWrite: boolean;
}

function OneParcel({ orderId, parcel, items, mayWrite }: OneParcelProps) {
  const { id, status, carrier, shipped_at, delivered_at, lines } = parcel;
  const name = parcel.tracking_number ?? id;
  const nameOf = (item: number) => items.find((one) => one.id === item)?.name ?? "An item";
  const mayArrive = mayWrite && delivered_at === null && meaningOf(status).holds;
  return (
    <li class="panel parcel">
      <div>
        <span class="line">
          <Badge status={status} /> {carrier === null ? null : `${carrier} `}
          <Tracking {...parcel} />
        </span>
        <span class="line soft">{lines.map((line) => `${countText(line.quantity)} × ${nameOf(line.order_item_id)}`).join(", ")}</span>
        <span class="line soft">
          {shipped_at === null ? (
            "Not shipped yet"
          ) : (
            <>
              Shipped <Moment at={shipped_at} time />
            </>
          )}
          {delivered_at === null ? null : (
            <>
              , delivered <Moment at={delivered_at} time />
            </>
          )}
        </span>
      </div>
      {mayArrive ? (
        <Form to={`/orders/${orderId}/parcels/${id}`} class="actions">
          {shipped_at === null ? (
            <button name="status" value={"in_transit" satisfies FulfillmentStatus} aria-label={`Mark shipped: ${name}`}>
              Mark shipped
            </button>
          ) : null}
          <button name="status" value={"delivered" satisfies FulfillmentStatus} aria-label={`Mark delivered: ${name}`}>
            Mark delivered
          </button>
        </Form>
      ) : null}
    </li>
  );
}

function NewParcel({ orderId, left, ...filled }: Filled & { orderId: number; left: readonly { item: ItemRow; quantity: number }[] }) {
  const usual: Readonly<Record<string, number>> = Object.fromEntries(left.map(({ item, quantity }) => [`take_${item.id}`, quantity]));
  const filledLines = { ...filled, values: { ...usual, ...filled.values } };
  return (
    <details open={filled.faults.length > 0}>
      <summary>Add a parcel</summary>
      <Form
        to={`/orders/${orderId}/parcels`}
        class="form"
        filled={filled}
        fields={["carrier", "tracking_number", "tracking_url", ...Object.keys(usual)]}
      >
        <div class="pair">
          <TextField name="carrier" label="Carrier" most={64} list={["DHL", "FedEx", "UPS", "USPS", "Royal Mail", "DPD"]} />
          <TextField name="tracking_number" label="Tracking number" most={255} />
        </div>
        <TextField name="tracking_url" label="Tracking page" type="url" most={2048} placeholder="https://" />
        {left.length > MAX_LINES ? (
          <p class="hint">It takes all that is in no parcel yet.</p>
        ) : (
          <fieldset>
            <legend>How many of each</legend>
            {left.map(({ item, quantity }) => (
              <TextField
                filled={filledLines}
                name={`take_${item.id}`}
                label={item.name}
                hint={`${countText(quantity)} in no parcel yet`}
                inputmode="numeric"
                most={7}
                required
              />
            ))}
          </fieldset>
        )}
        <CheckField name="shipped" label="It has been shipped" />
        <button>Save parcel</button>
      </Form>
    </details>
  );
}

/** What is wrong with a parcel; of more than there is, which item it is of. */
function inPlainWords(faults: Filled["faults"], items: readonly ItemRow[]): Filled["faults"] {
  return faults.map((fault) => {
    const item = items.find(({ id }) => fault.path === `take_${id}`);
    if (item === undefined || fault.code !== "quantity_exceeded") return fault;
    const left = Number(fault["left"]);
    return { ...fault, message: `There ${left === 1 ? "is" : "are"} only ${countText(left)} left to pack of ${item.name}.` };
  });
}

/** An order's parcels, oldest first, and a way to make one of what is in none yet. */
export function Parcels({
  orderId,
  items,
  fulfillments,
  ...filled
}: Filled & { orderId: number; items: readonly ItemRow[]; fulfillments: readonly FulfillmentRow[] }) {
  const mayWrite = useMay("write");
  const faults = inPlainWords(filled.faults, items);
  const parcels = fulfillments.map(parcelOf);
  const held = quantitiesIn(parcels, () => true);
  const left = items.flatMap((item) => {
    const quantity = item.quantity - (held.get(item.id) ?? 0);
    return isLive(item.status) && quantity > 0 ? [{ item, quantity }] : [];
  });
  return (
    <section>
      <h2>Parcels</h2>
      {parcels.length === 0 ? <p class="soft">No parcels yet.</p> : null}
      <ul class="plain">
        {parcels.map((parcel) => (
          <OneParcel orderId={orderId} parcel={parcel} items={items} mayWrite={mayWrite} />
        ))}
      </ul>
      {left.length === 0 ? <Faults faults={faults} fields={[]} /> : null}
      {mayWrite && left.length > 0 ? <NewParcel values={filled.values} faults={faults} orderId={orderId} left={left} /> : null}
    </section>
  );
}
