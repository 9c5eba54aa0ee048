import * as z from "zod";
import { NewTicket, TicketChange, TicketPath } from "../v2/contract";
import type { TicketOrder, TicketRow } from "../rows.sql.ts";
import { changeTicket, createTicket } from "../commands";
import { readTicket, readTicketAndOrder } from "../read-ticket";
import { textQuery } from "../../../platform/http/input/query";
import { useCan } from "../../../console/page-request";
import { fromForm, ExpectedVersion } from "../../../console/form";
import { orderName } from "../../orders/console/order-name";
import { formPage, page, type Route } from "../../../console/page";
import { Form, SelectField, initialFormState } from "../../../console/parts/form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { ReadOnlyNotice } from "../../../console/parts/notice";
import { Badge, Facts, Moment } from "../../../console/parts/values";
import { PRIORITY_CHOICES, STATUS_CHOICES, TicketForm, listOrderChoices } from "./ticket-form";
import { ticketListPage } from "./list-page";

const KINDS = { numbers: ["order_id"] };

/** A new ticket; `order_id` in the URL is the order that it is about. */
const newTicket = formPage(
  {
    path: "/tickets/new",
    to: "/tickets",
    permission: "write",
    query: z.object({ order_id: textQuery(16) }),
    form: fromForm(NewTicket, KINDS),
    show: async ({ org, query: { order_id } }, sent = initialFormState({ status: "open", priority: "normal", order_id })) => ({
      title: "Create ticket",
      back: { page: "/tickets", label: "All tickets" },
      body: <TicketForm {...sent} to="/tickets" button="Create ticket" version={null} orders={await listOrderChoices(org)} />,
    }),
  },
  async ({ org, form }) => {
    const { id } = await createTicket(org, form);
    return { to: `/tickets/${id}`, flash: "ticket_created" };
  },
);

function TicketFacts({ ticket, order }: { ticket: TicketRow; order: TicketOrder | null }) {
  const { customer_name, channel, created_at, updated_at } = ticket;
  const facts = [
    ["Order", order === null ? "None" : <PageLink page={`/orders/${order.id}`}>{orderName(order)}</PageLink>],
    ["Customer", customer_name ?? order?.customer_name ?? "Unknown"],
    ["Channel", channel ?? "Unknown"],
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

/** A short form for the fields that change most. */
function StatusForm({ ticket: { id, status, priority, version } }: { ticket: TicketRow }) {
  return (
    <Form to={`/tickets/${id}`} class="panel" formState={initialFormState({ status, priority })} version={version}>
      <SelectField name="status" label="Status" options={STATUS_CHOICES} required />
      <SelectField name="priority" label="Priority" options={PRIORITY_CHOICES} required />
      <button class="primary">Update ticket</button>
    </Form>
  );
}

function TicketBody({ ticket, order }: { ticket: TicketRow; order: TicketOrder | null }) {
  const canWrite = useCan("write");
  return (
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
  );
}

const ticketPage = page({ path: "/tickets/:id", param: TicketPath, permission: "read" }, async ({ org, param }) => {
  const { ticket, order } = await readTicketAndOrder(org, param.id);
  return {
    title: ticket.subject,
    lead: <Lead ticket={ticket} />,
    back: { page: "/tickets", label: "All tickets" },
    actions: <PageButton page={`/tickets/${ticket.id}/edit`} label="Edit" icon="edit" permission="write" />,
    body: <TicketBody ticket={ticket} order={order} />,
  };
});

/** Edits all fields of a ticket. The values of a rejected form override the stored ones. Takes one round trip. */
const editTicket = formPage(
  {
    path: "/tickets/:id/edit",
    to: "/tickets/:id",
    param: TicketPath,
    permission: "write",
    form: fromForm(z.intersection(TicketChange, ExpectedVersion), KINDS),
    show: async ({ org, param: { id } }, { values, violations } = initialFormState()) => {
      const [ticket, orders] = await Promise.all([readTicket(org, id), listOrderChoices(org)]);
      return {
        title: `Edit ticket #${id}`,
        back: { page: `/tickets/${id}`, label: "Back to the ticket" },
        body: (
          <TicketForm
            values={{ ...ticket, ...values }}
            violations={violations}
            to={`/tickets/${id}`}
            button="Save"
            version={ticket.version}
            orders={orders}
          />
        ),
      };
    },
  },
  async ({ org, param, form: { expected_version, ...patch } }) => {
    await changeTicket(org, { id: param.id, expectedVersion: expected_version }, patch);
    return { to: `/tickets/${param.id}`, flash: "ticket_saved" };
  },
);

export const ticketRoutes: readonly Route[] = [ticketListPage, ...newTicket, ticketPage, ...editTicket];
