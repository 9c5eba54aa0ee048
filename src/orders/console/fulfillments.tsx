import { type FulfillmentStatus, meaningOf } from "../fulfillments/fulfillment-status";
import { type Fulfillment, parseFulfillment, quantitiesIn } from "../fulfillments/fulfillment";
import type { FulfillmentRow, ItemRow } from "../rows.sql.ts";
import { isLive } from "../items/item-status";
import { quantityField } from "./quantity-fields";
import { useCan } from "../../console/page-request";
import type { FormState } from "../../console/page";
import { countText } from "../../console/count-text";
import { Badge, Moment } from "../../console/parts/values";
import { CheckField, Form, initialFormState, TextField } from "../../console/parts/form";
import { Violations } from "../../console/parts/violations";
import { ExternalLink } from "../../console/parts/link";

/** With more items than this, the form has no quantity fields and the fulfillment contains every unfulfilled item. The API can fulfill parts. */
const MAX_LINES = 50;

/** The field that is filled in first when an order is shipped. */
export const TRACKING_FIELD = "tracking_number";

function Tracking({ tracking_number, tracking_url }: Fulfillment) {
  if (tracking_url !== null) return <ExternalLink href={tracking_url}>{tracking_number ?? "Tracking page"}</ExternalLink>;
  return <>{tracking_number ?? <span class="soft">No tracking number</span>}</>;
}

interface FulfillmentPanelProps {
  orderId: number;
  fulfillment: Fulfillment;
  items: readonly ItemRow[];
  canWrite: boolean;
}

function FulfillmentPanel({ orderId, fulfillment, items, canWrite }: FulfillmentPanelProps) {
  const { id, status, carrier, shipped_at, delivered_at, lines } = fulfillment;
  const name = fulfillment.tracking_number ?? id;
  const nameOf = (item: number) => items.find(({ id: itemId }) => itemId === item)?.name ?? "An item";
  const canAdvance = canWrite && delivered_at === null && meaningOf(status).allocates;
  return (
    <li class="panel fulfillment">
      <div>
        <span class="line">
          <Badge status={status} /> {carrier === null ? null : `${carrier} `}
          <Tracking {...fulfillment} />
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
      {canAdvance ? (
        <Form to={`/orders/${orderId}/fulfillments/${id}`} class="actions" undo="The fulfillment changes to">
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

function NewFulfillmentForm({
  orderId,
  unfulfilled,
  ...formState
}: FormState & { orderId: number; unfulfilled: readonly { item: ItemRow; quantity: number }[] }) {
  const defaultQuantities: Readonly<Record<string, number>> = Object.fromEntries(
    unfulfilled.map(({ item, quantity }) => [quantityField(item.id), quantity]),
  );
  const isNew = formState.violations.length === 0;
  const lineFormState = { ...formState, values: { ...defaultQuantities, ...formState.values } };
  return (
    <details open={formState.violations.length > 0}>
      <summary>Create fulfillment</summary>
      <Form
        to={`/orders/${orderId}/fulfillments`}
        class="form"
        formState={formState}
        fields={["carrier", TRACKING_FIELD, "tracking_url", ...Object.keys(defaultQuantities)]}
      >
        <div class="pair">
          <TextField name="carrier" label="Carrier" maxLength={64} list={["DHL", "FedEx", "UPS", "USPS", "Royal Mail", "DPD"]} />
          <TextField name={TRACKING_FIELD} label="Tracking number" maxLength={255} />
        </div>
        <TextField name="tracking_url" label="Tracking page" type="url" maxLength={2048} placeholder="https://" />
        {unfulfilled.length > MAX_LINES ? (
          <p class="hint">The fulfillment will contain everything that is not in one yet.</p>
        ) : (
          <fieldset>
            <legend>Quantities</legend>
            {unfulfilled.map(({ item, quantity }) => (
              <TextField
                formState={lineFormState}
                name={quantityField(item.id)}
                label={item.name}
                hint={`${countText(quantity)} not in a fulfillment yet`}
                inputmode="numeric"
                maxLength={7}
                required
              />
            ))}
          </fieldset>
        )}
        <CheckField name="shipped" label="Already shipped" formState={isNew ? initialFormState({ shipped: "on" }) : formState} />
        <button>Create fulfillment</button>
      </Form>
    </details>
  );
}

/** Rewrites quantity errors of a new fulfillment to name the item. */
function withPlainMessages(violations: FormState["violations"], items: readonly ItemRow[]): FormState["violations"] {
  return violations.map((violation) => {
    const item = items.find(({ id }) => violation.path === quantityField(id));
    if (item === undefined || violation.code !== "quantity_exceeded") return violation;
    const unfulfilled = Number(violation["left"]);
    return { ...violation, message: `Only ${countText(unfulfilled)} left to fulfill of ${item.name}.` };
  });
}

/** The items that are not completely in fulfillments, with the quantities that are left. */
export function unfulfilledItems(items: readonly ItemRow[], rows: readonly FulfillmentRow[]): { item: ItemRow; quantity: number }[] {
  const fulfilledQuantities = quantitiesIn(rows.map(parseFulfillment), () => true);
  return items.flatMap((item) => {
    const quantity = item.quantity - (fulfilledQuantities.get(item.id) ?? 0);
    return isLive(item.status) && quantity > 0 ? [{ item, quantity }] : [];
  });
}

/** Shows an order's fulfillments, oldest first, and a form for a new one while items are left to fulfill. */
export function Fulfillments({
  orderId,
  items,
  fulfillments: rows,
  ...formState
}: FormState & { orderId: number; items: readonly ItemRow[]; fulfillments: readonly FulfillmentRow[] }) {
  const canWrite = useCan("write");
  const violations = withPlainMessages(formState.violations, items);
  const fulfillments = rows.map(parseFulfillment);
  const unfulfilled = unfulfilledItems(items, rows);
  return (
    <section>
      <h2>Fulfillments</h2>
      {fulfillments.length === 0 ? <p class="soft">No fulfillments yet.</p> : null}
      <ul class="plain">
        {fulfillments.map((fulfillment) => (
          <FulfillmentPanel orderId={orderId} fulfillment={fulfillment} items={items} canWrite={canWrite} />
        ))}
      </ul>
      {unfulfilled.length === 0 ? <Violations violations={violations} fields={[]} /> : null}
      {canWrite && unfulfilled.length > 0 ? (
        <NewFulfillmentForm values={formState.values} violations={violations} orderId={orderId} unfulfilled={unfulfilled} />
      ) : null}
    </section>
  );
}
