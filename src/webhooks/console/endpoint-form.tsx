import { EVENT_TYPES } from "../../events/event-types";
import { fieldError } from "../../console/form";
import { Faults, type Filled, Form, TextField } from "../../console/parts/form";
import { SeenVersion } from "../../console/seen";
import { EVENT_WORDS } from "./words";

const FIELDS = ["url", "events", "description"];

function EventFields({ values, faults }: Filled) {
  const fault = fieldError(faults, "events");
  const chosen = new Set([values["events"]].flat());
  return (
    <fieldset class="choice" aria-describedby={fault === undefined ? undefined : "events-fault"}>
      <legend>Events</legend>
      {EVENT_TYPES.map((name) => (
        <div class="field check">
          <input
            id={`events-${name}`}
            name="events"
            type="checkbox"
            value={name}
            checked={chosen.has(name)}
            aria-describedby={`events-${name}-hint`}
          />
          <label for={`events-${name}`}>
            <code>{name}</code>
          </label>
          <p class="hint" id={`events-${name}-hint`}>
            {EVENT_WORDS[name]}
          </p>
        </div>
      ))}
      {fault === undefined ? null : (
        <p class="fault" id="events-fault">
          Choose one event or more.
        </p>
      )}
    </fieldset>
  );
}

/** An endpoint's fields, for a new one (`version` null) and for one that is there. */
export function EndpointForm({ to, button, version, ...filled }: Filled & { to: string; button: string; version: number | null }) {
  return (
    <Form to={to} class="form">
      {version === null ? null : <SeenVersion version={version} filled={filled} />}
      <Faults faults={filled.faults} fields={FIELDS} />
      <TextField
        filled={filled}
        name="url"
        label="Address"
        hint="Where each event is posted to: https, a public host, port 443 or 8443."
        type="url"
        inputmode="url"
        placeholder="https://example.com/hooks"
        required
      />
      <EventFields {...filled} />
      <TextField filled={filled} name="description" label="Description" hint="What receives it, for your own people." most={255} />
      <button class="primary">{button}</button>
    </Form>
  );
}
