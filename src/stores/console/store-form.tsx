import type { FormState } from "../../console/page";
import { CheckField, Form, SelectField, TextField } from "../../console/parts/form";
import { PLATFORM_CHOICES, TYPE_CHOICES } from "./platform-names";

const FIELDS = ["name", "code", "platform", "type", "currency", "is_active", "uses_designs"];

/** The fields of a new store (`isNew`) or of an existing one. */
export function StoreForm({ to, button, isNew, ...formState }: FormState & { to: string; button: string; isNew: boolean }) {
  return (
    <Form to={to} class="form" formState={formState} fields={FIELDS} sendsInitialValues={!isNew}>
      <TextField name="name" label="Name" maxLength={255} required />
      <TextField name="code" label="Code" hint="A short name of your own, for scripts and imports." maxLength={64} />
      <div class="pair">
        <SelectField name="platform" label="Platform" options={PLATFORM_CHOICES} required />
        <SelectField name="type" label="Type" options={TYPE_CHOICES} none="None" />
      </div>
      <TextField name="currency" label="Currency" hint="Three letters, USD for example." maxLength={3} />
      <CheckField
        name="is_active"
        label="Active"
        hint="A mark for people and integrations. Orders of a store that is not active are still imported."
      />
      <CheckField
        name="uses_designs"
        label="Uses design files"
        hint="If not, “Needs attention” asks for no design files of this store's items."
      />
      <button class="primary">{button}</button>
    </Form>
  );
}
