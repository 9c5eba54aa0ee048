import type { FormState } from "../../../console/page";
import { Form, TextField } from "../../../console/parts/form";

export const RETENTION_FIELDS = ["customer_days", "event_days"];

/** The form with an organization's retention. */
export function RetentionForm({ formState, version }: { formState: FormState; version: number }) {
  return (
    <section>
      <h2>Retention</h2>
      <Form
        to="/settings/personal-data/retention"
        class="form"
        formState={formState}
        fields={RETENTION_FIELDS}
        version={version}
        confirm="Save how long data is kept? If there is a number of days, all older data is erased from now on: the customers’ data of closed orders, and events and deliveries. This cannot be undone."
      >
        <TextField
          name="customer_days"
          label="Days to keep customers’ data"
          hint="So long after the last change of a closed order, its customer’s data is erased for good. The orders that are older already are erased, too. Empty: for ever."
          inputmode="numeric"
        />
        <TextField
          name="event_days"
          label="Days to keep events and deliveries"
          hint="At most 30. Receivers that poll the event feed less often miss events. Empty: 30."
          inputmode="numeric"
        />
        <button>Save retention</button>
      </Form>
    </section>
  );
}
