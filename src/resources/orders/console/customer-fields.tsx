import { SHIP_ADDRESS } from "../text-columns";
import { Folded } from "../../../console/parts/folded";
import { TextArea, TextField } from "../../../console/parts/form";
import { MAX_LONG_TEXT_LENGTH } from "../order-limits";
import { ORDER_LABELS } from "./field-labels";

export const CUSTOMER_FIELDS = [
  "customer_name",
  "customer_email",
  "customer_phone",
  "customer_address",
  "ship_name",
  "ship_company",
  ...SHIP_ADDRESS,
  "ship_by_date",
  "shipping_service",
  "buyer_note",
  "gift_message",
] as const;

/** Converts names to the mask that zod's `pick` expects. */
export function pickMask<Name extends string>(names: readonly Name[]): Record<Name, true> {
  return Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>;
}

/** The lines of the shipping address. */
export function AddressFields() {
  return (
    <>
      <div class="pair">
        <TextField name="ship_name" label="Recipient" maxLength={255} />
        <TextField name="ship_company" label="Company" maxLength={255} />
      </div>
      <TextField name="ship_address1" label="Street" maxLength={255} />
      <TextField name="ship_address2" label="Street, second line" maxLength={255} />
      <div class="pair">
        <TextField name="ship_city" label="City" maxLength={255} />
        <TextField name="ship_state" label="State or region" maxLength={255} />
        <TextField name="ship_zipcode" label="Postal code" maxLength={32} />
        <TextField name="ship_country" label="Country" maxLength={64} />
      </div>
    </>
  );
}

/** The fields of a customer and of what is sent to them. `picks`: a script offers the customers of earlier orders. */
export function CustomerFields({ picks = false }: { picks?: boolean }) {
  return (
    <>
      <h2>Customer</h2>
      <TextField name="customer_name" label="Name" maxLength={255} {...(picks && { pick: "customers" })} />
      <div class="pair">
        <TextField name="customer_email" label="Email" inputmode="email" maxLength={320} />
        <TextField name="customer_phone" label="Phone" maxLength={32} />
      </div>
      <Folded label="Billing address" names={["customer_address"]}>
        <TextArea name="customer_address" label="Address" maxLength={1024} rows={2} />
      </Folded>
      <h2>Shipping</h2>
      <AddressFields />
      <div class="pair">
        <TextField name="ship_by_date" label="Ship by" type="date" />
        <TextField name="shipping_service" label="Shipping service" maxLength={255} />
      </div>
      <Folded label="From the buyer" names={["buyer_note", "gift_message"]}>
        <TextArea name="buyer_note" label={ORDER_LABELS.buyer_note} maxLength={MAX_LONG_TEXT_LENGTH} rows={3} />
        <TextArea name="gift_message" label={ORDER_LABELS.gift_message} maxLength={MAX_LONG_TEXT_LENGTH} rows={3} />
      </Folded>
    </>
  );
}

/** Who handles an order, and how it is found. */
export function HandlingFields() {
  return (
    <>
      <TextField name="assignee" label={ORDER_LABELS.assignee} hint="An email address or a name." maxLength={255} pick="members" />
      <TextArea name="tags" label={ORDER_LABELS.tags} hint="One per line." rows={2} />
    </>
  );
}
