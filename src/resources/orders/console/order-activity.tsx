import type { Child } from "hono/jsx";
import type { HistoryRow, NoteRow } from "../history/records.sql.ts";
import type { RefundRow } from "../refunds/refunds.sql.ts";
import type { ItemRow, OrderRow } from "../rows.sql.ts";
import { useCan } from "../../../console/page-request";
import type { FormState } from "../../../console/page";
import { Moment } from "../../../console/parts/values";
import { Form, TextArea } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { HistoryEntry } from "./order-history";

function NoteForm({ orderId, ...formState }: FormState & { orderId: number }) {
  return (
    <Form to={`/orders/${orderId}/notes`} class="form" formState={formState} fields={["content"]}>
      <TextArea name="content" label="New note" rows={2} maxLength={5000} required />
      <button>Add note</button>
    </Form>
  );
}

function Note({ note: { text, author_name, created_at } }: { note: NoteRow }) {
  return (
    <li class="note">
      <p class="words">{text}</p>
      <span class="line soft">
        {author_name}, <Moment at={created_at} time />
      </span>
    </li>
  );
}

const KINDS = [
  ["all", "All"],
  ["notes", "Notes"],
  ["history", "History"],
] as const;

/** Chooses what the timeline shows. The style sheet applies it, so that it needs no script. */
function KindChoice() {
  return (
    <fieldset class="actions kinds">
      <legend class="hidden">Show</legend>
      {KINDS.map(([kind, label]) => (
        <label>
          <input type="radio" name="activity" value={kind} checked={kind === "all"} /> {label}
        </label>
      ))}
    </fieldset>
  );
}

interface OrderActivityProps extends FormState {
  order: Pick<OrderRow, "id" | "currency">;
  items: readonly ItemRow[];
  refunds: readonly RefundRow[];
  notes: { rows: readonly NoteRow[]; nextBefore: number | null };
  history: { rows: readonly HistoryRow[]; nextBefore: number | null };
}

/** The notes and the history of an order as one timeline, newest first, with a form for a note. */
export function OrderActivity({ order, items, refunds, notes, history, ...formState }: OrderActivityProps) {
  const { id: orderId } = order;
  const entries: readonly { at: number; shown: Child }[] = [
    ...notes.rows.map((note) => ({ at: note.created_at, shown: <Note note={note} /> })),
    ...history.rows.map((entry) => ({ at: entry.at, shown: <HistoryEntry entry={entry} order={order} items={items} refunds={refunds} /> })),
  ];
  return (
    <section class="activity">
      <h2>Activity</h2>
      {useCan("write") ? <NoteForm {...formState} orderId={orderId} /> : null}
      {notes.rows.length === 0 ? null : <KindChoice />}
      <ol class="timeline">{entries.toSorted((one, other) => other.at - one.at).map(({ shown }) => shown)}</ol>
      <p class="actions">
        {notes.nextBefore === null ? null : <PageLink page={`/orders/${orderId}?notes_before=${notes.nextBefore}`}>Older notes</PageLink>}
        {history.nextBefore === null ? null : (
          <PageLink page={`/orders/${orderId}?history_before=${history.nextBefore}`}>Older history</PageLink>
        )}
      </p>
    </section>
  );
}
