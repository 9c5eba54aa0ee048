import { usePageRequest } from "../../../console/page-request";
import type { FormState } from "../../../console/page";
import { FieldIds } from "../../../console/parts/field-id";
import { Form, SelectField, TextArea } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { capitalized } from "../../../console/parts/values";
import { MAX_BODY_LENGTH } from "../fields";
import type { TicketThread } from "../thread/read-thread";
import { STATUS_CHOICES } from "./ticket-form";

/** The state of the form for an answer. `isFilled`: a template was inserted, so that there is something to save. */
export interface AnswerState extends FormState {
  isFilled?: boolean;
}

interface AnswerFormProps extends AnswerState {
  thread: Pick<TicketThread, "ticket" | "templates">;
}

function TemplateField({ ticketId, templates }: { ticketId: number; templates: TicketThread["templates"] }) {
  const { base } = usePageRequest();
  if (templates.length === 0) {
    return (
      <p class="hint">
        For texts that you write often, <PageLink page="/tickets/templates/new">create a template</PageLink>.
      </p>
    );
  }
  const choices = templates.map(({ id, name }) => [String(id), name] as const);
  return (
    <div class="insert">
      <SelectField name="template_id" label="Template" none="None" options={choices} />
      <button formaction={`${base}/tickets/${ticketId}/template#answer`} formnovalidate>
        Insert template
      </button>
    </div>
  );
}

/** A form for a reply or an internal note, which may also change the status. It is sent to a page of its own to insert a template. */
export function AnswerForm({ thread: { ticket, templates }, isFilled = false, ...formState }: AnswerFormProps) {
  const { id, status } = ticket;
  const others = STATUS_CHOICES.filter(([name]) => name !== status);
  return (
    <section class="panel answer" id="answer" aria-labelledby="answer-heading">
      <h2 id="answer-heading">Answer</h2>
      <FieldIds value="answer-">
        <Form
          to={`/tickets/${id}/messages`}
          class="form"
          formState={formState}
          // Nothing was rejected then: placeholders without a value are named at the text only, and no notice says that it was not saved.
          fields={isFilled ? undefined : ["template_id", "body", "status"]}
          isUnsaved={isFilled}
        >
          <TemplateField ticketId={id} templates={templates} />
          <TextArea
            name="body"
            label="Text"
            hint="No email is sent: copy a saved reply, then mark it as sent. Notes stay internal."
            maxLength={MAX_BODY_LENGTH}
            rows={6}
            required
          />
          <div class="save">
            <SelectField name="status" label="Status afterwards" none={`Keep ${capitalized(status)}`} options={others} />
            <div class="actions">
              <button name="kind" value="note">
                Save note
              </button>
              <button class="primary" name="kind" value="reply">
                Save reply
              </button>
            </div>
          </div>
        </Form>
      </FieldIds>
    </section>
  );
}
