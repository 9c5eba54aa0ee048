import * as z from "zod";
import { type Assignee, listAssignees } from "../../../accounts/members/assignees";
import type { OrgReader } from "../../../platform/db/org-db";
import { IntegerId, integerQuery } from "../../../platform/http/input/query";
import { useCan } from "../../../console/page-request";
import { fromForm } from "../../../console/form";
import { orderName } from "../../orders/console/order-name";
import { action, page, type PageContext, type View } from "../../../console/page";
import { Form, SelectField, initialFormState } from "../../../console/parts/form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { ReadOnlyNotice } from "../../../console/parts/notice";
import { Badge, Facts, Moment } from "../../../console/parts/values";
import { toStorableText } from "../../../platform/values/storable-text";
import type { TicketRow } from "../rows.sql.ts";
import { readFilledTemplate } from "../templates/filled-template";
import { PLACEHOLDERS, type Placeholder } from "../templates/placeholders";
import { addMessage, markSent } from "../thread/messages";
import { readThread, type TicketThread } from "../thread/read-thread";
import { MessagePath, NewTicketMessage } from "../thread/v2/contract";
import { TicketPath } from "../v2/contract";
import { AnswerForm, type AnswerState } from "./answer-form";
import { Due, DueNow } from "./due";
import { Thread } from "./thread";
import { AssigneeAndDueDate, assigneeName, PRIORITY_CHOICES, STATUS_CHOICES } from "./ticket-form";

/** Messages and changes on a page, each. */
const PAGE_SIZE = 50;

interface TicketParts {
  thread: TicketThread;
  assignees: readonly Assignee[];
}

function TicketFacts({ thread: { ticket, order }, assignees }: TicketParts) {
  const { customer_name, channel, assignee, due_date, created_at, updated_at } = ticket;
  // The form next to the facts has these fields.
  const isInForm = useCan("write");
  const assigneeText = assignee === null ? "Nobody" : assigneeName(assignee, assignees);
  const facts = [
    ["Order", order === null ? "None" : <PageLink page={`/orders/${order.id}`}>{orderName(order)}</PageLink>],
    ["Customer", customer_name ?? order?.customer_name ?? "Unknown"],
    ["Assignee", isInForm ? null : assigneeText],
    ["Due", isInForm || due_date === null ? null : <Due ticket={ticket} />],
    ["Channel", channel],
    ["Opened", <Moment at={created_at} time />],
    ["Changed", <Moment at={updated_at} time />],
  ] as const;
  return <Facts facts={facts} />;
}

function Lead({ ticket }: { ticket: TicketRow }) {
  const { number, status, priority } = ticket;
  return (
    <>
      Ticket #{number} <Badge status={status} /> {priority === "normal" ? null : <Badge status={priority} />} <DueNow ticket={ticket} />
    </>
  );
}

/** A short form for the fields that change most. */
function StatusForm({ ticket, assignees }: { ticket: TicketRow; assignees: readonly Assignee[] }) {
  const { id, status, priority, assignee, due_date, version } = ticket;
  return (
    <Form
      to={`/tickets/${id}`}
      class="panel"
      formState={initialFormState({ status, priority, assignee, due_date })}
      version={version}
      undoable="Ticket"
    >
      <div class="pair">
        <SelectField name="status" label="Status" options={STATUS_CHOICES} required />
        <SelectField name="priority" label="Priority" options={PRIORITY_CHOICES} required />
      </div>
      <AssigneeAndDueDate assignees={assignees} assignee={assignee} />
      <button>Update ticket</button>
    </Form>
  );
}

function TicketBody({ thread, assignees, answer }: TicketParts & { answer: AnswerState }) {
  const { ticket, order } = thread;
  const canWrite = useCan("write");
  return (
    <div class="columns top ticket">
      <div>
        <section class="panel message" aria-label="Message">
          <p class="by">
            <strong>{ticket.customer_name ?? order?.customer_name ?? "Customer"}</strong>{" "}
            <span class="soft">
              <Moment at={ticket.created_at} time />
            </span>
          </p>
          <p class="prose">{ticket.body}</p>
        </section>
        {canWrite ? <AnswerForm {...answer} thread={thread} /> : null}
        <Thread thread={thread} assignees={assignees} />
      </div>
      <div>
        <section class="panel" aria-label="About this ticket">
          <TicketFacts thread={thread} assignees={assignees} />
        </section>
        {canWrite ? <StatusForm ticket={ticket} assignees={assignees} /> : <ReadOnlyNotice />}
      </div>
    </div>
  );
}

interface ShownPart {
  answer?: AnswerState;
  messagesBefore?: number | undefined;
  historyBefore?: number | undefined;
}

/** Renders a ticket's page in one sequential round trip. Throws 404 Not Found for an unknown ticket. */
async function showTicket(
  { org, control }: Pick<PageContext, "control"> & { org: OrgReader },
  id: number,
  { answer = initialFormState(), messagesBefore, historyBefore }: ShownPart = {},
): Promise<View> {
  const [thread, assignees] = await Promise.all([
    readThread(org, id, { messagesBefore: messagesBefore ?? null, historyBefore: historyBefore ?? null, size: PAGE_SIZE }),
    listAssignees(control, org.organization.id),
  ]);
  const { ticket } = thread;
  return {
    title: ticket.subject,
    lead: <Lead ticket={ticket} />,
    back: { page: "/tickets", label: "All tickets" },
    actions: <PageButton page={`/tickets/${ticket.id}/edit`} label="Edit" icon="edit" permission="write" />,
    body: <TicketBody thread={thread} assignees={assignees} answer={answer} />,
    here: `/tickets/${id}`,
  };
}

const entryId = integerQuery(1, Number.MAX_SAFE_INTEGER);

const ticketPage = page(
  {
    path: "/tickets/:id",
    param: TicketPath,
    permission: "read",
    query: z.object({ messages_before: entryId, history_before: entryId }),
  },
  async ({ org, control, param, query }) =>
    await showTicket({ org, control }, param.id, { messagesBefore: query.messages_before, historyBefore: query.history_before }),
);

const messageForm = action(
  {
    path: "/tickets/:id/messages",
    param: TicketPath,
    permission: "write",
    form: fromForm(NewTicketMessage, { nulls: ["status"] }),
    redirectOnRepeat: "/tickets",
    renderInvalid: async ({ org, control, param, values, violations }) =>
      await showTicket({ org, control }, param.id, { answer: { values, violations } }),
  },
  async ({ org, param, form }) => {
    const { kind } = await addMessage(org, param.id, form);
    return { to: `/tickets/${param.id}`, flash: kind === "reply" ? "reply_saved" : "ticket_note_saved" };
  },
);

const sentForm = action(
  { path: "/tickets/:id/messages/:ticket_message_id/sent", param: MessagePath, permission: "write", redirectOnRepeat: "/tickets" },
  async ({ org, param }) => {
    await markSent(org, param.id, param.ticket_message_id);
    return { to: `/tickets/${param.id}`, flash: "reply_sent" };
  },
);

/** A form text that may be empty. The form for an answer checks it when it is saved. */
const typedText = z.string().overwrite(toStorableText).default("");

/** Shows the form for an answer with a template after what was typed. Nothing is written. */
const templateForm = action(
  {
    path: "/tickets/:id/template",
    param: TicketPath,
    permission: "write",
    form: z.object({ template_id: IntegerId, body: typedText, status: typedText }),
    renderInvalid: async ({ org, control, param, values, violations }) =>
      await showTicket({ org, control }, param.id, { answer: { values, violations } }),
  },
  async ({ org, control, param, form: { template_id, body, status } }) => {
    const { text, missing } = await readFilledTemplate(org, param.id, template_id);
    const typed = body.trimEnd();
    const values = { body: typed === "" ? text : `${typed}\n\n${text}`, status };
    const answer = { values, violations: missing.length === 0 ? [] : [missingValues(missing)], isFilled: true };
    return { view: await showTicket({ org, control }, param.id, { answer }) };
  },
);

function missingValues(missing: readonly Placeholder[]) {
  const list = new Intl.ListFormat("en-GB", { type: "conjunction" });
  const [what, names] = [missing.map((name) => PLACEHOLDERS[name]), missing.map((name) => `{{${name}}}`)];
  const message = `This ticket’s order has no value for ${list.format(what)}. Replace ${list.format(names)}.`;
  return { path: "body", code: "unfilled_placeholder", message };
}

export const ticketPageRoutes = [ticketPage, messageForm, sentForm, templateForm] as const;
