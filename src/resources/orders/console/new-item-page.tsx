import { fromForm } from "../../../console/form";
import { type ActionResult, type FormState, formPage } from "../../../console/page";
import { withMetadata, withPairs } from "../../../console/parts/pair-rows";
import { Form, initialFormState } from "../../../console/parts/form";
import { NewItem } from "../items/v2/contract";
import { readOrder } from "../read-order";
import type { OrderRow } from "../rows.sql.ts";
import { addItem } from "../update-order";
import { OrderPath } from "../v2/contract";
import { pickMask } from "./customer-fields";
import { ITEM_LABELS } from "./field-labels";
import { CostInput, ITEM_FIELD_NAMES, ItemFields } from "./item-form";
import { orderName } from "./order-name";

const TEXTS = ["design_url", ...(Object.keys(ITEM_LABELS) as (keyof typeof ITEM_LABELS)[])] as const;

/** The fields of POST /api/v2/orders/{id}/items that a person fills in. A product may supply those that are empty. */
const NewItemForm = withMetadata(
  withPairs(
    ["properties"],
    fromForm(
      NewItem.pick(pickMask([...TEXTS, "name", "quantity", "price", "tax", "requires_shipping", "properties", "metadata"])).extend({
        cost: CostInput.optional(),
      }),
      {
        numbers: ["quantity", "price", "tax", "cost"],
        booleans: ["requires_shipping"],
        absent: [...TEXTS, "quantity", "tax", "cost"],
      },
    ),
  ),
);

function NewItemFields({ order, ...formState }: FormState & { order: OrderRow }) {
  return (
    <Form to={`/orders/${order.id}/items/new`} class="form" formState={formState} fields={ITEM_FIELD_NAMES}>
      <ItemFields order={order} item={null} formState={formState} />
      <button class="primary">Add item</button>
    </Form>
  );
}

const redirectToOrder = (orderId: number): ActionResult => ({ to: `/orders/${orderId}`, flash: "item_added" });

export const newItem = formPage(
  {
    path: "/orders/:id/items/new",
    param: OrderPath,
    permission: "write",
    form: NewItemForm,
    rebuildResult: (marker) => redirectToOrder((marker as { order_id: number }).order_id),
    show: async ({ org, param: { id } }, sent = initialFormState()) => {
      const { order } = await readOrder(org, id);
      return {
        title: `Add an item to order ${orderName(order)}`,
        lead: "The subtotal, the tax and the total of the order will contain it. Discount and shipping do not change.",
        back: { page: `/orders/${id}`, label: `Order ${orderName(order)}`, isPrinted: true },
        body: <NewItemFields order={order} {...sent} />,
      };
    },
  },
  async ({ org, param, form }) => {
    // At any version of the order, because a new item overwrites nothing.
    await addItem(org, param.id, { item: form, versions: null });
    return redirectToOrder(param.id);
  },
);
