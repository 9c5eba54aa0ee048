import type { OrderRow } from "../rows.sql.ts";
import { allowedStatuses, goesBack, needsReason } from "../order-status";
import type { FormState } from "../../../console/page";
import { Form, SelectField, TextField, initialFormState } from "../../../console/parts/form";
import { Violations } from "../../../console/parts/violations";

/** The label of the collapsed status changes: they cancel, go back, or both. */
function summaryOf(statuses: readonly string[]): string {
  if (!statuses.includes("Cancelled")) return "Move back";
  return statuses.length === 1 ? "Cancel order" : "Cancel or move back";
}

/**
 * The allowed status changes of an order. Moving it back or cancelling it is collapsed below the changes forward. The forms send the
 * version shown, so that they cannot overwrite a later change. A script sends them with a delay in which they can be undone.
 */
export function StatusForms({ order, ...formState }: FormState & { order: OrderRow }) {
  const { id, status, version } = order;
  const forward = allowedStatuses(status, false).filter((to) => to !== "Cancelled" && !goesBack(status, to));
  const others = allowedStatuses(status, true).filter((to) => !forward.includes(to));
  const needingReason = others.filter((to) => needsReason(status, to) || goesBack(status, to));
  const target = `/orders/${id}/status`;
  const isMixed = needingReason.length > 0 && needingReason.length < others.length;
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
      {others.length === 0 ? null : (
        <details open={formState.violations.length > 0}>
          <summary>{summaryOf(others)}</summary>
          <Form to={target} formState={formState} version={version} undo="Changing the status to">
            {others.length === 1 ? (
              <input type="hidden" name="status" value={others[0]} />
            ) : (
              <SelectField formState={initialFormState(formState.values)} name="status" label="New status" options={others} required />
            )}
            <TextField
              name="reason"
              label="Reason"
              maxLength={2000}
              required={needingReason.length === others.length}
              {...(isMixed && { hint: `Required for ${needingReason.join(" and ")}.` })}
            />
            {others.some((to) => goesBack(status, to)) ? (
              <p class="hint">
                Items and fulfillments stay as they are. The status follows the items again when the status of an item changes.
              </p>
            ) : null}
            <button class="danger">{others.length === 1 ? `Change to ${others[0]}` : "Change status"}</button>
          </Form>
        </details>
      )}
    </>
  );
}
