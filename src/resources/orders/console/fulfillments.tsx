import { parseFulfillment, quantitiesIn } from "../fulfillments/fulfillment";
import type { FulfillmentRow, ItemRow } from "../rows.sql.ts";
import { isLive } from "../items/item-status";
import type { ShopNotice } from "../../connections/outgoing/shop-notices";
import { quantityField } from "./quantity-fields";
import { useCan } from "../../../console/page-request";
import type { FormState } from "../../../console/page";
import { countText } from "../../../console/count-text";
import { CheckField, Form, initialFormState, TextField } from "../../../console/parts/form";
import { Violations } from "../../../console/parts/violations";
import { FulfillmentPanel, type RejectedFulfillment, TRACKING_FIELDS, TrackingFields } from "./fulfillment-panel";

/** With more items than this, the form has no quantity fields and the fulfillment contains every unfulfilled item. The API can fulfill parts. */
const MAX_LINES = 50;

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
        fields={[...TRACKING_FIELDS, ...Object.keys(defaultQuantities)]}
      >
        <TrackingFields />
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
  notices,
  rejected,
  ...formState
}: FormState & {
  orderId: number;
  items: readonly ItemRow[];
  fulfillments: readonly FulfillmentRow[];
  notices: ReadonlyMap<string, ShopNotice>;
  rejected: RejectedFulfillment | undefined;
}) {
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
          <FulfillmentPanel
            orderId={orderId}
            fulfillment={fulfillment}
            items={items}
            canWrite={canWrite}
            notice={notices.get(fulfillment.id)}
            rejected={rejected?.id === fulfillment.id ? rejected : undefined}
          />
        ))}
      </ul>
      {unfulfilled.length === 0 ? <Violations violations={violations} fields={[]} /> : null}
      {canWrite && unfulfilled.length > 0 ? (
        <NewFulfillmentForm values={formState.values} violations={violations} orderId={orderId} unfulfilled={unfulfilled} />
      ) : null}
    </section>
  );
}
