import * as z from "zod";
import { ExpectedVersion, fieldError, fromForm } from "../../../console/form";
import { formPage, type FormState, type Route } from "../../../console/page";
import { CheckField } from "../../../console/parts/checkboxes";
import { Form, initialFormState, TextField } from "../../../console/parts/form";
import { noteSentValue, sentText } from "../../../console/parts/opened-values";
import { Table } from "../../../console/parts/table";
import { Money } from "../../../console/parts/values";
import { decimalPlaces } from "../../../platform/values/minor-unit";
import { NonNegativeAmountInput, toAmount } from "../../../platform/values/money";
import { optionalText } from "../../../platform/http/input/text";
import { readSupplierOrder } from "../read-supplier-order";
import { recordInvoice } from "../record-invoice";
import type { LineRow, SupplierOrderRow } from "../rows.sql.ts";
import { readSnapshot } from "../snapshot";
import { MAX_INVOICE_NUMBER_LENGTH, MAX_SENT_LINES } from "../states";
import { SupplierOrderPath } from "../v2/contract";

const COST_PREFIX = "charged_cost_";
const costName = (itemId: string | number): string => `${COST_PREFIX}${itemId}`;

/** The items whose lines have a field in a form. */
const itemsOf = (values: FormState["values"]): string[] =>
  Object.keys(values).flatMap((name) => (name.startsWith(COST_PREFIX) ? [name.slice(COST_PREFIX.length)] : []));

const InvoiceForm = z.preprocess(
  (fields) => {
    const values = fields as FormState["values"];
    return { ...values, lines: itemsOf(values).map((item) => ({ order_item_id: item, charged_cost: values[costName(item)] })) };
  },
  fromForm(
    z.intersection(
      z.object({
        invoice_number: optionalText(MAX_INVOICE_NUMBER_LENGTH).optional(),
        is_paid: z.boolean(),
        lines: z
          .array(
            fromForm(z.object({ order_item_id: z.string(), charged_cost: NonNegativeAmountInput.nullable() }), {
              numbers: ["charged_cost"],
            }),
          )
          .max(MAX_SENT_LINES),
      }),
      ExpectedVersion,
    ),
    { flags: ["is_paid"] },
  ),
);

/** A violation of a line belongs to the field of its item. */
function withCostNames({ values, violations }: FormState): FormState {
  const items = itemsOf(values);
  const named = violations.map((violation) => {
    const [, index] = /^lines\[(\d+)\]/.exec(violation.path ?? "") ?? [];
    const item = index === undefined ? undefined : items[Number(index)];
    return item === undefined ? violation : { ...violation, path: costName(item) };
  });
  return { values, violations: named };
}

/** An amount in a field: with the decimals of its currency, or with all that it has. */
function amountText(units: number, currency: string): string {
  const places = decimalPlaces(currency);
  const amount = toAmount(units);
  return Number(amount.toFixed(places)) === amount ? amount.toFixed(places) : String(amount);
}

/** What the invoice says, or what was agreed for a line about which it says nothing yet. */
function storedValues(order: SupplierOrderRow, charged: readonly LineRow[]): FormState["values"] {
  const costs = charged.map((line) => {
    const units = line.charged_cost ?? line.unit_cost;
    return [costName(line.order_item_id), units === null ? "" : amountText(units, line.currency)] as const;
  });
  return { invoice_number: order.invoice_number, is_paid: order.paid_at !== null, ...Object.fromEntries(costs) };
}

function CostField({ line, name, formState }: { line: LineRow; name: string; formState: FormState }) {
  const field = costName(line.order_item_id);
  const text = sentText(formState.values[field]);
  const violation = fieldError(formState.violations, field);
  noteSentValue(field, text);
  return (
    <div class="fill-in">
      <span class="soft">{line.currency}</span>
      <input
        name={field}
        aria-label={`Charged for one ${name}, in ${line.currency}`}
        inputmode="decimal"
        maxlength={20}
        value={text}
        aria-invalid={violation === undefined ? undefined : "true"}
      />
      {violation === undefined ? null : <p class="field-error">{violation}</p>}
    </div>
  );
}

function InvoiceLines({ charged, formState }: { charged: readonly LineRow[]; formState: FormState }) {
  const rows = charged.map((line) => {
    const name = readSnapshot(line.snapshot).name ?? "item";
    return [
      name,
      line.quantity,
      line.unit_cost === null ? "Unknown" : <Money units={line.unit_cost} currency={line.currency} />,
      <CostField line={line} name={name} formState={formState} />,
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
    show: async ({ org, param: { id } }, sent) => {
      const { order, lines } = await readSupplierOrder(org, id);
      const charged = lines.filter(({ is_allocated }) => is_allocated === 1);
      const formState = sent === undefined ? initialFormState(storedValues(order, charged)) : withCostNames(sent);
      const fields = ["invoice_number", "is_paid", ...charged.map((line) => costName(line.order_item_id))];
      return {
        title: `Invoice of supplier order #${order.number}`,
        lead: "What is charged replaces what was agreed in the costs of the orders.",
        back: { page: `/production/${id}`, label: `Supplier order #${order.number}`, isPrinted: true },
        body: (
          <Form to={`/production/${id}/invoice`} class="form" formState={formState} fields={fields} version={order.version}>
            <TextField name="invoice_number" label="Number of the invoice" maxLength={MAX_INVOICE_NUMBER_LENGTH} />
            <InvoiceLines charged={charged} formState={formState} />
            <CheckField name="is_paid" label="Paid" hint="It is then no longer among what is owed to suppliers." />
            <button class="primary">Save invoice</button>
          </Form>
        ),
      };
    },
  },
  async ({ org, param, form }) => {
    const { expected_version, ...invoice } = form;
    await recordInvoice(org, param.id, { ...invoice, expectedVersion: expected_version });
    return { to: `/production/${param.id}`, flash: "invoice_saved" };
  },
);
