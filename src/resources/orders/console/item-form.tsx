import * as z from "zod";
import { OrderAmountInput } from "../../../platform/values/money";
import type { ItemRow, OrderRow } from "../rows.sql.ts";
import { ITEM_STATUSES } from "../items/item-status";
import type { FormState } from "../../../console/page";
import { useCan } from "../../../console/page-request";
import { Folded } from "../../../console/parts/folded";
import { Form, SelectField, TextArea, TextField, initialFormState } from "../../../console/parts/form";
import { MetadataRows, PairRows } from "../../../console/parts/pair-rows";
import { MAX_LONG_TEXT_LENGTH, MAX_NAME_LENGTH } from "../order-limits";
import { ITEM_FORM_LABELS, ITEM_LABELS } from "./field-labels";
import { supplierCostText } from "./item-cost";
import { MAX_URL_LENGTH } from "../../../platform/values/text-limits";

/** A cost as typed in the console: 0 or more. The API also accepts negative costs, because some sources send them. Outputs stored units. */
export const CostInput = z.number().min(0).pipe(OrderAmountInput);

export const ITEM_FIELD_NAMES = [...Object.keys(ITEM_FORM_LABELS), ...Object.keys(ITEM_LABELS)];

function Pair({ names }: { names: readonly (keyof typeof ITEM_LABELS)[] }) {
  return (
    <div class="pair">
      {names.map((name) => (
        <TextField name={name} label={ITEM_LABELS[name]} maxLength={255} />
      ))}
    </div>
  );
}

/** The cost of an item, which members without the permission "money" may only fill in. */
function CostField({ currency, item }: { currency: string; item: ItemRow | null }) {
  const more = useCan("money") ? "The APIs never return it." : "After you have saved it, you cannot see or change it.";
  const hint = `The cost of one unit, in ${currency}. ${more} ${supplierCostText(item, useCan("money")) ?? ""}`.trim();
  return <TextField name="cost" label={ITEM_FORM_LABELS.cost} hint={hint} inputmode="decimal" />;
}

interface ItemFieldsProps {
  order: OrderRow;
  item: ItemRow | null;
  formState: FormState;
}

/** The fields of an item, or of a new one. Its price and its cost are in the currency of the order. */
export function ItemFields({ order: { currency, external_id }, item, formState }: ItemFieldsProps) {
  const showsCost = useCan("money") || item === null || item.cost === null;
  return (
    <>
      <h2>Item</h2>
      <TextField
        name="name"
        label={ITEM_FORM_LABELS.name}
        maxLength={255}
        required
        {...(item === null && { pick: "products", hint: "Type to find a product." })}
      />
      <div class="pair">
        <TextField name="price" label={ITEM_FORM_LABELS.price} hint={`Of one unit, in ${currency}.`} inputmode="decimal" required />
        <TextField
          name="quantity"
          label={ITEM_FORM_LABELS.quantity}
          {...(item === null ? { hint: "1 if empty." } : { hint: "At least what is in fulfillments.", required: true })}
          inputmode="numeric"
          maxLength={7}
        />
      </div>
      <TextField
        name="tax"
        label={ITEM_FORM_LABELS.tax}
        hint={`Of all units together, in ${currency}, if it is known. The tax of the order contains it.`}
        inputmode="decimal"
      />
      {external_id === null ? null : (
        <p class="hint">
          An update by the shop replaces quantities and prices, and cancels items that the shop does not have. Change them in the shop, too.
        </p>
      )}
      <SelectField
        name="requires_shipping"
        label={ITEM_FORM_LABELS.requires_shipping}
        hint="A physical item needs a SKU, a design file and a cost, and is picked and shipped. A tip, a gift card, a fee or a download is not."
        options={[
          ["true", "Physical item"],
          ["false", "Not a physical item"],
        ]}
        none="Decide by its name"
      />
      <h2>Production</h2>
      <Pair names={["sku", "custom_sku", "assigned_supplier", "sub_supplier"]} />
      {showsCost ? <CostField currency={currency} item={item} /> : null}
      <TextField name="design_url" label={ITEM_FORM_LABELS.design_url} maxLength={MAX_URL_LENGTH} placeholder="https://" />
      <h2>Variation and personalization</h2>
      <Pair names={["size", "color", "style", "material"]} />
      <TextArea name="variations" label={ITEM_LABELS.variations} maxLength={5000} rows={2} />
      <TextArea name="personalization" label={ITEM_LABELS.personalization} maxLength={5000} rows={3} />
      <TextArea name="comment" label={ITEM_LABELS.comment} maxLength={5000} rows={3} />
      <Folded label={ITEM_FORM_LABELS.properties} names={["properties", "properties_name"]}>
        <PairRows
          formState={formState}
          field="properties"
          label={ITEM_FORM_LABELS.properties}
          hint="What the buyer has chosen or typed: a name and a value. Empty both to delete a row."
          maxLengths={{ name: MAX_NAME_LENGTH, value: MAX_LONG_TEXT_LENGTH }}
        />
      </Folded>
      <Folded label="Metadata" names={["metadata", "metadata_name"]}>
        <MetadataRows formState={formState} />
      </Folded>
      <Folded label="Tracking of the supplier" names={["tracking_code", "carrier"]}>
        <div class="pair">
          <TextField
            name="tracking_code"
            label={ITEM_LABELS.tracking_code}
            hint="To ship an item, use Ship on its order."
            maxLength={255}
          />
          <TextField name="carrier" label={ITEM_LABELS.carrier} maxLength={64} />
        </div>
      </Folded>
    </>
  );
}

export function ItemForm({ item, order, ...formState }: FormState & { item: ItemRow; order: OrderRow }) {
  const to = `/orders/${item.order_id}/items/${item.id}`;
  return (
    <Form to={to} class="form" formState={formState} fields={ITEM_FIELD_NAMES} version={item.version}>
      <ItemFields order={order} item={item} formState={formState} />
      <button class="primary">Save item</button>
    </Form>
  );
}

/** Sets a standard status or a custom one. A custom status takes precedence. */
export function ItemStatusForm({ item, ...formState }: FormState & { item: ItemRow }) {
  const standardStatus = ITEM_STATUSES.find((status) => status === item.status);
  const options = standardStatus === undefined ? [item.status, ...ITEM_STATUSES] : ITEM_STATUSES;
  return (
    <Form to={`/orders/${item.order_id}/items/${item.id}/status`} formState={formState} fields={["custom_status"]} version={item.version}>
      <SelectField
        formState={initialFormState({ status: item.status, ...formState.values })}
        name="status"
        label="New status"
        options={options}
        required
      />
      <TextField name="custom_status" label="Or a custom status" maxLength={64} />
      <button>Set status</button>
    </Form>
  );
}
