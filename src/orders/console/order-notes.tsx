import type { NoteRow } from "../history/records.sql.ts";
import { useCan } from "../../console/page-request";
import type { FormState } from "../../console/page";
import { Moment } from "../../console/parts/values";
import { Form, TextArea } from "../../console/parts/form";
import { PageLink } from "../../console/parts/link";

/** The notes of an order, newest first. */
export function OrderNotes({
  orderId,
  notes,
  older,
  ...formState
}: FormState & { orderId: number; notes: readonly NoteRow[]; older: number | null }) {
  return (
    <section>
      <h2>Notes</h2>
      {useCan("write") ? (
        <Form to={`/orders/${orderId}/notes`} class="form" formState={formState} fields={["content"]}>
          <TextArea name="content" label="New note" rows={3} maxLength={5000} required />
          <button>Add note</button>
        </Form>
      ) : null}
      {notes.length === 0 ? (
        <p class="soft">No notes.</p>
      ) : (
        <ul class="plain notes">
          {notes.map(({ text, author_name, created_at }) => (
            <li class="panel">
              <p class="words">{text}</p>
              <p class="soft">
                {author_name}, <Moment at={created_at} time />
              </p>
            </li>
          ))}
        </ul>
      )}
      {older === null ? null : <PageLink page={`/orders/${orderId}?notes_before=${older}`}>Older notes</PageLink>}
    </section>
  );
}
