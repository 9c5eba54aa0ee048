import * as z from "zod";
import { OrderChanges, OrderPath } from "../v2/contract";
import type { OrderRow } from "../rows.sql.ts";
import { readList } from "../text-list";
import { readOrder } from "../read-order";
import { updateOrder } from "../update-order";
import { type FormState, formPage } from "../../../console/page";
import { MetadataRows, metadataValues, withMetadata } from "../../../console/parts/pair-rows";
import { Folded } from "../../../console/parts/folded";
import { Form, TextField, initialFormState } from "../../../console/parts/form";
import { CheckField } from "../../../console/parts/checkboxes";
import { ExpectedVersion, fromForm } from "../../../console/form";
import { CUSTOMER_FIELDS, CustomerFields, HandlingFields, pickMask } from "./customer-fields";
import { FLAG_LABELS, FLAG_NAMES, ORDER_LABELS } from "./field-labels";
import { versionsOf } from "./order-forms";
import { orderName } from "./order-name";

const TEXTS = ["number", ...CUSTOMER_FIELDS, "tags", "assignee"] as const;

/** Browsers do not send unchecked checkboxes. An unchecked flag stays null if it was null (`unset_flags` lists those); otherwise it becomes false. */
function parseFlags(fields: unknown): unknown {
  const flags = { ...(fields as Record<string, unknown>) };
  const unsetFlags = typeof flags["unset_flags"] === "string" ? flags["unset_flags"].split(" ") : [];
  for (const name of FLAG_NAMES) if (flags[name] !== undefined || !unsetFlags.includes(name)) flags[name] = flags[name] !== undefined;
  return flags;
}

const EditForm = z.preprocess(
  parseFlags,
  withMetadata(
    fromForm(
      z
        .object(OrderChanges.shape)
        .pick(pickMask([...TEXTS, "metadata", ...FLAG_NAMES]))
        .extend(ExpectedVersion.shape),
      { lines: ["tags"], nulls: ["ship_by_date"] },
    ),
  ),
);

function EditOrder({ order, ...formState }: FormState & { order: OrderRow }) {
  const unsetFlags = FLAG_NAMES.filter((name) => order[name] === null);
  return (
    <Form to={`/orders/${order.id}`} class="form" formState={formState} fields={[...TEXTS, "metadata"]} version={order.version}>
      <input type="hidden" name="unset_flags" value={unsetFlags.join(" ")} />
      <h2>Order</h2>
      <TextField name="number" label={ORDER_LABELS.number} maxLength={255} />
      <HandlingFields />
      <CustomerFields />
      <Folded label="Flags" names={FLAG_NAMES}>
        {FLAG_NAMES.map((name) => (
          <CheckField name={name} label={FLAG_LABELS[name]} />
        ))}
      </Folded>
      <Folded label="Metadata" names={["metadata", "metadata_name"]}>
        <MetadataRows formState={formState} />
      </Folded>
      <button class="primary">Save order</button>
    </Form>
  );
}

export const editOrder = formPage(
  {
    path: "/orders/:id/edit",
    to: "/orders/:id",
    param: OrderPath,
    permission: "write",
    form: EditForm,
    show: async ({ org, param: { id } }, sent) => {
      const { order } = await readOrder(org, id);
      return {
        title: `Edit order ${orderName(order)}`,
        lead: "Most fields can also be edited on the page of the order. An item is edited on its own page.",
        back: { page: `/orders/${id}`, label: `Order ${orderName(order)}`, isPrinted: true },
        body: (
          <EditOrder
            order={order}
            {...(sent ?? initialFormState({ ...order, ...metadataValues(order.metadata), tags: readList(order.tags).join("\n") }))}
          />
        ),
      };
    },
  },
  async ({ org, param, form: { expected_version, ...patch } }) => {
    await updateOrder(org, param.id, { patch, versions: versionsOf({ expected_version }) });
    return { to: `/orders/${param.id}`, flash: "order_saved" };
  },
);
