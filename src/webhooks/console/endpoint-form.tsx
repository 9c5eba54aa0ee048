import { EVENT_TYPES } from "../../events/event-types";
import { ChoicesField, type Filled, Form, TextField } from "../../console/parts/form";
import { SeenVersion } from "../../console/seen";
import { EVENT_WORDS } from "./words";

const FIELDS = ["url", "events", "description"];

const EVENTS = EVENT_TYPES.map((name) => ({ value: name, label: <code>{name}</code>, hint: EVENT_WORDS[name] }));

/** An endpoint's fields, for a new one (`version` null) and for one that is there. */
export function EndpointForm({ to, button, version, ...filled }: Filled & { to: string; button: string; version: number | null }) {
  return (
    <Form to={to} class="form" filled={filled} fields={FIELDS}>
      {version === null ? null : <SeenVersion version={version} />}
      <TextField
        name="url"
        label="Address"
        hint="Where each event is posted to: https, a public host, port 443 or 8443."
        type="url"
        inputmode="url"
        placeholder="https://example.com/hooks"
        required
      />
      <ChoicesField name="events" label="Events" none="Choose one event or more." choices={EVENTS} />
      <TextField name="description" label="Description" hint="What receives it, for your own people." most={255} />
      <button class="primary">{button}</button>
    </Form>
  );
}
