import type { Child } from "hono/jsx";
import { useCan } from "../../../../console/page-request";
import type { FormState } from "../../../../console/page";
import { TextArea, TextField } from "../../../../console/parts/form";
import { type Editable, editedFact } from "../../../../console/parts/in-place";
import { metadataValues, pairValues } from "../../../../console/parts/pair-rows";
import { toAmount } from "../../../../platform/values/money";
import { MAX_URL_LENGTH } from "../../../../platform/values/text-limits";
import { readProperties } from "../../items/properties";
import type { ItemRow } from "../../rows.sql.ts";
import { ITEM_FORM_LABELS, ITEM_LABELS } from "../field-labels";

/** The values of an item in its forms. Amounts are in currency units, as people type them. */
export function itemValues(item: ItemRow): FormState["values"] {
  const amountText = (units: number | null) => (units === null ? "" : toAmount(units));
  const pairs = pairValues("properties", readProperties(item.properties));
  const requires_shipping = item.requires_shipping === null ? "" : String(item.requires_shipping === 1);
  const amounts = { price: toAmount(item.price), tax: amountText(item.tax), cost: amountText(item.cost) };
  return { ...item, ...pairs, ...metadataValues(item.metadata), ...amounts, requires_shipping };
}

interface EditableColumns extends Editable {
  fields: readonly (keyof typeof ITEM_LABELS | keyof typeof ITEM_FORM_LABELS)[];
}

const text = (name: keyof typeof ITEM_LABELS): EditableColumns => ({
  label: ITEM_LABELS[name],
  fields: [name],
  inputs: () => <TextArea name={name} label={ITEM_LABELS[name]} maxLength={5000} rows={3} />,
});

const texts = (label: string, names: readonly (keyof typeof ITEM_LABELS)[]): EditableColumns => ({
  label,
  fields: names,
  inputs: () => names.map((name) => <TextField name={name} label={ITEM_LABELS[name]} maxLength={255} />),
});

const amount = (name: "price" | "tax" | "cost", hint: string): EditableColumns => ({
  label: ITEM_FORM_LABELS[name],
  fields: [name],
  inputs: () => <TextField name={name} label={ITEM_FORM_LABELS[name]} hint={hint} inputmode="decimal" required={name === "price"} />,
});

const KINDS = ["size", "color", "style", "material"] as const;

/** What is edited on the page of an item, by the name in the path of its form. */
export const EDITABLE_ITEM_FIELDS = {
  quantity: {
    label: ITEM_FORM_LABELS.quantity,
    fields: ["quantity"],
    inputs: () => (
      <TextField
        name="quantity"
        label={ITEM_FORM_LABELS.quantity}
        hint="At least what is in fulfillments."
        inputmode="numeric"
        maxLength={7}
        required
      />
    ),
  },
  personalization: text("personalization"),
  variation: {
    label: "Variation",
    fields: ["variations", ...KINDS],
    inputs: () => (
      <>
        <TextArea name="variations" label={ITEM_LABELS.variations} maxLength={5000} rows={2} />
        {KINDS.map((name) => (
          <TextField name={name} label={ITEM_LABELS[name]} maxLength={255} />
        ))}
      </>
    ),
  },
  sku: texts(ITEM_LABELS.sku, ["sku", "custom_sku"]),
  supplier: texts(ITEM_LABELS.assigned_supplier, ["assigned_supplier", "sub_supplier"]),
  comment: text("comment"),
  design: {
    label: ITEM_FORM_LABELS.design_url,
    fields: ["design_url"],
    inputs: () => <TextField name="design_url" label={ITEM_FORM_LABELS.design_url} maxLength={MAX_URL_LENGTH} placeholder="https://" />,
  },
  price: amount("price", "Of one unit."),
  tax: amount("tax", "Of all units together. The tax of the order contains it."),
  cost: {
    ...amount("cost", ""),
    inputs: () => (
      <TextField
        name="cost"
        label={ITEM_FORM_LABELS.cost}
        hint={`Of one unit. ${useCan("money") ? "The APIs never return it." : "After you have saved it, you cannot see or change it."}`}
        inputmode="decimal"
      />
    ),
  },
} as const satisfies Readonly<Record<string, EditableColumns>>;

export type EditableItemField = keyof typeof EDITABLE_ITEM_FIELDS;

export const EDITABLE_ITEM_NAMES = Object.keys(EDITABLE_ITEM_FIELDS) as [EditableItemField, ...EditableItemField[]];

/** The state of the form of a field that was rejected. */
export type RejectedItemField = FormState & { field: EditableItemField };

interface Props {
  item: ItemRow;
  field: EditableItemField;
  rejected: RejectedItemField | undefined;
  /** What is shown. Null if there is nothing. */
  value: Child;
  /** Whether it is shown without its form, also to members who may write. */
  isFixed?: boolean;
}

/** A fact of an item that members who may write edit in place. */
export function itemFact({ item, field, rejected, ...shown }: Props): readonly [label: string, value: Child] {
  return editedFact({
    ...EDITABLE_ITEM_FIELDS[field],
    ...shown,
    to: `/orders/${item.order_id}/items/${item.id}/fields/${field}`,
    version: item.version,
    stored: itemValues(item),
    rejected: rejected?.field === field ? rejected : undefined,
  });
}
