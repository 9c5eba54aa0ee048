import type { FormState } from "../../console/page";
import { Form, TextArea, TextField } from "../../console/parts/form";
import { type StoreOptions, StoreField } from "../../stores/console/store-field";
import { CATEGORY_NAMES, PAYROLL_FIELDS, showsPayroll } from "./expense-values";

const FIELDS = ["category", "amount", "date", "store_id", "description", "currency", ...PAYROLL_FIELDS];

function PayrollFields() {
  return (
    <fieldset class="part">
      <legend>Payroll</legend>
      <TextField name="employee_name" label="Employee" maxLength={255} />
      <div class="pair">
        <TextField name="base_amount" label="Base" hint="What the insurance is reckoned from." inputmode="decimal" />
        <TextField name="bhxh_rate" label="Insurance rate" hint="Percent of the base, 10.5 for example." inputmode="decimal" />
      </div>
      <div class="pair">
        <TextField name="bhxh_amount" label="Insurance amount" hint="Left empty, it is worked out: base times rate." inputmode="decimal" />
        <TextField
          name="bhxh_type"
          label="Insurance is paid by"
          hint="Employee, employer, both or none, or a word of your own."
          maxLength={32}
          list={["employee", "employer", "both", "none"]}
        />
      </div>
    </fieldset>
  );
}

interface Props extends FormState {
  to: string;
  button: string;
  /** Null for a new one. */
  version: number | null;
  offered: StoreOptions;
}

/** An expense's fields, for a new one and for one that is there. */
export function ExpenseForm({ to, button, version, offered, ...formState }: Props) {
  return (
    <Form to={to} class="form" formState={formState} fields={FIELDS} version={version}>
      <div class="pair">
        <TextField
          name="category"
          label="Category"
          hint="One of the list, or a word of your own."
          maxLength={64}
          list={CATEGORY_NAMES}
          required
        />
        <TextField name="date" label="Day" hint="When it was spent." type="date" required />
      </div>
      <div class="pair">
        <TextField name="amount" label="Amount" hint="What it cost in all." inputmode="decimal" required />
        <TextField name="currency" label="Currency" hint="Three letters, USD for example." maxLength={3} required />
      </div>
      <StoreField formState={formState} label="Store" none="No store: the whole organization" offered={offered} />
      <TextArea name="description" label="Description" maxLength={2000} rows={3} />
      {showsPayroll(formState.values) ? <PayrollFields /> : null}
      <button class="primary">{button}</button>
    </Form>
  );
}
