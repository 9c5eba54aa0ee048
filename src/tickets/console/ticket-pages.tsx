import * as z from "zod";
import { NewTicket, TicketChange, TicketPath } from "../v2/contract";
import type { OrgReader } from "../../platform/db/org-db";
import type { TicketOrder, TicketRow } from "../rows.sql.ts";
import { changeTicket, createTicket } from "../commands";
import { readTicket, readTicketAndOrder } from "../read-ticket";
import { textQuery } from "../../platform/http/input/query";
import { useCan } from "../../console/page-request";
import { fromForm } from "../../console/form";
import { orderName } from "../../orders/console/order-table";
import { type FormState, action, page, type Route, type View } from "../../console/page";
import { Badge } from "../../console/parts/badge";
import { Facts } from "../../console/parts/facts";
import { Moment } from "../../console/parts/figures";
import { Form, SelectField } from "../../console/parts/form";
import { PageButton, PageLink } from "../../console/parts/link";
import { ReadOnlyNotice } from "../../console/parts/read-only-notice";
import { PageHead } from "../../console/parts/page-head";
import { ExpectedVersion, VersionField } from "../../console/edit-conflicts";
import { TicketForm } from "./ticket-form";
import { PRIORITY_CHOICES, STATUS_CHOICES } from "./ticket-labels";
import { ticketListPage } from "./list-page";

const KINDS = { numbers: ["order_id"] };

function NewTicketPage(formState: FormState) {
  return (
    <>
      <PageHead title="New ticket" />
      <TicketForm {...formState} to="/tickets" button="Create ticket" version={null} />
    </>
  );
}

/** A new ticket; `order_id` in the address is the order that it is about. */
const newTicketPage = page(
  { path: "/tickets/new", permission: "write", query: z.object({ order_id: textQuery(16) }) },
  async ({ query }) => {
    const values = { status: "open", priority: "normal", order_id: query.order_id };
    return { title: "New ticket", body: <NewTicketPage values={values} violations={[]} /> };
  },
);

const newTicketForm = action(
  {
    path: "/tickets",
    permission: "write",
    form: fromForm(NewTicket, KINDS),
    renderInvalid: async (formState) => ({ title: "New ticket", body: <NewTicketPage {...formState} /> }),
  },
  async ({ org, form }) => {
    const { id } = await createTicket(org, form);
    return { to: `/tickets/${id}`, done: "created" };
  },
);

function TicketFacts({ ticket, order }: { ticket: TicketRow; order: TicketOrder | null }) {
  const { customer_name, channel, created_at, updated_at } = ticket;
  const facts = [
    ["Order", order === null ? "None" : <PageLink page={`/orders/${order.id}`}>{orderName(order)}</PageLink>],
    ["Customer", customer_name ?? order?.customer_name ?? "Not known"],
    ["Channel", channel ?? "Not known"],
    ["Opened", <Moment at={created_at} time />],
    ["Changed", <Moment at={updated_at} time />],
  ] as const;
  return <Facts facts={facts} />;
}

function Lead({ ticket: { id, status, priority } }: { ticket: TicketRow }) {
  return (
    <>
      Ticket #{id} <Badge status={status} /> <Badge status={priority} />
    </>
  );
}

/** What is changed most, without the rest. */
function StatusForm({ ticket: { id, status, priority, version } }: { ticket: TicketRow }) {
  const formState = { values: { status, priority }, violations: [] };
  return (
    <Form to={`/tickets/${id}`} class="panel" formState={formState}>
      <VersionField version={version} />
      <SelectField name="status" label="Status" options={STATUS_CHOICES} required />
      <SelectField name="priority" label="Priority" options={PRIORITY_CHOICES} required />
      <button class="primary">Update ticket</button>
    </Form>
  );
}

function TicketBody({ ticket, order }: { ticket: TicketRow; order: TicketOrder | null }) {
  const canWrite = useCan("write");
  return (
    <>
      <PageHead title={ticket.subject} lead={<Lead ticket={ticket} />}>
        <PageButton page={`/tickets/${ticket.id}/edit`} label="Edit" permission="write" />
      </PageHead>
      <div class="columns top">
        <section class="panel" aria-label="Message">
          <p class="prose">{ticket.body}</p>
        </section>
        <div>
          <section class="panel" aria-label="About this ticket">
            <TicketFacts ticket={ticket} order={order} />
          </section>
          {canWrite ? <StatusForm ticket={ticket} /> : <ReadOnlyNotice />}
        </div>
      </div>
    </>
  );
}

const ofTicket = { path: "/tickets/:id", param: TicketPath } as const;

const ticketPage = page({ ...ofTicket, permission: "read" }, async ({ org, param }) => {
  const { ticket, order } = await readTicketAndOrder(org, param.id);
  return { title: ticket.subject, body: <TicketBody ticket={ticket} order={order} /> };
});

/** The form with all of a ticket's fields, filled in as it is stored, and over that as it was sent. One trip. */
async function edited(org: OrgReader, id: number, { values, violations }: FormState): Promise<View> {
  const ticket = await readTicket(org, id);
  const title = `Edit ticket #${id}`;
  const body = (
    <>
      <PageHead title={title} lead={<PageLink page={`/tickets/${id}`}>Back to the ticket</PageLink>} />
      <TicketForm values={{ ...ticket, ...values }} violations={violations} to={`/tickets/${id}`} button="Save" version={ticket.version} />
    </>
  );
  return { title, body };
}

const editTicketPage = page({ ...ofTicket, path: "/tickets/:id/edit", permission: "write" }, async ({ org, param }) =>
  edited(org, param.id, { values: {}, violations: [] }),
);

const changeTicketForm = action(
  {
    ...ofTicket,
    permission: "write",
    form: fromForm(z.intersection(TicketChange, ExpectedVersion), KINDS),
    renderInvalid: async ({ org, param, values, violations }) => edited(org, param.id, { values, violations }),
  },
  async ({ org, param, form: { expected_version, ...patch } }) => {
    await changeTicket(org, { id: param.id, expectedVersion: expected_version }, patch);
    return { to: `/tickets/${param.id}`, done: "saved" };
  },
);

export const ticketRoutes: readonly Route[] = [ticketListPage, newTicketPage, newTicketForm, ticketPage, editTicketPage, changeTicketForm];
