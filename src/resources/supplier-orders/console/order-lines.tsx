import { useCan } from "../../../console/page-request";
import { FieldIds } from "../../../console/parts/field-id";
import { Form, TextField } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { partOf, PartPager } from "../../../console/parts/parts-of-list";
import { Table } from "../../../console/parts/table";
import { Badge, Money } from "../../../console/parts/values";
import type { LineRow } from "../rows.sql.ts";
import type { WholeSupplierOrder } from "../send-items";
import { readSnapshot } from "../snapshot";
import { isOpen, MAX_REASON_LENGTH } from "../states";
import { Made } from "./made-line";
import { lineStateLabel } from "./state-labels";

function RejectForm({ orderId, line }: { orderId: string; line: LineRow }) {
  return (
    <FieldIds value={`${line.order_item_id}-`}>
      <details>
        <summary>Reject</summary>
        <Form to={`/production/${orderId}/lines/${line.order_item_id}/reject`}>
          <TextField name="reason" label="Reason" maxLength={MAX_REASON_LENGTH} required />
          <button class="danger">Reject line</button>
        </Form>
      </details>
    </FieldIds>
  );
}

/** Lines on a page of an order, so that the page stays small. */
const PAGE_SIZE = 50;

/** A page of the lines of a supplier order. */
export function Lines({ whole: { order, lines }, page: linesPage }: { whole: WholeSupplierOrder; page: number }) {
  const part = partOf(lines, linesPage, PAGE_SIZE);
  const [canWrite, showsMoney] = [useCan("write"), useCan("money")];
  const mayReject = canWrite && isOpen(order.state) && order.state !== "draft";
  const columns = [
    "Item",
    "Order",
    { name: "Quantity", figures: true },
    ...(showsMoney ? [{ name: "Cost of one", figures: true }] : []),
    "State",
    "",
  ];
  const rows = part.rows.map((line) => [
    <Made line={line} />,
    <PageLink page={`/orders/${line.order_id}`}>{readSnapshot(line.snapshot).order_number ?? `#${line.order_id}`}</PageLink>,
    line.quantity,
    ...(showsMoney ? [line.unit_cost === null ? "Unknown" : <Money units={line.unit_cost} currency={line.currency} />] : []),
    <Badge status={lineStateLabel(line.state)} />,
    mayReject && line.state === "open" ? <RejectForm orderId={order.id} line={line} /> : null,
  ]);
  return (
    <>
      <Table caption="Lines" columns={columns} rows={rows} empty="No lines." />
      <PartPager part={part} plural="lines" pathOf={(to) => `/production/${order.id}?lines_page=${to}`} />
    </>
  );
}
