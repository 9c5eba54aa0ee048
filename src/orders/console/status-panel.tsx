import type { OrderRow } from "../rows.sql.ts";
import { allowedStatuses, needsReason, type OrderStatus } from "../order-status";
import { useCan } from "../../console/page-request";
import type { FormState } from "../../console/page";
import { Badge } from "../../console/parts/values";
import { Violations, Form, SelectField, TextField, initialFormState } from "../../console/parts/form";

/** The label of the collapsed status changes: they cancel, go back, or both. */
function summaryOf(statuses: readonly string[]): string {
  if (!statuses.includes("Cancelled")) return "Revert status";
  return statuses.length === 1 ? "Cancel order" : "Cancel or revert";
}

function StatusChanges({ order, ...formState }: FormState & { order: OrderRow }) {
  const { id, status, version } = order;
  const forward: readonly OrderStatus[] = allowedStatuses(status, false).filter((to) => to !== "Cancelled");
  const others = allowedStatuses(status, true).filter((to) => !forward.includes(to));
  const needingReason = others.filter((to) => needsReason(status, to));
  const target = `/orders/${id}/status`;
  const isMixed = needingReason.length > 0 && needingReason.length < others.length;
  return (
    <>
      <Violations violations={formState.violations} fields={["reason"]} />
      {forward.length === 0 ? null : (
        <Form to={target} formState={formState} version={version}>
          <fieldset>
            <legend class="hidden">Change to</legend>
            <div class="actions">
              <span class="soft" aria-hidden="true">
                Change to
              </span>
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
        <details open={formState.violations.length > 0 || forward.length === 0}>
          <summary>{summaryOf(others)}</summary>
          <Form to={target} formState={formState} version={version}>
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
            <button class="danger">{others.length === 1 ? `Change to ${others[0]}` : "Change status"}</button>
          </Form>
        </details>
      )}
    </>
  );
}

/** An order's status and the allowed changes. The forms send the version shown, so that they cannot overwrite a later change. */
export function StatusPanel({ order, ...formState }: FormState & { order: OrderRow }) {
  return (
    <section class="panel">
      <h2>
        Status <Badge status={order.status} />
      </h2>
      {useCan("write") ? <StatusChanges order={order} {...formState} /> : null}
    </section>
  );
}
