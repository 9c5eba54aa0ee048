import { countText } from "../../../../console/count-text";
import { fieldError } from "../../../../console/form";
import { FieldError, useFormState } from "../../../../console/parts/form";
import { noteSentValue, sentText } from "../../../../console/parts/opened-values";
import { Table } from "../../../../console/parts/table";
import { moneyText } from "../../../../platform/values/money-text";
import type { RefundableLine } from "../../refunds/refundable";
import { skuOf } from "../item-lines";
import { lineField, type LineField } from "./refund-form";

/** A field of a line in a cell of the table, with how much of it is left. */
function CellField({ name, label, left, inputmode }: { name: string; label: string; left: string; inputmode: "numeric" | "decimal" }) {
  const { values, violations } = useFormState();
  const text = sentText(values[name]);
  const error = fieldError(violations, name);
  // As every field of a form does (opened-values.tsx).
  noteSentValue(name, text);
  return (
    <div class="of-left">
      <input
        id={name}
        name={name}
        value={text}
        inputmode={inputmode}
        maxlength={20}
        aria-label={label}
        aria-invalid={error === undefined ? undefined : "true"}
        aria-describedby={error === undefined ? `${name}-left` : `${name}-left ${name}-error`}
      />
      <span class="soft" id={`${name}-left`}>
        {`of ${left}`}
      </span>
      <FieldError of={name} violation={error} />
    </div>
  );
}

/** The lines of which something can be refunded, one in each row. A column of units of which no line has any is left out. */
export function RefundLines({ lines, currency }: { lines: readonly RefundableLine[]; currency: string }) {
  const shippedOf = ({ quantity, unshipped }: RefundableLine): number => quantity - unshipped;
  const hasUnshipped = lines.some(({ unshipped }) => unshipped > 0);
  const hasShipped = lines.some((line) => shippedOf(line) > 0);
  const units = (field: LineField, { item }: RefundableLine, count: number, label: string) =>
    count === 0 ? null : (
      <CellField name={lineField(field, item.id)} label={`${label}: ${item.name}`} left={countText(count)} inputmode="numeric" />
    );
  const rows = lines.map((line) => [
    <>
      {line.item.name}
      {skuOf(line.item) === "" ? null : <span class="line soft">{skuOf(line.item)}</span>}
    </>,
    ...(hasUnshipped ? [units("unshipped", line, line.unshipped, "Units not shipped")] : []),
    ...(hasShipped ? [units("shipped", line, shippedOf(line), "Shipped units")] : []),
    <CellField
      name={lineField("amount", line.item.id)}
      label={`Amount: ${line.item.name}`}
      left={moneyText(line.amount, currency)}
      inputmode="decimal"
    />,
  ]);
  const columns = [
    "Item",
    ...(hasUnshipped ? ["Refund units (not shipped)"] : []),
    ...(hasShipped ? ["Refund units (shipped)"] : []),
    "Amount",
  ];
  return (
    <fieldset>
      <legend>Items</legend>
      <p class="hint">
        An empty amount is the price of the units.
        {hasUnshipped ? " Refunded units that were not shipped are not shipped any more." : ""}
      </p>
      <Table caption="Items to refund" columns={columns} rows={rows} empty="Nothing of the items is left to refund." />
    </fieldset>
  );
}
