import { useAsk } from "../../console/ask";
import { Faults, type Filled, Form, TextArea, TextField } from "../../console/parts/form";
import { SeenVersion } from "../../console/seen";

const FIELDS = ["title", "sku", "spu", "description", "price", "design_link", "tags", "images", "stores", "platforms"];

/** A product's fields, for a new one (`version` null) and for one that is there. */
export function ProductForm({ to, button, version, ...filled }: Filled & { to: string; button: string; version: number | null }) {
  const { currency } = useAsk().member.organization;
  return (
    <Form to={to} class="form">
      {version === null ? null : <SeenVersion version={version} filled={filled} />}
      <Faults faults={filled.faults} fields={FIELDS} />
      <TextField filled={filled} name="title" label="Title" most={255} required />
      <div class="pair">
        <TextField filled={filled} name="sku" label="SKU" most={255} />
        <TextField filled={filled} name="spu" label="SPU" most={255} />
      </div>
      <TextField
        filled={filled}
        name="price"
        label="Price"
        hint={version === null ? `In ${currency}; 0 where it is left empty.` : `In ${currency}.`}
        inputmode="decimal"
        required={version !== null}
      />
      <TextArea filled={filled} name="description" label="Description" most={20_000} rows={5} />
      <TextField filled={filled} name="design_link" label="Design link" most={2048} inputmode="url" />
      <div class="pair">
        <TextArea filled={filled} name="tags" label="Tags" hint="One on each line." />
        <TextArea filled={filled} name="images" label="Images" hint="One address on each line." />
      </div>
      <div class="pair">
        <TextArea filled={filled} name="stores" label="Stores" hint="One name or code on each line." />
        <TextArea filled={filled} name="platforms" label="Platforms" hint="One on each line." />
      </div>
      <button class="primary">{button}</button>
    </Form>
  );
}
