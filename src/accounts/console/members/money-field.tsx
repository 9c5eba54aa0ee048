import { CheckField } from "../../../console/parts/form";
import { MONEY_LABEL } from "./role-labels";

/** Gives a member the permission "money". */
export function MoneyField() {
  return <CheckField name="money" label={MONEY_LABEL} hint="Owners and admins always see them. They include payroll." />;
}
