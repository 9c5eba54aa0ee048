import { TextArea, TextField } from "../../../../console/parts/form";
import { type Editable, IN_PLACE_PREFIX } from "../../../../console/parts/in-place";
import type { OrderRow } from "../../rows.sql.ts";
import { SHIP_ADDRESS } from "../../text-columns";
import { MAX_LONG_TEXT_LENGTH } from "../../order-limits";
import { readList } from "../../text-list";
import { AddressFields } from "../customer-fields";
import { ORDER_LABELS, SHIPPING_ADDRESS_LABEL } from "../field-labels";

interface EditableColumns extends Editable {
  fields: readonly (keyof OrderRow)[];
}

/** What is edited on the page of an order, by the name in the path of its form. */
export const EDITABLE_FIELDS = {
  "customer-name": {
    label: "Name",
    fields: ["customer_name"],
    inputs: () => <TextField name="customer_name" label="Name" maxLength={255} />,
  },
  email: {
    label: ORDER_LABELS.customer_email,
    fields: ["customer_email"],
    inputs: () => <TextField name="customer_email" label={ORDER_LABELS.customer_email} inputmode="email" maxLength={320} />,
  },
  phone: {
    label: ORDER_LABELS.customer_phone,
    fields: ["customer_phone"],
    inputs: () => <TextField name="customer_phone" label={ORDER_LABELS.customer_phone} maxLength={32} />,
  },
  address: {
    label: ORDER_LABELS.customer_address,
    fields: ["customer_address"],
    inputs: () => <TextArea name="customer_address" label={ORDER_LABELS.customer_address} maxLength={1024} rows={2} />,
  },
  "shipping-address": {
    label: SHIPPING_ADDRESS_LABEL,
    fields: ["ship_name", "ship_company", ...SHIP_ADDRESS],
    inputs: () => <AddressFields />,
  },
  "ship-by": {
    label: ORDER_LABELS.ship_by_date,
    fields: ["ship_by_date"],
    inputs: () => <TextField name="ship_by_date" label={ORDER_LABELS.ship_by_date} type="date" />,
  },
  service: {
    label: ORDER_LABELS.shipping_service,
    fields: ["shipping_service"],
    inputs: () => <TextField name="shipping_service" label={ORDER_LABELS.shipping_service} maxLength={255} />,
  },
  note: {
    label: ORDER_LABELS.buyer_note,
    fields: ["buyer_note"],
    inputs: () => <TextArea name="buyer_note" label={ORDER_LABELS.buyer_note} maxLength={MAX_LONG_TEXT_LENGTH} rows={3} />,
  },
  gift: {
    label: ORDER_LABELS.gift_message,
    fields: ["gift_message"],
    inputs: () => <TextArea name="gift_message" label={ORDER_LABELS.gift_message} maxLength={MAX_LONG_TEXT_LENGTH} rows={3} />,
  },
  tags: {
    label: ORDER_LABELS.tags,
    fields: ["tags"],
    inputs: () => <TextArea name="tags" label={ORDER_LABELS.tags} hint="One per line." rows={3} />,
  },
  assignee: {
    label: ORDER_LABELS.assignee,
    fields: ["assignee"],
    inputs: () => (
      <TextField name="assignee" label={ORDER_LABELS.assignee} hint="An email address or a name." maxLength={255} pick="members" />
    ),
  },
} as const satisfies Readonly<Record<string, EditableColumns>>;

/** The id of the first input of a field. A link to it opens the form and gives it the focus, without a script. */
export const inPlaceId = (field: EditableField): string => IN_PLACE_PREFIX + EDITABLE_FIELDS[field].fields[0];

export type EditableField = keyof typeof EDITABLE_FIELDS;

export const EDITABLE_NAMES = Object.keys(EDITABLE_FIELDS) as [EditableField, ...EditableField[]];

/** All columns that are edited in place. */
export const EDITABLE_COLUMNS = EDITABLE_NAMES.flatMap((name) => [...EDITABLE_FIELDS[name].fields]);

/** The values of the columns as their inputs have them. */
export function valuesOf(order: OrderRow, field: EditableField): Readonly<Record<string, unknown>> {
  const values = Object.fromEntries(EDITABLE_FIELDS[field].fields.map((column) => [column, order[column]]));
  return field === "tags" ? { tags: readList(order.tags).join("\n") } : values;
}
