import type { FormState } from "../../../console/page";
import { useCan } from "../../../console/page-request";
import { Form } from "../../../console/parts/form";
import { Notice } from "../../../console/parts/notice";
import { Violations } from "../../../console/parts/violations";
import { AUDIT_REASONS, readReasons } from "../audit-reasons";
import type { OrderRow } from "../rows.sql.ts";

/** Why an order needs an audit (docs/spec/amounts-and-figures.md#audit-reasons). */
function sentencesOf({ audit_reasons }: OrderRow): string {
  const reasons = readReasons(audit_reasons);
  return reasons === null ? "This order is marked for an audit." : reasons.map((reason) => AUDIT_REASONS[reason]).join(" ");
}

/** Says that a person must check the order, with a button that clears the flag. Nothing if the flag is not set. */
export function AuditNotice({ order, ...formState }: FormState & { order: OrderRow }) {
  const canWrite = useCan("write");
  return (
    <>
      <Violations violations={formState.violations} fields={[]} />
      {order.requires_audit === 1 ? (
        <Notice kind="bad">
          <p>
            {sentencesOf(order)}
            {canWrite ? " Check it, then clear the flag." : ""}
          </p>
          {canWrite ? (
            <Form to={`/orders/${order.id}/clear-audit`} formState={formState} version={order.version}>
              <button>Clear the flag</button>
            </Form>
          ) : null}
        </Notice>
      ) : null}
    </>
  );
}
