import * as z from "zod";
import type { OrgReader } from "../../../../platform/db/org-db";
import { requiredText } from "../../../../platform/http/input/text";
import { NonNegativeAmountInput } from "../../../../platform/values/money";
import { ExpectedVersion } from "../../../../console/form";
import { formPage, type FormState, type View } from "../../../../console/page";
import { Form, initialFormState, TextArea, TextField } from "../../../../console/parts/form";
import { moneyText } from "../../../../platform/values/money-text";
import { amountName, quantityName } from "../../refunds/plan-refund";
import { readRefundable, type RefundableOrder, refundOrder } from "../../refunds/refund-order";
import { OrderPath } from "../../v2/contract";
import { versionsOf } from "../order-forms";
import { orderName } from "../order-name";

const FIELDS = ["shipping", "other", "tax", "reason"];

/** A number as typed. An empty field is null, and any other text is left for the schema to reject. */
function typedNumber(value: unknown): unknown {
  const text = typeof value === "string" ? value.trim() : value;
  if (text === "" || text === undefined) return null;
  return typeof text === "string" && /^\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
}

const Quantity = z.preprocess(typedNumber, z.int().min(0).max(1_000_000).nullable());
const Amount = z.preprocess(typedNumber, NonNegativeAmountInput.nullable());

/** The form: two fields for each line, by the id of its item, and those of the whole refund. */
const RefundForm = z
  .object({
    do: z.enum(["refund", "everything"], "Choose what to refund."),
    shipping: Amount.default(null),
    other: Amount.default(null),
    tax: Amount.default(null),
    reason: z.preprocess((value) => (value === "" ? null : value), requiredText(2000).nullable().default(null)),
    ...ExpectedVersion.shape,
  })
  .catchall(z.unknown())
  .transform((fields, ctx) => {
    const lines = new Map<number, { quantity: number | null; amount: number | null }>();
    for (const [name, value] of Object.entries(fields)) {
      const [, kind, id] = /^(quantity|amount)_(\d{1,15})$/.exec(name) ?? [];
      if (kind === undefined) continue;
      const parsed = (kind === "quantity" ? Quantity : Amount).safeParse(value);
      for (const { message } of parsed.error?.issues ?? []) ctx.addIssue({ code: "custom", path: [name], message });
      const line = lines.get(Number(id)) ?? { quantity: null, amount: null };
      lines.set(Number(id), { ...line, [kind === "quantity" ? "quantity" : "amount"]: parsed.data ?? null });
    }
    return { ...fields, lines };
  });

function LineFields({ line: { item, quantity, amount }, currency }: { line: RefundableOrder["left"]["lines"][number]; currency: string }) {
  return (
    <fieldset>
      <legend>{item.name}</legend>
      <div class="pair">
        <TextField
          name={quantityName(item.id)}
          label="Quantity"
          hint={`Up to ${quantity}. Empty: none.`}
          inputmode="numeric"
          maxLength={7}
        />
        <TextField
          name={amountName(item.id)}
          label="Amount"
          hint={`Up to ${moneyText(amount, currency)}. Empty: the price of the quantity.`}
          inputmode="decimal"
          maxLength={20}
        />
      </div>
    </fieldset>
  );
}

function RefundFields({ refundable, ...formState }: FormState & { refundable: RefundableOrder }) {
  const { parts, left } = refundable;
  const { id, currency, version, external_id, discount } = parts.order;
  const names = left.lines.flatMap(({ item }) => [quantityName(item.id), amountName(item.id)]);
  return (
    <Form to={`/orders/${id}/refund`} class="form" formState={formState} fields={[...names, ...FIELDS]} version={version}>
      {external_id === null ? null : (
        <p class="hint">
          This records the refund here and pays nothing back. Refund it in the shop, too: its next update replaces the amounts.
        </p>
      )}
      {discount > 0 ? (
        <p class="hint">{`The order has a discount of ${moneyText(discount, currency)}, which the amounts of the lines do not know.`}</p>
      ) : null}
      {left.lines.map((line) => (
        <LineFields line={line} currency={currency} />
      ))}
      <div class="pair">
        <TextField
          name="shipping"
          label="Shipping"
          hint={`Up to ${moneyText(left.shipping, currency)}.`}
          inputmode="decimal"
          maxLength={20}
        />
        <TextField
          name="other"
          label="Other amount"
          hint="What belongs to no line, for example a goodwill payment."
          inputmode="decimal"
          maxLength={20}
        />
      </div>
      <TextField
        name="tax"
        label="Tax in the refund"
        hint={`Up to ${moneyText(left.tax, currency)}. Empty: the share of the order's tax.`}
        inputmode="decimal"
        maxLength={20}
      />
      <TextArea name="reason" label="Reason" rows={2} maxLength={2000} />
      <p class="actions">
        <button class="primary" name="do" value="refund">
          Record refund
        </button>
        <button name="do" value="everything">{`Refund everything: ${moneyText(left.amount, currency)}`}</button>
      </p>
    </Form>
  );
}

async function refundView(org: OrgReader, id: number, sent: FormState = initialFormState()): Promise<View> {
  const refundable = await readRefundable(org, id);
  const { order } = refundable.parts;
  const { amount } = refundable.left;
  return {
    title: `Refund order ${orderName(order)}`,
    lead: `${moneyText(amount, order.currency)} of ${moneyText(order.total_amount, order.currency)} can be refunded. Amounts include the tax.`,
    back: { page: `/orders/${id}`, label: `Order ${orderName(order)}` },
    body: amount === 0 ? <p class="empty">Everything that was paid is refunded.</p> : <RefundFields refundable={refundable} {...sent} />,
  };
}

/** Records a refund of an order, from its lines or of everything. A rejected form keeps what was typed. */
export const refundForm = formPage(
  {
    path: "/orders/:id/refund",
    param: OrderPath,
    permission: "write",
    form: RefundForm,
    show: async ({ org, param }, sent) => await refundView(org, param.id, sent),
  },
  async ({ org, param, form }) => {
    const { do: action, lines, shipping, other, tax, reason } = form;
    await refundOrder(org, param.id, {
      isEverything: action === "everything",
      lines,
      shipping,
      other,
      tax,
      reason,
      versions: versionsOf(form),
    });
    return { to: `/orders/${param.id}`, flash: "refunded" };
  },
);
