import { CheckField } from "../../parts/checkboxes";

export function MoneyAccessField() {
  return (
    <CheckField
      name="money"
      label="May see costs, profit, expenses and analytics"
      hint="Payroll is part of the expenses. Owners and admins always see all of it."
    />
  );
}
