import type { FormState } from "../../../console/page";
import { useCan } from "../../../console/page-request";
import { FieldIds } from "../../../console/parts/field-id";
import { Form, initialFormState, TextField } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { partOf, PartPager } from "../../../console/parts/parts-of-list";
import { Table } from "../../../console/parts/table";
import { Badge, Money } from "../../../console/parts/values";
import { Violations } from "../../../console/parts/violations";
import type { LineRow } from "../rows.sql.ts";
import type { WholeSupplierOrder } from "../send-items";
import { readSnapshot } from "../snapshot";
import { MAX_REASON_LENGTH } from "../states";
import { isRejectable } from "../work";
import { MadeLine } from "./made-line";
import { lineStateLabel } from "./state-labels";

/** The form of a line, if it was not carried out. */
export type RejectedLineForm = FormState & { itemId: number | null };

function RejectForm({ orderId, line, rejected }: { orderId: string; line: LineRow; rejected: RejectedLineForm | undefined }) {
  return (
    <FieldIds value={`${line.order_item_id}-`}>
      <details open={rejected !== undefined}>
        <summary>Reject</summary>
        <Form
          to={`/production/${orderId}/lines/${line.order_item_id}/reject`}
          formState={rejected ?? initialFormState()}
          fields={["reason"]}
        >
          <TextField name="reason" label="Reason" maxLength={MAX_REASON_LENGTH} required />
          <button class="danger">Reject line</button>
        </Form>
      </details>
    </FieldIds>
  );
}

/** Lines on a page of an order, so that the page stays small. */
const PAGE_SIZE = 50;

interface LinesProps {
  whole: WholeSupplierOrder;
  page: number;
  rejected: RejectedLineForm | undefined;
}

/** A page of the lines of a supplier order: the one with the form that was not carried out, if there is one. */
export function Lines({ whole: { order, lines }, page, rejected }: LinesProps) {
  const at = lines.findIndex(({ order_item_id }) => order_item_id === rejected?.itemId);
  const part = partOf(lines, at === -1 ? page : Math.floor(at / PAGE_SIZE) + 1, PAGE_SIZE);
  const [canWrite, showsMoney] = [useCan("write"), useCan("money")];
  const mayReject = (line: LineRow): boolean => canWrite && isRejectable(order, line);
  const isShown = lines[at] !== undefined && mayReject(lines[at]);
  const columns = [
    "Item",
    "Order",
    { name: "Quantity", figures: true },
    ...(showsMoney ? [{ name: "Cost of one", figures: true }] : []),
    "State",
    "",
  ];
  const rows = part.rows.map((line) => [
    <MadeLine line={line} />,
    <PageLink page={`/orders/${line.order_id}`}>{readSnapshot(line.snapshot).order_number ?? `#${line.order_id}`}</PageLink>,
    line.quantity,
    ...(showsMoney ? [line.unit_cost === null ? "Unknown" : <Money units={line.unit_cost} currency={line.currency} />] : []),
    <Badge status={lineStateLabel(line.state)} />,
    mayReject(line) ? (
      <RejectForm orderId={order.id} line={line} rejected={line.order_item_id === rejected?.itemId ? rejected : undefined} />
    ) : null,
  ]);
  return (
    <>
      {rejected === undefined || isShown ? null : <Violations violations={rejected.violations} fields={[]} />}
      <Table caption="Lines" columns={columns} rows={rows} empty="No lines." />
      <PartPager part={part} plural="lines" pathOf={(to) => `/production/${order.id}?lines_page=${to}`} />
    </>
  );
}
