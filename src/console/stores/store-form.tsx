import { PLATFORMS, STORE_TYPES } from "../../domain/stores/store-kinds";
import { CheckField, Faults, type Filled, Form, SelectField, TextField } from "../parts/form";

const FIELDS = ["name", "code", "platform", "type", "currency", "is_active"];

/** A store's fields, for a new one and for one that is there. */
export function StoreForm({ to, button, ...filled }: Filled & { to: string; button: string }) {
  return (
    <Form to={to} class="form">
      <Faults faults={filled.faults} fields={FIELDS} />
      <TextField filled={filled} name="name" label="Name" most={255} required />
      <TextField filled={filled} name="code" label="Code" hint="A short name of your own, for scripts." most={64} />
      <div class="pair">
        <SelectField filled={filled} name="platform" label="Platform" options={PLATFORMS} required />
        <SelectField filled={filled} name="type" label="Type" options={STORE_TYPES} none="None" />
      </div>
      <TextField filled={filled} name="currency" label="Currency" hint="Three letters, USD for example." most={3} />
      <CheckField filled={filled} name="is_active" label="Active" />
      <button class="primary">{button}</button>
    </Form>
  );
}
