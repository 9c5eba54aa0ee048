import type { Child } from "hono/jsx";
import type { FormState } from "../../../console/page";
import { TextArea, TextField, useFormState } from "../../../console/parts/form";
import { type Editable, editedFact } from "../../../console/parts/in-place";
import { metadataValues } from "../../../console/parts/pair-rows";
import { MAX_URL_LENGTH } from "../../../platform/values/text-limits";
import type { ProductRow } from "../rows.sql.ts";
import { presentProductV2 } from "../v2/present";
import { CostFields } from "./product-form";

/** The values of a product in its forms. */
export function productValues(row: ProductRow): FormState["values"] {
  return { ...presentProductV2(row), ...metadataValues(row.metadata) };
}

const text = (name: string, label: string): Editable => ({
  label,
  fields: [name],
  inputs: () => <TextField name={name} label={label} maxLength={255} />,
});

function CostInPlace() {
  return <CostFields costCurrency={useFormState().values["cost_currency"]} />;
}

/** What is edited on the page of a product, by the name in the path of its form. */
export const EDITABLE_PRODUCT_FIELDS = {
  sku: {
    label: "SKU",
    fields: ["sku", "spu"],
    inputs: () => (
      <>
        <TextField name="sku" label="SKU" maxLength={255} />
        <TextField name="spu" label="SPU" maxLength={255} />
      </>
    ),
  },
  price: { label: "Price", fields: ["price"], inputs: () => <TextField name="price" label="Price" inputmode="decimal" required /> },
  cost: { label: "Unit cost", fields: ["cost", "cost_currency"], inputs: () => <CostInPlace /> },
  supplier: text("supplier", "Supplier"),
  material: text("material", "Material"),
  design: {
    label: "Design link",
    fields: ["design_link"],
    inputs: () => <TextField name="design_link" label="Design link" maxLength={MAX_URL_LENGTH} inputmode="url" />,
  },
  images: {
    label: "Images",
    fields: ["images"],
    inputs: () => <TextArea name="images" label="Images" hint="One URL per line." />,
  },
  description: {
    label: "Description",
    fields: ["description"],
    inputs: () => <TextArea name="description" label="Description" maxLength={20_000} rows={5} />,
  },
  tags: { label: "Tags", fields: ["tags"], inputs: () => <TextArea name="tags" label="Tags" hint="One per line." /> },
} as const satisfies Readonly<Record<string, Editable>>;

export type EditableProductField = keyof typeof EDITABLE_PRODUCT_FIELDS;

export const EDITABLE_PRODUCT_NAMES = Object.keys(EDITABLE_PRODUCT_FIELDS) as [EditableProductField, ...EditableProductField[]];

/** The state of the form of a field that was rejected. */
export type RejectedProductField = FormState & { field: EditableProductField };

interface Props {
  row: ProductRow;
  field: EditableProductField;
  rejected: RejectedProductField | undefined;
  value: Child;
  isFixed?: boolean;
}

/** A fact of a product that members who may write edit in place. */
export function productFact({ row, field, rejected, ...shown }: Props): readonly [label: string, value: Child] {
  return editedFact({
    ...EDITABLE_PRODUCT_FIELDS[field],
    ...shown,
    to: `/products/${row.id}/fields/${field}`,
    version: row.version,
    stored: productValues(row),
    rejected: rejected?.field === field ? rejected : undefined,
  });
}
