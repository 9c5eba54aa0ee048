import { countText } from "../../../console/count-text";
import { fieldError } from "../../../console/form";
import type { FormState } from "../../../console/page";
import { TextField } from "../../../console/parts/form";
import { CheckField } from "../../../console/parts/checkboxes";
import type { ItemRow } from "../rows.sql.ts";
import { skuOf } from "./item-lines";
import { EVERYTHING_FIELD, quantityField } from "./quantity-fields";

/** With more lines than this, the form offers to take everything, and its fields are empty. */
const MANY_LINES = 10;

/** Lines that get a field, because a form has at most 1,000 (console/body.ts). What is in a fulfillment leaves the form, so others follow. */
const MAX_LINES = 250;

interface UnfulfilledLine {
  item: ItemRow;
  quantity: number;
}

/** The quantities of a form with many lines are empty, because most of them stay as they are. */
export function defaultQuantities(lines: readonly UnfulfilledLine[]): Readonly<Record<string, number>> {
  if (lines.length > MANY_LINES) return {};
  return Object.fromEntries(lines.map(({ item, quantity }) => [quantityField(item.id), quantity]));
}

export const quantityFieldNames = (lines: readonly UnfulfilledLine[]): string[] =>
  lines.slice(0, MAX_LINES).map(({ item }) => quantityField(item.id));

/** A field in one row, for one of many lines. */
function CompactField({ line: { item, quantity }, formState }: { line: UnfulfilledLine; formState: FormState }) {
  const name = quantityField(item.id);
  const value = formState.values[name];
  const error = fieldError(formState.violations, name);
  const sku = skuOf(item);
  return (
    <li>
      <label for={name}>
        {item.name} {sku === "" ? null : <span class="soft">{sku}</span>}
      </label>
      <input
        id={name}
        name={name}
        value={typeof value === "string" ? value : ""}
        inputmode="numeric"
        maxlength={7}
        autocomplete="off"
        aria-invalid={error === undefined ? undefined : "true"}
        aria-describedby={error === undefined ? undefined : `${name}-error`}
      />
      <span class="soft">{`of ${countText(quantity)}`}</span>
      {error === undefined ? null : (
        <p class="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </li>
  );
}

/** A quantity for each line that is left. With many lines, everything is chosen until somebody says otherwise. */
export function LineQuantities({ lines, formState }: { lines: readonly UnfulfilledLine[]; formState: FormState }) {
  const isFirstShown = formState.violations.length === 0;
  if (lines.length <= MANY_LINES) {
    return (
      <fieldset>
        <legend>Quantities</legend>
        {lines.map(({ item, quantity }) => (
          <TextField
            formState={formState}
            name={quantityField(item.id)}
            label={item.name}
            hint={`${countText(quantity)} not in a fulfillment yet`}
            inputmode="numeric"
            maxLength={7}
            required
          />
        ))}
      </fieldset>
    );
  }
  return (
    <>
      <CheckField
        name={EVERYTHING_FIELD}
        label={`Everything that is left: ${countText(lines.length)} lines`}
        hint="Uncheck this to choose quantities."
        formState={isFirstShown ? { ...formState, values: { ...formState.values, [EVERYTHING_FIELD]: "on" } } : formState}
      />
      <fieldset class="line-quantities">
        <legend>Quantities</legend>
        {lines.length > MAX_LINES ? (
          <p class="hint">{`The first ${countText(MAX_LINES)} lines. The next ones follow when these are in a fulfillment.`}</p>
        ) : null}
        <ul class="plain">
          {lines.slice(0, MAX_LINES).map((line) => (
            <CompactField line={line} formState={formState} />
          ))}
        </ul>
      </fieldset>
    </>
  );
}
