import * as z from "zod";
import type { OrgReader } from "../../../../platform/db/org-db";
import { fromForm } from "../../../../console/form";
import { formPage, type ActionResult, type FormState, type View } from "../../../../console/page";
import { Form, initialFormState, TextField } from "../../../../console/parts/form";
import { isLive } from "../../items/item-status";
import { readReprintable } from "../../read-order";
import { MAX_REPRINTS, numberOf } from "../../reprint/reprint-id";
import { idFromMarker, reprintOrder, unitsToReprint } from "../../reprint/reprint-order";
import { NewReprint, OrderPath } from "../../v2/contract";
import type { ItemRow } from "../../rows.sql.ts";
import { orderName } from "../order-name";
import { quantityField, requestedItems, withQuantityFields } from "../quantity-fields";

/** With more items than this, the form has no quantity fields and everything is reprinted. The API can reprint parts. */
const MAX_LINES = 50;

const ReprintForm = z.preprocess(
  (fields) => ({ ...(fields as object), ...requestedItems(fields as Record<string, unknown>) }),
  fromForm(NewReprint, { numbers: ["number"] }),
);

interface ReprintFormProps extends FormState {
  orderId: number;
  number: number;
  items: readonly ItemRow[];
}

function ReprintFields({ orderId, number, items, values, violations }: ReprintFormProps) {
  const quantities = Object.fromEntries(
    items.map((item) => [quantityField(item.id), isLive(item.status) && item.is_goods === 1 ? unitsToReprint(item) : 0]),
  );
  const formState = {
    values: { ...quantities, ...values },
    violations: withQuantityFields(values, violations, "Reprint at least one item."),
  };
  return (
    <Form to={`/orders/${orderId}/reprint`} class="form" formState={formState} fields={Object.keys(quantities)}>
      <input type="hidden" name="number" value={number} />
      {items.length > MAX_LINES ? (
        <p class="hint">All goods that are neither cancelled nor refunded are reprinted.</p>
      ) : (
        <fieldset>
          <legend>Quantities</legend>
          {items.map((item) => (
            <TextField
              name={quantityField(item.id)}
              label={item.name}
              hint="Enter 0 to leave this item out."
              inputmode="numeric"
              maxLength={7}
              required
            />
          ))}
        </fieldset>
      )}
      <button class="primary">Create reprint</button>
    </Form>
  );
}

async function reprintView(org: OrgReader, id: number, sent: FormState = initialFormState()): Promise<View> {
  const { parts, reprints } = await readReprintable(org, id);
  // A rejected form keeps its number, so that sending it again is still the same reprint.
  const next = numberOf(reprints.at(-1)?.external_id ?? null) + 1;
  const number = Number(sent.values["number"] ?? next);
  return {
    title: `Reprint order ${orderName(parts.order)}`,
    lead: "Creates an order with these items for the same customer and address, free of charge.",
    back: { page: `/orders/${id}`, label: `Order ${orderName(parts.order)}`, isPrinted: true },
    body:
      next > MAX_REPRINTS ? (
        <p class="empty">{`This order has ${MAX_REPRINTS} reprints, which is the limit.`}</p>
      ) : (
        <ReprintFields orderId={id} number={number} items={parts.items} {...sent} />
      ),
  };
}

const redirectToReprint = (id: number): ActionResult => ({ to: `/orders/${id}`, flash: "reprint_created" });

export const reprintForm = formPage(
  {
    path: "/orders/:id/reprint",
    param: OrderPath,
    permission: "write",
    form: ReprintForm,
    rebuildResult: (marker) => redirectToReprint(idFromMarker(marker)),
    show: async ({ org, param }, sent) => await reprintView(org, param.id, sent),
  },
  async ({ org, param, form, settings: { masterSecrets } }) => {
    const { parts } = await reprintOrder(org, param.id, { ...form, masterSecrets });
    return redirectToReprint(parts.order.id);
  },
);
