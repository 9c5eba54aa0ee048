import * as z from "zod";
import type { OrgReader } from "../../../../platform/db/org-db";
import { integerQuery } from "../../../../platform/http/input/query";
import { formPage, type FormState, type View } from "../../../../console/page";
import { usePageRequest } from "../../../../console/page-request";
import { Form, initialFormState, TextArea, TextField } from "../../../../console/parts/form";
import { partOf, PartPager } from "../../../../console/parts/parts-of-list";
import { moneyText } from "../../../../platform/values/money-text";
import { readRefundable, type RefundableOrder, refundOrder } from "../../refunds/refund-order";
import { OrderPath } from "../../v2/contract";
import { versionsOf } from "../order-forms";
import { orderName } from "../order-name";
import { lineFieldNames, RefundForm } from "./refund-form";
import { RefundLines } from "./refund-lines";

/** Lines on a page of the form: each has up to three fields, and a form has at most 1,000 (console/body.ts). */
const PAGE_SIZE = 250;

const pathOf = (id: number, linesPage: number): `/${string}` => `/orders/${id}/refund${linesPage === 1 ? "" : `?lines_page=${linesPage}`}`;

function RefundFields({ refundable, linesPage, ...formState }: FormState & { refundable: RefundableOrder; linesPage: number }) {
  const { parts, left } = refundable;
  const { id, currency, version, external_id, discount } = parts.order;
  const part = partOf(left.lines, linesPage, PAGE_SIZE);
  const fields = [
    ...lineFieldNames(part.rows.map(({ item }) => item.id)),
    ...(left.shipping > 0 ? ["shipping"] : []),
    "other",
    ...(left.tax > 0 ? ["tax"] : []),
    "reason",
  ];
  return (
    <Form to={pathOf(id, part.page)} class="form refund" formState={formState} fields={fields} version={version}>
      <p class="hint">
        This records the refund here and pays nothing back.
        {external_id === null ? "" : " Refund it in the shop, too: its next update replaces the amounts."}
      </p>
      {discount > 0 ? (
        <p class="hint">{`The order has a discount of ${moneyText(discount, currency)}, which the amounts of the lines do not know.`}</p>
      ) : null}
      {part.last === 1 ? null : (
        <p class="hint">A refund has lines of one page. Record one for the lines of each page, or refund everything.</p>
      )}
      <RefundLines lines={part.rows} currency={currency} />
      <PartPager part={part} plural="lines" pathOf={(to) => pathOf(id, to)} />
      <div class="pair">
        {left.shipping > 0 ? (
          <TextField
            name="shipping"
            label="Shipping"
            hint={`Up to ${moneyText(left.shipping, currency)}.`}
            inputmode="decimal"
            maxLength={20}
          />
        ) : null}
        <TextField
          name="other"
          label="Other amount"
          hint="What belongs to no line, for example a goodwill payment."
          inputmode="decimal"
          maxLength={20}
        />
        {left.tax > 0 ? (
          <TextField
            name="tax"
            label="Tax in the refund"
            hint={`Up to ${moneyText(left.tax, currency)}. Empty: the share of the order's tax.`}
            inputmode="decimal"
            maxLength={20}
          />
        ) : null}
      </div>
      <TextArea name="reason" label="Reason" rows={2} maxLength={2000} />
      <p>
        <strong>
          <output data-total={`${usePageRequest().base}/orders/${id}/refund/total`} />
        </strong>
      </p>
      <p class="actions">
        <button class="primary" name="do" value="refund">
          Record refund
        </button>
        <button
          name="do"
          value="everything"
          data-confirm={`Record a refund of everything that is left, ${moneyText(left.amount, currency)}, whatever the form says?`}
        >{`Refund everything: ${moneyText(left.amount, currency)}`}</button>
      </p>
    </Form>
  );
}

async function refundView(org: OrgReader, id: number, { linesPage, ...sent }: FormState & { linesPage: number }): Promise<View> {
  const refundable = await readRefundable(org, id);
  const { order } = refundable.parts;
  const { amount } = refundable.left;
  return {
    title: `Refund order ${orderName(order)}`,
    lead: `${moneyText(amount, order.currency)} of ${moneyText(order.total_amount, order.currency)} can be refunded. Amounts include the tax.`,
    back: { page: `/orders/${id}`, label: `Order ${orderName(order)}`, isPrinted: true },
    body:
      amount === 0 ? (
        <p class="empty">Everything that was paid is refunded.</p>
      ) : (
        <RefundFields refundable={refundable} linesPage={linesPage} {...sent} />
      ),
  };
}

const LinesPage = integerQuery(1, Number.MAX_SAFE_INTEGER);

/** Records a refund of an order, from its lines or of everything. A rejected form keeps what was typed. */
export const refundForm = formPage(
  {
    path: "/orders/:id/refund",
    param: OrderPath,
    permission: "write",
    form: RefundForm,
    isDecision: true,
    query: z.object({ lines_page: LinesPage }),
    // The form is sent to the URL of its page.
    show: async ({ org, param, search }, sent = initialFormState()) => {
      const { data: linesPage = 1 } = LinesPage.safeParse(search.get("lines_page") ?? undefined);
      return await refundView(org, param.id, { ...sent, linesPage });
    },
  },
  async ({ org, param, form }) => {
    await refundOrder(org, param.id, { ...form.refund, versions: versionsOf(form) });
    return { to: `/orders/${param.id}`, flash: "refunded" };
  },
);
