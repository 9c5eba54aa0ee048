import * as z from "zod";
import { ExpectedVersion, fromForm } from "../../../../console/form";
import { action } from "../../../../console/page";
import { updateOrder } from "../../update-order";
import { OrderChanges, OrderPath } from "../../v2/contract";
import { pickMask } from "../customer-fields";
import { versionsOf } from "../order-forms";
import { showOrder } from "../order-page";
import { EDITABLE_COLUMNS, EDITABLE_FIELDS, EDITABLE_NAMES } from "./editable-fields";

const FieldPath = z.object({ id: OrderPath.shape.id, field: z.enum(EDITABLE_NAMES) });

const FieldForm = fromForm(
  z
    .object(OrderChanges.shape)
    .pick(pickMask([...EDITABLE_COLUMNS]))
    .extend(ExpectedVersion.shape),
  { lines: ["tags"], nulls: ["ship_by_date"] },
);

/** Saves what was edited in place: one field, or the lines of an address. */
export const editFieldForm = action(
  {
    path: "/orders/:id/fields/:field",
    permission: "write",
    param: FieldPath,
    form: FieldForm,
    renderInvalid: async ({ org, member, search, param: { id, field }, ...formState }) =>
      await showOrder({ org, member, search }, id, { rejected: { form: { field }, formState } }),
    renderCurrent: async ({ org, member, search, param }) => await showOrder({ org, member, search }, param.id, {}),
  },
  async ({ org, param: { id, field }, form }) => {
    const patch = Object.fromEntries(EDITABLE_FIELDS[field].fields.map((column) => [column, form[column]]));
    await updateOrder(org, id, { patch, versions: versionsOf(form) });
    return { to: `/orders/${id}`, flash: "order_saved" };
  },
);
