import type { EndpointRow } from "../endpoints/endpoints.sql.ts";
import { withRotationMessage } from "../../../console/form";
import type { FormState } from "../../../console/page";
import { isRotating } from "../endpoints/queries";
import { usePageRequest } from "../../../console/page-request";
import { Moment } from "../../../console/parts/values";
import { Form, SelectField } from "../../../console/parts/form";
import { CheckField } from "../../../console/parts/checkboxes";
import { PageLink } from "../../../console/parts/link";

/** How many hours the current secret also signs. */
const OVERLAPS = [
  ["0", "Not at all"],
  ["1", "For an hour"],
  ["24", "For a day"],
  ["72", "For three days"],
  ["168", "For a week"],
] as const;

/** The end of the secret, a link to the guide on signatures, and a form that rotates it. */
export function SecretPanel({ endpoint, formState }: { endpoint: EndpointRow; formState: FormState }) {
  const { id, secret_hint, previous_valid_until } = endpoint;
  const rotating = isRotating(endpoint, usePageRequest().now);
  return (
    <section class="panel" id="secret">
      <h2>Signing secret</h2>
      <p>
        Ends in <code>…{secret_hint}</code>. It can't be shown again.
      </p>
      {!rotating || previous_valid_until === null ? null : (
        <p class="soft">
          Requests are also signed with the previous secret until <Moment at={previous_valid_until} time />.
        </p>
      )}
      <p>
        <PageLink page={`/webhooks/${id}/verify`}>How to check signatures</PageLink>
      </p>
      <details open={formState.violations.length > 0}>
        <summary>Rotate secret</summary>
        <Form
          to={`/webhooks/${id}/rotate`}
          confirm="Rotate the secret? The new one is shown only once."
          formState={{ ...formState, violations: withRotationMessage(formState.violations, ROTATION_RUNNING_MESSAGE) }}
          fields={["overlap_hours"]}
        >
          <SelectField
            name="overlap_hours"
            label="Keep signing with the current secret too"
            hint="Until your receiver uses the new secret."
            options={OVERLAPS}
            required
          />
          {rotating ? (
            <CheckField
              name="replaces_unseen"
              label="The newest secret was lost before anyone copied it"
              hint="It is replaced, and the previous secret keeps its end date."
            />
          ) : null}
          <button>Rotate secret</button>
        </Form>
      </details>
    </section>
  );
}

const ROTATION_RUNNING_MESSAGE =
  "The secret was rotated recently, and the previous one still signs. If the newest secret was lost before anyone copied it, check the box. Otherwise, choose “Not at all” for the current one.";

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
