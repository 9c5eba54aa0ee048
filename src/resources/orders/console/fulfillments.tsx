import { parseFulfillment, quantitiesIn } from "../fulfillments/fulfillment";
import type { FulfillmentRow, ItemRow, OrderRow } from "../rows.sql.ts";
import { isHeldItem, isShippable, orderObstacle, saysShipped } from "../items/shippable";
import { isLive } from "../items/item-status";
import { unitsLeft } from "../items/units-left";
import { defaultQuantities, LineQuantities, quantityFieldNames } from "./line-quantities";
import type { ShopNotice } from "../../connections/outgoing/shop-notices";
import { quantityField } from "./quantity-fields";
import { useCan, usePageRequest } from "../../../console/page-request";
import type { FormState } from "../../../console/page";
import { countText } from "../../../console/count-text";
import { Form, initialFormState, TextField } from "../../../console/parts/form";
import { MAX_OVERRIDE_LENGTH } from "../order-limits";
import { CheckField } from "../../../console/parts/checkboxes";
import { Icon } from "../../../console/parts/icon";
import { partOf, PartPager } from "../../../console/parts/parts-of-list";
import { Violations } from "../../../console/parts/violations";
import { FulfillmentPanel, type RejectedFulfillment, TRACKING_FIELDS, TrackingFields } from "./fulfillment-panel";

const OVERRIDE_FIELD = "override_reason";

/** Fulfillments on a page of an order, so that the page stays small. */
const PAGE_SIZE = 20;

/** With more items than this, those on hold are only counted. */
const MAX_NAMED = 5;

function ShipForm({
  order,
  unfulfilled,
  isOpen,
  ...formState
}: FormState & { order: OrderRow; unfulfilled: readonly { item: ItemRow; quantity: number }[]; isOpen: boolean }) {
  const isFirstShown = formState.violations.length === 0;
  const lineFormState = { ...formState, values: { ...defaultQuantities(unfulfilled), ...formState.values } };
  return (
    <details class="ship" open={isOpen || formState.violations.length > 0}>
      <summary class="button">
        <Icon name="ship" />
        Ship items
      </summary>
      <Form
        to={`/orders/${order.id}/fulfillments`}
        class="form"
        version={order.version}
        formState={formState}
        fields={[...TRACKING_FIELDS, OVERRIDE_FIELD, ...quantityFieldNames(unfulfilled)]}
      >
        <TrackingFields />
        <LineQuantities lines={unfulfilled} formState={lineFormState} />
        {formState.violations.some(({ code }) => code === "not_ready") ? (
          <TextField name={OVERRIDE_FIELD} label="Reason to ship it although it is not ready" maxLength={MAX_OVERRIDE_LENGTH} />
        ) : null}
        <CheckField
          name="shipped"
          label="Mark as shipped"
          hint="Otherwise the fulfillment is created, and you mark it as shipped later."
          formState={isFirstShown ? initialFormState({ shipped: "on" }) : formState}
        />
        <button class="primary">Ship</button>
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

interface FulfilledOrder {
  order: OrderRow;
  items: readonly ItemRow[];
  fulfillments: readonly FulfillmentRow[];
}

/** The goods that may be shipped and are not completely in fulfillments, with the quantities that are left. */
export function unfulfilledItems({ order, items, fulfillments: rows }: FulfilledOrder, now: number): { item: ItemRow; quantity: number }[] {
  if (orderObstacle(order, now) !== null) return [];
  const fulfilledQuantities = quantitiesIn(rows.map(parseFulfillment), () => true);
  return items.flatMap((item) => {
    const quantity = unitsLeft(item, fulfilledQuantities.get(item.id) ?? 0);
    return item.is_goods === 1 && isShippable(item, now) && quantity > 0 ? [{ item, quantity }] : [];
  });
}

/** Why something of an order may not be shipped. Nothing if everything that is left may be. */
function Obstacles({ order, items }: Pick<FulfilledOrder, "order" | "items">) {
  const { now } = usePageRequest();
  const obstacle = orderObstacle(order, now);
  const heldItems = items.filter((item) => isLive(item.status) && !saysShipped(item.status) && isHeldItem(item, now));
  if (obstacle !== null) return <p class="soft">{`This order is ${obstacle}, so nothing of it can be shipped.`}</p>;
  const names = heldItems.length > MAX_NAMED ? `${countText(heldItems.length)} items` : heldItems.map(({ name }) => name).join(", ");
  return heldItems.length === 0 ? null : <p class="soft">{`On hold, so not shipped: ${names}.`}</p>;
}

/** Which fulfillments a page shows: those of a page of them, or that of one fulfillment. */
export type ShownFulfillments = { page: number } | { id: string };

type FulfillmentsProps = FormState &
  FulfilledOrder & {
    notices: ReadonlyMap<string, ShopNotice>;
    rejected: RejectedFulfillment | undefined;
    isOpen: boolean;
    /** Default: the newest ones. */
    shown: ShownFulfillments | undefined;
  };

/** Shows a page of an order's fulfillments, oldest first, and a form for a new one while items are left to fulfill. */
export function Fulfillments({
  order,
  items,
  fulfillments: rows,
  notices,
  rejected,
  isOpen,
  shown = { page: Infinity },
  ...formState
}: FulfillmentsProps) {
  const { id: orderId } = order;
  const canWrite = useCan("write");
  const { now } = usePageRequest();
  const violations = withPlainMessages(formState.violations, items);
  const fulfillments = rows.map((row, index) => ({ row, nth: index + 1 }));
  const page = "page" in shown ? shown.page : Math.ceil((rows.findIndex(({ id }) => id === shown.id) + 1) / PAGE_SIZE);
  const part = partOf(fulfillments, page, PAGE_SIZE);
  const names = new Map(items.map(({ id, name }) => [id, name]));
  const unfulfilled = unfulfilledItems({ order, items, fulfillments: rows }, now);
  return (
    <section id="fulfillments">
      <h2>Fulfillments</h2>
      {fulfillments.length === 0 ? <p class="soft">No fulfillments yet.</p> : null}
      <ul class="plain">
        {part.rows.map(({ row, nth }) => (
          <FulfillmentPanel
            orderId={orderId}
            fulfillment={parseFulfillment(row)}
            version={row.version}
            nth={nth}
            names={names}
            canWrite={canWrite}
            notice={notices.get(row.id)}
            rejected={rejected?.id === row.id ? rejected : undefined}
          />
        ))}
      </ul>
      <PartPager part={part} plural="fulfillments" pathOf={(to) => `/orders/${orderId}?fulfillments_page=${to}#fulfillments`} />
      <Obstacles order={order} items={items} />
      {unfulfilled.length === 0 ? <Violations violations={violations} fields={[]} /> : null}
      {canWrite && unfulfilled.length > 0 ? (
        <ShipForm values={formState.values} violations={violations} order={order} unfulfilled={unfulfilled} isOpen={isOpen} />
      ) : null}
    </section>
  );
}
