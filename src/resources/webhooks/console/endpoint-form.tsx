import { EVENTS, summaryOf } from "../../events/events";
import type { FormState } from "../../../console/page";
import { Form, TextField } from "../../../console/parts/form";
import { ChoicesField } from "../../../console/parts/checkboxes";

const FIELDS = ["url", "events", "description"];

const CHOICES = EVENTS.map((body) => {
  const { value } = body.shape.event;
  return { value, label: <code>{value}</code>, hint: `${summaryOf(body)}.` };
});

/** The fields of a new endpoint (`version` null) or of an existing one. */
export function EndpointForm({ to, button, version, ...formState }: FormState & { to: string; button: string; version: number | null }) {
  return (
    <Form to={to} class="form" formState={formState} fields={FIELDS} version={version}>
      <TextField
        name="url"
        label="URL"
        hint="Events are sent to this URL. It needs https, a public host, and port 443 or 8443."
        type="url"
        inputmode="url"
        placeholder="https://example.com/hooks"
        required
      />
      <ChoicesField name="events" label="Events" none="Choose at least one event." choices={CHOICES} />
      <TextField name="description" label="Description" hint="What receives the events." maxLength={255} />
      <button class="primary">{button}</button>
    </Form>
  );
}
