import type { FormState } from "../../console/page";
import { Form, SelectField, TextArea, TextField } from "../../console/parts/form";
import { capitalized } from "../../console/parts/values";
import { TICKET_PRIORITIES, TICKET_STATUSES } from "../fields";

/** Choices of a status and of a priority, each with its name. */
export const STATUS_CHOICES = TICKET_STATUSES.map((name) => [name, capitalized(name)] as const);
export const PRIORITY_CHOICES = TICKET_PRIORITIES.map((name) => [name, capitalized(name)] as const);

const FIELDS = ["subject", "body", "order_id", "status", "priority", "channel", "customer_name"];

/** The fields of a new ticket (`version` null) or of an existing one. */
export function TicketForm({ to, button, version, ...formState }: FormState & { to: string; button: string; version: number | null }) {
  return (
    <Form to={to} class="form" formState={formState} fields={FIELDS} version={version}>
      <TextField name="subject" label="Subject" maxLength={255} required />
      <TextArea
        name="body"
        label="Message"
        hint="The customer's message, or what the ticket is about."
        maxLength={20_000}
        rows={8}
        required
      />
      <div class="pair">
        <SelectField name="status" label="Status" options={STATUS_CHOICES} required />
        <SelectField name="priority" label="Priority" options={PRIORITY_CHOICES} required />
      </div>
      <div class="pair">
        <TextField name="customer_name" label="Customer" maxLength={255} />
        <TextField name="channel" label="Channel" maxLength={64} list={["email", "chat", "phone", "marketplace", "social media"]} />
      </div>
      <TextField
        name="order_id"
        label="Order id"
        hint="The number at the end of the order page's URL."
        inputmode="numeric"
        maxLength={16}
      />
      <button class="primary">{button}</button>
    </Form>
  );
}
