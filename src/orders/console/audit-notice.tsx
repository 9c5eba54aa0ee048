import type { FormState } from "../../console/page";
import { useCan } from "../../console/page-request";
import { Form } from "../../console/parts/form";
import { Notice } from "../../console/parts/notice";
import { Violations } from "../../console/parts/violations";
import type { OrderRow } from "../rows.sql.ts";

/** Why an order needs an audit, as far as the shop's status of a shipped order says it (docs/spec/connections.md#statuses). */
function reasonOf({ status, source_status }: OrderRow): string {
  const isShipped = status === "Shipped" || status === "Complete";
  // Shopify lists several statuses, for example "cancelled, refunded, fulfilled". WooCommerce names an order in the trash "trash".
  const words = isShipped ? (source_status ?? "").split(", ") : [];
  if (words.includes("cancelled") || words.includes("trash")) return "The shop cancelled this order after it was shipped.";
  if (words.includes("refunded")) return "The shop refunded this order after it was shipped.";
  return "This order needs an audit, for example because its amounts do not add up.";
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
            {reasonOf(order)}
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
