import * as z from "zod";
import { fromForm } from "../../../console/form";
import { formPage, type FormState, type Route } from "../../../console/page";
import { CheckField } from "../../../console/parts/checkboxes";
import { Form, initialFormState, TextField } from "../../../console/parts/form";
import { sentText } from "../../../console/parts/opened-values";
import { Table } from "../../../console/parts/table";
import { Money } from "../../../console/parts/values";
import { fieldError } from "../../../console/form";
import { NonNegativeAmountInput, toAmount } from "../../../platform/values/money";
import { optionalText } from "../../../platform/http/input/text";
import { readSupplierOrder } from "../read-supplier-order";
import { recordInvoice } from "../record-invoice";
import type { WholeSupplierOrder } from "../send-items";
import { readSnapshot } from "../snapshot";
import { MAX_INVOICE_NUMBER_LENGTH, MAX_SENT_LINES } from "../states";
import { SupplierOrderPath } from "../v2/contract";

const column = (values: FormState["values"], name: string): unknown[] => [values[name] ?? []].flat();

/** The fields of the lines, of which each is sent as often as there are lines. */
const InvoiceForm = z.preprocess(
  (fields) => {
    const values = fields as FormState["values"];
    const costs = column(values, "charged_cost");
    const lines = column(values, "item").map((item, index) => ({ order_item_id: item, charged_cost: costs[index] }));
    return { ...values, lines };
  },
  fromForm(
    z.object({
      invoice_number: optionalText(MAX_INVOICE_NUMBER_LENGTH),
      is_paid: z.boolean(),
      lines: z
        .array(
          fromForm(z.object({ order_item_id: z.string(), charged_cost: NonNegativeAmountInput.nullable() }), { numbers: ["charged_cost"] }),
        )
        .max(MAX_SENT_LINES),
    }),
    { flags: ["is_paid"] },
  ),
);

function InvoiceLines({ whole: { lines }, formState }: { whole: WholeSupplierOrder; formState: FormState }) {
  const [items, costs] = [column(formState.values, "item"), column(formState.values, "charged_cost")];
  const charged = lines.filter(({ is_allocated }) => is_allocated === 1);
  const rows = charged.map((line) => {
    const { name } = readSnapshot(line.snapshot);
    const at = items.indexOf(String(line.order_item_id));
    const shown = line.charged_cost ?? line.unit_cost;
    const violation = at === -1 ? undefined : fieldError(formState.violations, `lines[${at}]`);
    return [
      name ?? "Item",
      line.quantity,
      line.unit_cost === null ? "Unknown" : <Money units={line.unit_cost} currency={line.currency} />,
      <div class="fill-in">
        <input type="hidden" name="item" value={line.order_item_id} />
        <input
          name="charged_cost"
          aria-label={`Charged for one ${name ?? "item"}, in ${line.currency}`}
          inputmode="decimal"
          maxlength={20}
          value={at === -1 ? (shown === null ? "" : toAmount(shown)) : sentText(costs[at])}
          aria-invalid={violation === undefined ? undefined : "true"}
        />
        {violation === undefined ? null : <p class="field-error">{violation}</p>}
      </div>,
    ];
  });
  const columns = ["Item", { name: "Quantity", figures: true }, { name: "Agreed, for one", figures: true }, "Charged, for one"];
  return <Table caption="Lines" columns={columns} rows={rows} empty="No line costs anything: all were rejected or cancelled." />;
}

/** Records what the supplier has charged. The fields are filled with what was agreed. */
export const invoicePages: readonly Route[] = formPage(
  {
    path: "/production/:id/invoice",
    to: "/production/:id/invoice",
    param: SupplierOrderPath,
    permission: ["write", "money"],
    form: InvoiceForm,
    show: async ({ org, param: { id } }, sent = initialFormState()) => {
      const whole = await readSupplierOrder(org, id);
      const { order } = whole;
      const values = sent.violations.length > 0 ? sent.values : { invoice_number: order.invoice_number, is_paid: order.paid_at !== null };
      const formState = { values, violations: sent.violations };
      return {
        title: `Invoice of supplier order #${order.number}`,
        lead: "What is charged replaces what was agreed in the costs of the orders.",
        back: { page: `/production/${id}`, label: `Supplier order #${order.number}` },
        body: (
          <Form to={`/production/${id}/invoice`} class="form" formState={formState} fields={["invoice_number", "is_paid", "lines"]}>
            <TextField name="invoice_number" label="Number of the invoice" maxLength={MAX_INVOICE_NUMBER_LENGTH} />
            <InvoiceLines whole={whole} formState={formState} />
            <CheckField name="is_paid" label="Paid" hint="It is then no longer among what is owed to suppliers." />
            <button class="primary">Save</button>
          </Form>
        ),
      };
    },
  },
  async ({ org, param, form }) => {
    const { lines, ...invoice } = form;
    await recordInvoice(org, param.id, { ...invoice, lines });
    return { to: `/production/${param.id}`, flash: "invoice_saved" };
  },
);
