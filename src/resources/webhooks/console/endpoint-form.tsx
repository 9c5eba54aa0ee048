import { EVENTS, SUPPLIER_EVENT_TYPES, summaryOf } from "../../events/events";
import type { FormState } from "../../../console/page";
import { Form, TextField } from "../../../console/parts/form";
import { ChoicesField } from "../../../console/parts/checkboxes";

const FIELDS = ["url", "events", "description"];

const CHOICES = EVENTS.map((body) => {
  const { value } = body.shape.event;
  return { value, label: <code>{value}</code>, hint: `${summaryOf(body)}.` };
});

const SUPPLIER_CHOICES = CHOICES.filter(({ value }) => SUPPLIER_EVENT_TYPES.some((type) => type === value));

interface EndpointFormProps extends FormState {
  to: string;
  button: string;
  version: number | null;
  /** The supplier that it is limited to. Null: it is not limited. */
  supplierId: string | null;
}

/** The fields of a new endpoint (`version` null) or of an existing one. */
export function EndpointForm({ to, button, version, supplierId, ...formState }: EndpointFormProps) {
  return (
    <Form to={to} class="form" formState={formState} fields={FIELDS} version={version}>
      {supplierId === null || version !== null ? null : <input type="hidden" name="supplier_id" value={supplierId} />}
      <TextField
        name="url"
        label="URL"
        hint="Events are sent to this URL. It needs https, a public host, and port 443 or 8443."
        type="url"
        inputmode="url"
        placeholder="https://example.com/hooks"
        required
      />
      <ChoicesField
        name="events"
        label="Events"
        none="Choose at least one event."
        choices={supplierId === null ? CHOICES : SUPPLIER_CHOICES}
      />
      <TextField name="description" label="Description" hint="What receives the events." maxLength={255} />
      <button class="primary">{button}</button>
    </Form>
  );
}
