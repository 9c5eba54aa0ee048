import type { EndpointRow } from "../endpoints/endpoints.sql.ts";
import { usePageRequest } from "../../console/page-request";
import { Moment } from "../../console/parts/values";
import { Form, SelectField, initialFormState } from "../../console/parts/form";
import { PageLink } from "../../console/parts/link";

const OVERLAPS = [
  ["0", "Not at all"],
  ["1", "For an hour"],
  ["24", "For a day"],
  ["72", "For three days"],
  ["168", "For a week"],
] as const;

/** The end of the secret, a link to the guide on signatures, and a form that rotates it. */
export function SecretPanel({ endpoint }: { endpoint: EndpointRow }) {
  const { id, secret_hint, previous_valid_until } = endpoint;
  const { now } = usePageRequest();
  return (
    <section class="panel" id="secret">
      <h2>Signing secret</h2>
      <p>
        Ends in <code>…{secret_hint}</code>. It can't be shown again.
      </p>
      {previous_valid_until === null || previous_valid_until <= now ? null : (
        <p class="soft">
          The previous secret also signs until <Moment at={previous_valid_until} time />.
        </p>
      )}
      <p>
        <PageLink page={`/webhooks/${id}/verify`}>How to check signatures</PageLink>
      </p>
      <details>
        <summary>Rotate secret</summary>
        <Form
          to={`/webhooks/${id}/rotate`}
          confirm="Rotate the secret? The new one is shown only once."
          formState={initialFormState({ overlap_hours: "24" })}
        >
          <SelectField
            name="overlap_hours"
            label="The current secret also signs"
            hint="Until your receiver uses the new secret."
            options={OVERLAPS}
            required
          />
          <button>Rotate secret</button>
        </Form>
      </details>
    </section>
  );
}

/** The form that deletes an endpoint. It is collapsed to prevent accidents. */
export function DeletePanel({ endpoint: { id } }: { endpoint: EndpointRow }) {
  return (
    <section class="panel">
      <details>
        <summary>Delete endpoint</summary>
        <p>Pending deliveries are cancelled, and no more events are sent. This cannot be undone.</p>
        <Form to={`/webhooks/${id}/delete`} confirm="Delete this endpoint permanently?">
          <button class="danger">Delete endpoint</button>
        </Form>
      </details>
    </section>
  );
}
