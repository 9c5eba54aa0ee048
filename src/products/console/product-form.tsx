import { usePageRequest } from "../../console/page-request";
import type { FormState } from "../../console/page";
import { Form, TextArea, TextField } from "../../console/parts/form";

const FIELDS = ["title", "sku", "spu", "description", "price", "design_link", "tags", "images", "stores", "platforms"];

/** The fields of a new product (`version` null) or of an existing one. */
export function ProductForm({ to, button, version, ...formState }: FormState & { to: string; button: string; version: number | null }) {
  const { currency } = usePageRequest().member.organization;
  return (
    <Form to={to} class="form" formState={formState} fields={FIELDS} version={version}>
      <TextField name="title" label="Title" maxLength={255} required />
      <div class="pair">
        <TextField name="sku" label="SKU" maxLength={255} />
        <TextField name="spu" label="SPU" maxLength={255} />
      </div>
      <TextField
        name="price"
        label="Price"
        hint={version === null ? `In ${currency}. Default: 0.` : `In ${currency}.`}
        inputmode="decimal"
        required={version !== null}
      />
      <TextArea name="description" label="Description" maxLength={20_000} rows={5} />
      <TextField name="design_link" label="Design link" maxLength={2048} inputmode="url" />
      <div class="pair">
        <TextArea name="tags" label="Tags" hint="One per line." />
        <TextArea name="images" label="Images" hint="One URL per line." />
      </div>
      <div class="pair">
        <TextArea name="stores" label="Stores" hint="One name or code per line." />
        <TextArea name="platforms" label="Platforms" hint="One per line." />
      </div>
      <button class="primary">{button}</button>
    </Form>
  );
}
