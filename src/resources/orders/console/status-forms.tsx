import type { OrderRow } from "../rows.sql.ts";
import { allowedStatuses, goesBack, needsReason, type OrderStatus } from "../order-status";
import type { FormState } from "../../../console/page";
import { FieldIds } from "../../../console/parts/field-id";
import { Form, SelectField, TextField, initialFormState } from "../../../console/parts/form";
import { Violations } from "../../../console/parts/violations";

interface StatusChangeProps {
  order: OrderRow;
  formState: FormState;
  /** The beginning of the ids of its fields, because the page has several reasons. */
  ids: "back-" | "cancel-";
  label: string;
  button: string;
  statuses: readonly OrderStatus[];
}

/** A folded status change that cancels an order or moves it back, with its reason. Nothing if there is none. */
function StatusChange({ order: { id, status, version }, formState, ids, label, button, statuses }: StatusChangeProps) {
  const [only, ...others] = statuses;
  if (only === undefined) return null;
  const isRejected = formState.violations.length > 0 && statuses.some((to) => to === formState.values["status"]);
  return (
    <details open={isRejected}>
      <summary>{label}</summary>
      <FieldIds value={ids}>
        <Form to={`/orders/${id}/status`} formState={formState} version={version} undo="Changing the status to">
          {others.length === 0 ? (
            <input type="hidden" name="status" value={only} />
          ) : (
            <SelectField formState={initialFormState(formState.values)} name="status" label="New status" options={statuses} required />
          )}
          <TextField
            name="reason"
            label="Reason"
            maxLength={2000}
            required={statuses.every((to) => needsReason(status, to) || goesBack(status, to))}
          />
          {statuses.some((to) => goesBack(status, to)) ? (
            <p class="hint">
              Items and fulfillments stay as they are. The status follows the items again when the status of an item changes.
            </p>
          ) : null}
          <button class="danger">{button}</button>
        </Form>
      </FieldIds>
    </details>
  );
}

/**
 * The allowed status changes of an order. Moving it back or cancelling it is collapsed below the changes forward. The forms send the
 * version shown, so that they cannot overwrite a later change. A script sends them with a delay in which they can be undone.
 */
export function StatusForms({ order, ...formState }: FormState & { order: OrderRow }) {
  const { id, status, version } = order;
  const forward = allowedStatuses(status, { hasReason: false }).filter((to) => to !== "Cancelled" && !goesBack(status, to));
  const others = allowedStatuses(status, { hasReason: true }).filter((to) => !forward.includes(to));
  const earlier = others.filter((to) => to !== "Cancelled");
  const target = `/orders/${id}/status`;
  return (
    <>
      <Violations violations={formState.violations} fields={["reason"]} />
      {forward.length === 0 ? null : (
        <Form to={target} formState={formState} version={version} undo="Changing the status to">
          <fieldset>
            <legend>Change to</legend>
            <div class="actions">
              {forward.map((next) => (
                <button name="status" value={next}>
                  {next}
                </button>
              ))}
            </div>
          </fieldset>
        </Form>
      )}
      <StatusChange
        order={order}
        formState={formState}
        ids="back-"
        label="Move back"
        button={earlier.length === 1 ? `Change to ${earlier[0]}` : "Change status"}
        statuses={earlier}
      />
      <StatusChange
        order={order}
        formState={formState}
        ids="cancel-"
        label="Cancel order"
        button="Cancel order"
        statuses={others.filter((to) => to === "Cancelled")}
      />
    </>
  );
}
