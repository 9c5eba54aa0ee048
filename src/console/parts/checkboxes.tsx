import type { Child } from "hono/jsx";
import { fieldError } from "../form";
import { useFieldId } from "./field-id";
import { FieldError, type FieldProps, Hint, useFormState } from "./form";
import { noteSentValue } from "./opened-values";

interface Choice {
  value: string;
  label: Child;
  hint?: Child | undefined;
}

export function Checkbox({ id, name, value, label, hint, checked }: Choice & { id: string; name: string; checked: boolean }) {
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div class="field check">
      <input id={id} name={name} type="checkbox" value={value} checked={checked} aria-describedby={hintId} />
      <label for={id}>{label}</label>
      <Hint of={id} hint={hint} />
    </div>
  );
}

/** A checkbox. `sends` is the value that the form sends if it is checked. */
export function CheckField({ formState, name, label, hint, sends = "on" }: FieldProps & { sends?: string }) {
  const value = useFormState(formState).values[name];
  // A stored flag is true or 1, and a form that was sent has what it sends.
  const checked = value === true || value === sends || value === 1;
  noteSentValue(name, checked ? [sends] : []);
  return <Checkbox id={useFieldId(name)} name={name} value={sends} label={label} hint={hint} checked={checked} />;
}

/** A choice of any number of values. `none` is the error message if nothing is chosen. */
export function ChoicesField({ name, label, hint, none, choices }: FieldProps & { none: string; choices: readonly Choice[] }) {
  const { values, violations } = useFormState();
  const chosen = [values[name]].flat();
  const violation = fieldError(violations, name);
  noteSentValue(
    name,
    choices.flatMap(({ value }) => (chosen.includes(value) ? [value] : [])),
  );
  return (
    <fieldset class="choice" aria-describedby={violation === undefined ? undefined : `${name}-error`}>
      <legend>{label}</legend>
      {hint === undefined ? null : <p class="hint">{hint}</p>}
      <FieldError of={name} violation={violation === undefined || chosen.some((value) => value !== undefined) ? violation : none} />
      {choices.map((choice) => (
        <Checkbox id={`${name}-${choice.value}`} name={name} {...choice} checked={chosen.includes(choice.value)} />
      ))}
    </fieldset>
  );
}
