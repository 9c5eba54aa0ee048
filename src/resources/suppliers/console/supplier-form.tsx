import { CheckField } from "../../../console/parts/checkboxes";
import { Folded } from "../../../console/parts/folded";
import { Form, SelectField, TextArea, TextField } from "../../../console/parts/form";
import { CurrencyField } from "../../../console/parts/known-values";
import type { FormState } from "../../../console/page";
import { FILE_FIELDS, SUPPLIER_SHIPPING } from "../fields";

const SHIPPING_LABELS = { to_buyer: "To the buyer", to_us: "To us" } as const satisfies Record<(typeof SUPPLIER_SHIPPING)[number], string>;

export const shippingLabel = (shipping: (typeof SUPPLIER_SHIPPING)[number]): string => SHIPPING_LABELS[shipping];

const SHIPPING_CHOICES = SUPPLIER_SHIPPING.map((shipping) => [shipping, SHIPPING_LABELS[shipping]] as const);

const FIELDS = [
  "name",
  "code",
  "currency",
  "contact_name",
  "contact_email",
  "contact_phone",
  "default_shipping",
  "lead_time_days",
  "file_columns",
  "is_active",
];

interface SupplierFormProps extends FormState {
  to: string;
  button: string;
  /** Null for a new supplier, whose currency may be empty: it is the organization's then. */
  version: number | null;
}

export function SupplierForm({ to, button, version, ...formState }: SupplierFormProps) {
  return (
    <Form to={to} class="form" formState={formState} fields={FIELDS} version={version}>
      <TextField name="name" label="Name" hint="Items with this text as their supplier belong to it." maxLength={255} required />
      <TextField name="code" label="Code" hint="A short name. Items with this text belong to it, too." maxLength={64} />
      <div class="pair">
        <CurrencyField name="currency" label="Currency of its costs" value={formState.values["currency"]} required={version !== null} />
        <TextField name="lead_time_days" label="Lead time in days" inputmode="numeric" />
      </div>
      <TextField name="contact_name" label="Contact" maxLength={255} />
      <div class="pair">
        <TextField name="contact_email" label="Email" inputmode="email" maxLength={255} />
        <TextField name="contact_phone" label="Phone" maxLength={32} />
      </div>
      <SelectField name="default_shipping" label="Ships" options={SHIPPING_CHOICES} required />
      <Folded label="Advanced: columns of its CSV file" names={["file_columns"]}>
        <TextArea
          name="file_columns"
          label="Columns"
          hint={`One on a line, as “Heading = field”. Leave it empty for the default columns. Fields: ${FILE_FIELDS.join(", ")}.`}
          rows={6}
          showsEveryError
        />
      </Folded>
      <CheckField name="is_active" label="Active" hint="No work can be sent to an inactive supplier." />
      <button class="primary">{button}</button>
    </Form>
  );
}
