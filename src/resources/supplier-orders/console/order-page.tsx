import * as z from "zod";
import { type LinkRow, listLinks } from "../../../accounts/links/links";
import type { OrgReader } from "../../../platform/db/org-db";
import { notFound } from "../../../platform/api-error";
import { integerQuery } from "../../../platform/http/input/query";
import { dayNumber, dayText } from "../../../platform/values/zone";
import { ExpectedVersion, fromForm } from "../../../console/form";
import { action, type FormState, page, type Route, type View } from "../../../console/page";
import { useCan } from "../../../console/page-request";
import { Form, initialFormState, TextField } from "../../../console/parts/form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { linkForms } from "../../../console/parts/link-forms";
import { LinksPanel } from "../../../console/parts/links-panel";
import { Badge, Facts, Moment } from "../../../console/parts/values";
import { Violations } from "../../../console/parts/violations";
import { parseItemId } from "../../orders/items/item-id";
import { changeSupplierOrder } from "../change-state";
import { rejectLine } from "../reject-line";
import { readSupplierOrder, readWithSupplier } from "../read-supplier-order";
import type { WholeSupplierOrder } from "../send-items";
import { isOpen, MAX_REASON_LENGTH, freesLines, nextStates } from "../states";
import { SUPPLIER_FILE_TYPE, supplierFile, supplierFileName } from "../supplier-file";
import { LinePath, RejectedLine, SupplierOrderChange, SupplierOrderPath } from "../v2/contract";
import { isLate, supplierOrderName } from "../supplier-order-view";
import { InvoicePanel } from "./invoice-panel";
import { invoicePages } from "./invoice-page";
import { DueDay } from "./due-day";
import { Lines, type RejectedLineForm } from "./order-lines";
import { uploadPages } from "./upload-page";
import { STATE_BUTTONS, stateLabel } from "./state-labels";

/** The states that the order may get, and the day on which it is due. */
function StateForms({ whole: { order }, ...formState }: FormState & { whole: WholeSupplierOrder }) {
  const to = `/production/${order.id}`;
  const next = nextStates(order.state);
  const [plain, withReason] = [next.filter((state) => !freesLines(state)), next.filter(freesLines)];
  return (
    <section class="panel on-screen">
      <h2>State</h2>
      <Violations violations={formState.violations} fields={["reason", "due_date"]} />
      {plain.length === 0 ? null : (
        <Form to={to} version={order.version} undo="Changing the state to">
          <div class="actions">
            {plain.map((state, index) => (
              <button name="state" value={state} class={index === 0 ? "primary" : undefined}>
                {STATE_BUTTONS[state]}
              </button>
            ))}
          </div>
        </Form>
      )}
      {withReason.length === 0 ? null : (
        <details open={formState.violations.length > 0}>
          <summary>Reject or cancel</summary>
          <Form to={to} formState={formState} version={order.version} undo="Changing the state to">
            <TextField name="reason" label="Reason" maxLength={MAX_REASON_LENGTH} />
            <div class="actions">
              {withReason.map((state) => (
                <button class="danger" name="state" value={state}>
                  {STATE_BUTTONS[state]}
                </button>
              ))}
            </div>
          </Form>
        </details>
      )}
      {isOpen(order.state) ? (
        <Form to={to} formState={initialFormState({ due_date: order.due_date })} version={order.version} undoable="Due day">
          <TextField name="due_date" label="Due" type="date" />
          <button>Save day</button>
        </Form>
      ) : null}
    </section>
  );
}

function OrderFacts({ whole: { order } }: { whole: WholeSupplierOrder }) {
  const moment = (at: number | null) => (at === null ? null : <Moment at={at} time />);
  const facts = [
    ["Supplier", <PageLink page={`/suppliers/${order.supplier_id}`}>{order.supplier_name}</PageLink>],
    ["Ships", order.shipping === "to_buyer" ? "To the buyer" : "To us"],
    ["Reason", order.reason],
    ["Created", moment(order.created_at)],
    ["Sent", moment(order.sent_at)],
    ["Accepted", moment(order.accepted_at)],
    ["Shipped", moment(order.shipped_at)],
  ] as const;
  return (
    <section class="panel">
      <Facts facts={facts} />
    </section>
  );
}

interface BodyProps extends FormState {
  whole: WholeSupplierOrder;
  links: readonly LinkRow[];
  linesPage: number;
  rejectedLine: RejectedLineForm | undefined;
}

function Body({ whole, links, linesPage, rejectedLine, ...formState }: BodyProps) {
  const [canWrite, showsMoney] = [useCan("write"), useCan("money")];
  const { id, state } = whole.order;
  return (
    <div class="columns order">
      <div>
        <Lines whole={whole} page={linesPage} rejected={rejectedLine} />
      </div>
      <div>
        {canWrite ? <StateForms whole={whole} {...formState} /> : null}
        <OrderFacts whole={whole} />
        {showsMoney && state !== "draft" ? <InvoicePanel whole={whole} /> : null}
        {state === "draft" ? null : (
          <LinksPanel
            links={links}
            to={`/production/${id}/links`}
            lead="With a link, the supplier sees this order only, without prices, costs, emails and phone numbers. A link of the supplier shows all of its orders."
          />
        )}
      </div>
    </div>
  );
}

interface ShownOrder {
  linesPage?: number | undefined;
  /** The state of the forms of the whole order. */
  formState?: FormState;
  rejectedLine?: RejectedLineForm;
}

async function show(
  org: OrgReader,
  id: string,
  { linesPage = 1, formState = initialFormState(), rejectedLine }: ShownOrder,
): Promise<View> {
  const [whole, links] = await Promise.all([readSupplierOrder(org, id), listLinks(org, { purpose: "supplier_order", subjectId: id })]);
  const { order } = whole;
  const today = dayText(dayNumber(org.now, org.organization.timezone));
  return {
    title: `Supplier order #${order.number}`,
    back: { page: "/production", label: "Production" },
    lead: (
      <>
        <Badge status={stateLabel(order.state)} /> {order.supplier_name}
        {order.due_date === null || isLate(order, today) ? " " : ", due "}
        <DueDay order={order} />
      </>
    ),
    actions: (
      <>
        <PageLink page={`/production/${id}/file`} class="button">
          Download CSV
        </PageLink>
        <PageButton page={`/suppliers/${order.supplier_id}/upload`} label="Upload tracking CSV" icon="import" permission="write" />
      </>
    ),
    body: <Body whole={whole} links={links} linesPage={linesPage} rejectedLine={rejectedLine} {...formState} />,
  };
}

const supplierOrderPage = page(
  {
    path: "/production/:id",
    permission: "read",
    param: SupplierOrderPath,
    query: z.object({ lines_page: integerQuery(1, Number.MAX_SAFE_INTEGER) }),
  },
  async ({ org, param, query }) => await show(org, param.id, { linesPage: query.lines_page }),
);

const changeForm = action(
  {
    path: "/production/:id",
    permission: "write",
    param: SupplierOrderPath,
    form: fromForm(z.intersection(SupplierOrderChange, ExpectedVersion), { nulls: ["due_date"] }),
    renderInvalid: async ({ org, param, values, violations }) => await show(org, param.id, { formState: { values, violations } }),
  },
  async ({ org, param, form: { expected_version, ...change } }) => {
    await changeSupplierOrder(org, param.id, { ...change, expectedVersion: expected_version });
    return { to: `/production/${param.id}`, flash: "supplier_order_saved" };
  },
);

const rejectLineForm = action(
  {
    path: "/production/:id/lines/:order_item_id/reject",
    permission: "write",
    param: LinePath,
    form: RejectedLine,
    renderInvalid: async ({ org, param, values, violations }) =>
      await show(org, param.id, { rejectedLine: { itemId: parseItemId(param.order_item_id), values, violations } }),
  },
  async ({ org, param, form }) => {
    const itemId = parseItemId(param.order_item_id);
    if (itemId === null) throw notFound();
    await rejectLine(org, param.id, { itemId, reason: form.reason });
    return { to: `/production/${param.id}`, flash: "line_rejected" };
  },
);

const filePage = page({ path: "/production/:id/file", permission: "read", param: SupplierOrderPath }, async ({ org, param }) => {
  const whole = await readWithSupplier(org, param.id);
  const headers = { "Content-Type": SUPPLIER_FILE_TYPE, "Content-Disposition": `attachment; filename="${supplierFileName(whole)}"` };
  return new Response(supplierFile(whole, whole.supplier), { headers });
});

export const supplierOrderRoutes: readonly Route[] = [
  supplierOrderPage,
  changeForm,
  rejectLineForm,
  filePage,
  ...invoicePages,
  ...uploadPages,
  ...linkForms({
    purpose: "supplier_order",
    pages: "/production",
    param: "order_link_id",
    subjectOf: async (org, id) => ({ subjectId: id, subjectName: supplierOrderName((await readSupplierOrder(org, id)).order) }),
  }),
];
