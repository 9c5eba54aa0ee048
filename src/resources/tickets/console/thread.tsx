import type { Child } from "hono/jsx";
import type { Assignee } from "../../../accounts/members/assignees";
import { useCan } from "../../../console/page-request";
import { Form } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { Age, Badge, capitalized, Day, Moment } from "../../../console/parts/values";
import { isDay } from "../../../platform/values/zone";
import type { TicketThread } from "../thread/read-thread";
import type { MessageRow, TicketHistoryRow } from "../thread/thread.sql.ts";
import { assigneeName } from "./ticket-form";

/** Whether a reply was sent: who and when, or the button that says so. */
function SentState({ message }: { message: MessageRow }) {
  const { id, ticket_id, author_name, sent_at, sent_by_name } = message;
  const canWrite = useCan("write");
  const bodyId = `message-${id}`;
  return (
    <div class="actions">
      <button type="button" hidden data-copy={bodyId} aria-label={`Copy the reply by ${author_name}`}>
        Copy
      </button>
      {sent_at === null && canWrite ? (
        <Form to={`/tickets/${ticket_id}/messages/${id}/sent`}>
          <button>Mark as sent</button>
        </Form>
      ) : null}
      {sent_at === null ? null : (
        <span class="soft">
          Sent by {sent_by_name}, <Moment at={sent_at} time />
        </span>
      )}
    </div>
  );
}

function Message({ message }: { message: MessageRow }) {
  const { id, kind, body, author_name, created_at, sent_at } = message;
  const isReply = kind === "reply";
  return (
    <li class={isReply ? "reply" : "note"}>
      <p class="by">
        <strong>{author_name}</strong>{" "}
        {isReply ? <Badge status={sent_at === null ? "not_sent" : "sent"} /> : <Badge status="internal_note" />}{" "}
        <span class="soft">
          <Age at={created_at} />
        </span>
      </p>
      <p class="words" id={`message-${id}`}>
        {body}
      </p>
      {isReply ? <SentState message={message} /> : null}
    </li>
  );
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  body: "Message",
  order_id: "Order",
  customer_name: "Customer",
  due_date: "Due date",
};

function valueLabel(field: string, value: string, assignees: readonly Assignee[]): Child {
  if (field === "assignee") return assigneeName(value, assignees);
  return isDay(value) ? <Day day={value} /> : capitalized(value);
}

/**
 * A change of a field: what it is now and, if it had a value, what it was. The history has no values of texts about the customer and of the order, so
 * only that they have changed is shown.
 */
function Change({ entry, assignees }: { entry: TicketHistoryRow; assignees: readonly Assignee[] }) {
  const { field, from_value, to_value, actor_name, at } = entry;
  const label = FIELD_LABELS[field] ?? capitalized(field);
  const what =
    to_value === null ? (
      `${label} ${from_value === null ? "changed" : "removed"}`
    ) : (
      <>
        {label} {from_value === null ? "set to" : <>changed from {valueLabel(field, from_value, assignees)} to</>}{" "}
        {valueLabel(field, to_value, assignees)}
      </>
    );
  return (
    <li class="change">
      {what}{" "}
      <span class="soft">
        by {actor_name}, <Age at={at} />
      </span>
    </li>
  );
}

/** The messages of a ticket and the changes of its fields as one timeline, newest first. */
export function Thread({ thread, assignees }: { thread: TicketThread; assignees: readonly Assignee[] }) {
  const { ticket, messages, history } = thread;
  const entries: readonly { at: number; shown: Child }[] = [
    ...messages.rows.map((message) => ({ at: message.created_at, shown: <Message message={message} /> })),
    ...history.rows.map((entry) => ({ at: entry.at, shown: <Change entry={entry} assignees={assignees} /> })),
  ];
  if (entries.length === 0) return null;
  return (
    <section class="thread">
      <h2>Activity</h2>
      <ol class="timeline">{entries.toSorted((one, other) => other.at - one.at).map(({ shown }) => shown)}</ol>
      <p class="actions">
        {messages.olderBefore === null ? null : (
          <PageLink page={`/tickets/${ticket.id}?messages_before=${messages.olderBefore}`}>Older messages</PageLink>
        )}
        {history.olderBefore === null ? null : (
          <PageLink page={`/tickets/${ticket.id}?history_before=${history.olderBefore}`}>Older changes</PageLink>
        )}
      </p>
    </section>
  );
}
