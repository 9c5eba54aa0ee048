import { nameOf } from "../../../accounts/actor";
import type { Assignee } from "../../../accounts/members/assignees";
import { listOrderSummaries } from "../../orders/list/list-orders";
import type { NamedOrder } from "../../orders/order-set.sql.ts";
import { readOrderNames } from "../../orders/read-order-set";
import { orderLabel } from "../../orders/console/order-name";
import type { OrgReader } from "../../../platform/db/org-db";
import type { FormState } from "../../../console/page";
import { Form, SelectField, TextArea, TextField } from "../../../console/parts/form";
import { capitalized } from "../../../console/parts/values";
import { TICKET_PRIORITIES, TICKET_STATUSES } from "../fields";

export const STATUS_CHOICES = TICKET_STATUSES.map((name) => [name, capitalized(name)] as const);
export const PRIORITY_CHOICES = TICKET_PRIORITIES.map((name) => [name, capitalized(name)] as const);

const FIELDS = ["subject", "body", "order_id", "status", "priority", "channel", "customer_name", "assignee", "due_date"];

const MAX_ORDER_CHOICES = 100;

/** An order to choose. */
type OrderChoice = Omit<NamedOrder, "fulfillment_state">;

/** Reads the latest orders, and adds the chosen one, which may be older. It is read at the same time, so both take one round trip. */
export async function listOrderChoices(org: OrgReader, chosen: Promise<readonly OrderChoice[]>): Promise<readonly OrderChoice[]> {
  const sort = { field: "date", direction: "desc" } as const;
  const [{ orders }, older] = await Promise.all([listOrderSummaries(org, {}, { sort, page: 1, size: MAX_ORDER_CHOICES }), chosen]);
  return [...orders, ...older.filter(({ id }) => orders.every((order) => order.id !== id))];
}

/** Reads the name of an order that a form or a filter has chosen, if it is there. One round trip. */
export async function chosenOrder(org: OrgReader, id: unknown): Promise<readonly OrderChoice[]> {
  return /^\d{1,15}$/.test(String(id)) ? await readOrderNames(org, [Number(id)]) : [];
}

/** The choices of an order. A chosen one that is not there stays chosen, so that its error is at its field. */
export function orderChoices(orders: readonly OrderChoice[], chosen: unknown): readonly (readonly [string, string])[] {
  const choices = orders.map((order) => [String(order.id), orderLabel(order)] as const);
  const id = typeof chosen === "number" || typeof chosen === "string" ? String(chosen) : "";
  return id === "" || choices.some(([value]) => value === id) ? choices : [...choices, [id, "Unknown order"]];
}

/** The name of a member, or else their address. Of somebody who is no longer a member, only the address is known. */
export function assigneeName(email: string, assignees: readonly Assignee[]): string {
  const member = assignees.find((one) => one.email === email);
  return member === undefined ? email : nameOf(member);
}

/** The members to choose from. The chosen one is a choice even if they are no longer a member. */
export function assigneeChoices(assignees: readonly Assignee[], chosen: unknown): readonly (readonly [string, string])[] {
  const choices = assignees.map((one) => [one.email, nameOf(one)] as const);
  if (typeof chosen !== "string" || chosen === "" || choices.some(([email]) => email === chosen)) return choices;
  return [...choices, [chosen, chosen]];
}

export function AssigneeAndDueDate({ assignees, assignee }: { assignees: readonly Assignee[]; assignee: unknown }) {
  return (
    <div class="pair">
      <SelectField name="assignee" label="Assignee" none="Nobody" options={assigneeChoices(assignees, assignee)} />
      <TextField name="due_date" label="Due" type="date" />
    </div>
  );
}

interface TicketFormProps extends FormState {
  to: string;
  button: string;
  version: number | null;
  orders: readonly OrderChoice[];
  assignees: readonly Assignee[];
}

export function TicketForm({ to, button, version, orders, assignees, ...formState }: TicketFormProps) {
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
      <AssigneeAndDueDate assignees={assignees} assignee={formState.values["assignee"]} />
      <div class="pair">
        <TextField name="customer_name" label="Customer" maxLength={255} />
        <TextField name="channel" label="Channel" maxLength={64} list={["email", "chat", "phone", "marketplace", "social media"]} />
      </div>
      <SelectField
        name="order_id"
        label="Order"
        hint={`The latest ${MAX_ORDER_CHOICES} orders. A ticket about an earlier one can also be opened from the order's page.`}
        search={{
          pick: "orders",
          placeholder: "Order number, customer, email…",
          hint: "Search all orders.",
          unchosen: "Choose an order from the list, or clear the search.",
        }}
        none="None"
        options={orderChoices(orders, formState.values["order_id"])}
      />
      <button class="primary">{button}</button>
    </Form>
  );
}
