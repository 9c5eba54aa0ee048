import { useCan } from "../../../console/page-request";
import { Form } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { Facts, Moment, Money } from "../../../console/parts/values";
import type { WholeSupplierOrder } from "../send-items";
import { freesLines } from "../states";
import { totalsOf } from "../totals";

function Amount({ units, currency }: { units: number | null; currency: string }) {
  return units === null ? <>Unknown</> : <Money units={units} currency={currency} />;
}

/** What a supplier order costs: as agreed, as charged, and the difference. */
export function InvoicePanel({ whole: { order, lines } }: { whole: WholeSupplierOrder }) {
  const canWrite = useCan("write");
  const isRecorded = order.paid_at !== null || order.invoice_number !== null || lines.some(({ charged_cost }) => charged_cost !== null);
  const facts = totalsOf(lines).flatMap(({ currency, agreed, charged }) => {
    const difference = agreed === null || charged === null ? null : charged - agreed;
    return [
      ["Agreed", <Amount units={agreed} currency={currency} />],
      ["Charged", <Amount units={charged} currency={currency} />],
      ["Difference", difference === null ? null : <Amount units={difference} currency={currency} />],
    ] as const;
  });
  return (
    <section class="panel">
      <h2>Cost</h2>
      <Facts
        class="amounts"
        facts={[...facts, ["Invoice", order.invoice_number], ["Paid", order.paid_at === null ? "No" : <Moment at={order.paid_at} />]]}
      />
      {canWrite ? (
        <div class="actions next">
          {/* What the form does not send, such as the number, stays. */}
          {order.paid_at === null && !freesLines(order.state) ? (
            <Form to={`/production/${order.id}/invoice`}>
              <button name="is_paid" value="on">
                Mark as paid
              </button>
            </Form>
          ) : null}
          <PageLink page={`/production/${order.id}/invoice`}>{isRecorded ? "Edit invoice" : "Record invoice"}</PageLink>
        </div>
      ) : null}
    </section>
  );
}
