import type { FormState } from "../../../console/page";
import { Form, SelectField, TextArea, TextField } from "../../../console/parts/form";
import { CheckField, ChoicesField } from "../../../console/parts/checkboxes";
import { CurrencyField } from "../../../console/parts/known-values";
import { MAX_RETURN_ADDRESS_LENGTH } from "../store-kinds";
import { BLOCKER_CHOICES } from "./blocker-choices";
import { PLATFORM_CHOICES, TYPE_CHOICES } from "./platform-names";

const FIELDS = [
  "name",
  "code",
  "platform",
  "type",
  "currency",
  "return_address",
  "is_active",
  "uses_designs",
  "send_blockers",
  "ship_blockers",
];

/** The fields of a new store (`version` null) or of an existing one. */
export function StoreForm({ to, button, version, ...formState }: FormState & { to: string; button: string; version: number | null }) {
  return (
    <Form to={to} class="form" formState={formState} fields={FIELDS} version={version}>
      <TextField name="name" label="Name" maxLength={255} required />
      <TextField name="code" label="Code" hint="A short name for scripts and imports." maxLength={64} />
      <div class="pair">
        <SelectField name="platform" label="Platform" options={PLATFORM_CHOICES} required />
        <SelectField name="type" label="Type" options={TYPE_CHOICES} none="None" />
      </div>
      <CurrencyField name="currency" label="Currency" value={formState.values["currency"]} required={version !== null} />
      <TextArea name="return_address" label="Return address" hint="Printed on packing slips." maxLength={MAX_RETURN_ADDRESS_LENGTH} />
      <CheckField
        name="is_active"
        label="Active"
        hint="Tells people and integrations that the store is in use. Orders of an inactive store are still imported."
      />
      <CheckField
        name="uses_designs"
        label="Uses design files"
        hint="If this is off, “Needs attention” does not list this store's items without a design file."
      />
      <ChoicesField
        name="send_blockers"
        label="Required before an item is sent to its supplier"
        none="Choose from the list."
        choices={BLOCKER_CHOICES}
      />
      <ChoicesField
        name="ship_blockers"
        label="Required before an item is shipped"
        none="Choose from the list."
        choices={BLOCKER_CHOICES}
      />
      <button class="primary">{button}</button>
    </Form>
  );
}
