import type { ItemRow } from "../rows.sql.ts";
import { ITEM_STATUSES } from "../items/item-status";
import type { FormState } from "../../console/page";
import { Form, SelectField, TextArea, TextField } from "../../console/parts/form";
import { VersionField } from "../../console/edit-conflicts";

/** The fields that the form sends; what is not among them stays as it is. */
export const ITEM_FIELDS = [
  "name",
  "sku",
  "custom_sku",
  "cost",
  "assigned_supplier",
  "sub_supplier",
  "design_url",
  "size",
  "color",
  "style",
  "material",
  "variations",
  "personalization",
  "comment",
  "tracking_code",
  "carrier",
] as const;

/** What is said of an item. `currency` is its order's, which its cost is in. */
export function ItemForm({ item, currency, ...formState }: FormState & { item: ItemRow; currency: string }) {
  return (
    <Form to={`/orders/${item.order_id}/items/${item.id}`} class="form" formState={formState} fields={ITEM_FIELDS}>
      <VersionField version={item.version} />
      <TextField name="name" label="Name" most={255} required />
      <div class="pair">
        <TextField name="sku" label="SKU" most={255} />
        <TextField name="custom_sku" label="Own SKU" most={255} />
        <TextField name="assigned_supplier" label="Supplier" most={255} />
        <TextField name="sub_supplier" label="Sub-supplier" most={255} />
      </div>
      <TextField name="cost" label="Cost" hint={`Of one, in ${currency}. Integrations are never shown it.`} inputmode="decimal" />
      <TextField name="design_url" label="Design file" most={2048} placeholder="https://" />
      <div class="pair">
        <TextField name="size" label="Size" most={255} />
        <TextField name="color" label="Color" most={255} />
        <TextField name="style" label="Style" most={255} />
        <TextField name="material" label="Material" most={255} />
      </div>
      <TextArea name="variations" label="Variations" most={5000} rows={2} />
      <TextArea name="personalization" label="Personalization" most={5000} rows={3} />
      <TextArea name="comment" label="Comment" most={5000} rows={3} />
      <div class="pair">
        <TextField name="tracking_code" label="Tracking code" most={255} />
        <TextField name="carrier" label="Carrier" most={64} />
      </div>
      <button class="primary">Save item</button>
    </Form>
  );
}

/** A documented status, or a text of one's own, which wins where there is one. */
export function ItemStatusForm({ item, ...formState }: FormState & { item: ItemRow }) {
  const known = ITEM_STATUSES.find((status) => status === item.status);
  const options = known === undefined ? [item.status, ...ITEM_STATUSES] : ITEM_STATUSES;
  return (
    <Form to={`/orders/${item.order_id}/items/${item.id}/status`} formState={formState} fields={["own"]}>
      <VersionField version={item.version} />
      <SelectField
        formState={{ values: { status: item.status, ...formState.values }, violations: [] }}
        name="status"
        label="Set it to"
        options={options}
        required
      />
      <TextField name="own" label="Or a status of your own" most={64} />
      <button>Set status</button>
    </Form>
  );
}
