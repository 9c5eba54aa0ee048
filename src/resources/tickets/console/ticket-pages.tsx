import * as z from "zod";
import { NewTicket, TicketChange, TicketPath } from "../v2/contract";
import { changeTicket, createTicket } from "../commands";
import { readTicket, readTicketOrder } from "../read-ticket";
import { textQuery } from "../../../platform/http/input/query";
import { fromForm, ExpectedVersion } from "../../../console/form";
import { formPage, type Route } from "../../../console/page";
import { initialFormState } from "../../../console/parts/form";
import { listAssignees, memberLookup } from "../../../accounts/members/assignees";
import { TicketForm, chosenOrder, listOrderChoices } from "./ticket-form";
import { ticketListPage } from "./list-page";
import { templateRoutes } from "./template-pages";
import { ticketPageRoutes } from "./ticket-page";

/** How `fromForm` reads the fields that are not plain texts. */
const KINDS = { numbers: ["order_id"], nulls: ["due_date"] };

/** A new ticket; `order_id` in the URL is the order that it is about. */
const newTicket = formPage(
  {
    path: "/tickets/new",
    to: "/tickets",
    permission: "write",
    query: z.object({ order_id: textQuery(16) }),
    form: fromForm(NewTicket, KINDS),
    show: async ({ org, control, query: { order_id } }, sent) => {
      const [orders, assignees] = await Promise.all([
        listOrderChoices(org, chosenOrder(org, sent?.values["order_id"] ?? order_id)),
        listAssignees(control, org.organization.id),
      ]);
      const customer_name = orders.find(({ id }) => String(id) === order_id)?.customer_name;
      const formState = sent ?? initialFormState({ status: "open", priority: "normal", order_id, customer_name });
      return {
        title: "Create ticket",
        back: { page: "/tickets", label: "All tickets" },
        body: <TicketForm {...formState} to="/tickets" button="Create ticket" version={null} orders={orders} assignees={assignees} />,
      };
    },
  },
  async ({ org, control, form }) => {
    const { id } = await createTicket(org, form, memberLookup(control, org.organization.id));
    return { to: `/tickets/${id}`, flash: "ticket_created" };
  },
);

/** Edits all fields of a ticket. The values of a rejected form override the stored ones. Takes one round trip. */
const editTicket = formPage(
  {
    path: "/tickets/:id/edit",
    to: "/tickets/:id",
    param: TicketPath,
    permission: "write",
    form: fromForm(z.intersection(TicketChange, ExpectedVersion), KINDS),
    show: async ({ org, control, param: { id } }, { values, violations } = initialFormState()) => {
      const [ticket, orders, assignees] = await Promise.all([
        readTicket(org, id),
        listOrderChoices(org, values["order_id"] === undefined ? readTicketOrder(org, id) : chosenOrder(org, values["order_id"])),
        listAssignees(control, org.organization.id),
      ]);
      return {
        title: `Edit ticket #${ticket.number}`,
        back: { page: `/tickets/${id}`, label: "Back to the ticket" },
        body: (
          <TicketForm
            values={{ ...ticket, ...values }}
            violations={violations}
            to={`/tickets/${id}`}
            button="Save"
            version={ticket.version}
            orders={orders}
            assignees={assignees}
          />
        ),
      };
    },
  },
  async ({ org, control, param, form: { expected_version, ...patch } }) => {
    const target = { id: param.id, expectedVersion: expected_version };
    await changeTicket(org, target, patch, memberLookup(control, org.organization.id));
    return { to: `/tickets/${param.id}`, flash: "ticket_saved" };
  },
);

export const ticketRoutes: readonly Route[] = [ticketListPage, ...newTicket, ...templateRoutes, ...ticketPageRoutes, ...editTicket];
