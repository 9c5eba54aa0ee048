import type { FormState } from "../../../console/page";
import { Form, TextArea, TextField } from "../../../console/parts/form";
import { CurrencyField } from "../../../console/parts/known-values";
import { type StoreOptions, StoreField } from "../../../console/parts/store-field";
import { CATEGORY_NAMES, PAYROLL_FIELDS, showsPayroll } from "./expense-values";

const FIELDS = ["category", "amount", "date", "store_id", "description", "currency", ...PAYROLL_FIELDS];

function PayrollFields() {
  return (
    <fieldset class="part">
      <legend>Payroll</legend>
      <TextField name="employee_name" label="Employee" maxLength={255} />
      <div class="pair">
        <TextField name="base_amount" label="Insurance base" hint="The amount that the insurance is calculated from." inputmode="decimal" />
        <TextField name="bhxh_rate" label="Insurance rate" hint="Percent of the base, for example 10.5." inputmode="decimal" />
      </div>
      <div class="pair">
        <TextField name="bhxh_amount" label="Insurance amount" hint="If empty, it is calculated: base times rate." inputmode="decimal" />
        <TextField
          name="bhxh_type"
          label="Insurance paid by"
          hint="Employee, employer, both, none, or anything else."
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
  version: number | null;
  offered: StoreOptions;
}

export function ExpenseForm({ to, button, version, offered, ...formState }: Props) {
  return (
    <Form to={to} class="form" formState={formState} fields={FIELDS} version={version}>
      <div class="pair">
        <TextField
          name="category"
          label="Category"
          hint="Choose from the list, or enter another one."
          maxLength={64}
          list={CATEGORY_NAMES}
          required
        />
        <TextField name="date" label="Date" hint="The date of the expense." type="date" required />
      </div>
      <div class="pair">
        <TextField name="amount" label="Amount" inputmode="decimal" required />
        <CurrencyField name="currency" label="Currency" value={formState.values["currency"]} required />
      </div>
      <StoreField formState={formState} label="Store" none="No store: the whole organization" offered={offered} />
      <TextArea name="description" label="Description" maxLength={2000} rows={3} />
      {showsPayroll(formState.values) ? <PayrollFields /> : null}
      <button class="primary">{button}</button>
    </Form>
  );
}
