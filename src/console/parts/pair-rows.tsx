import * as z from "zod";
import { fieldError } from "../form";
import type { FormState } from "../page";
import { useFieldId } from "./field-id";

interface Pair {
  name: string;
  value: string;
}

const namesField = (field: string): string => `${field}_name`;
const valuesField = (field: string): string => `${field}_value`;

const textsIn = (value: unknown): string[] => [value].flat().filter((text) => typeof text === "string");

/** The rows of names and values that a form was sent with, or undefined if it has no such rows. Empty rows are left out. */
function pairsIn(fields: Readonly<Record<string, unknown>>, field: string): Pair[] | undefined {
  if (fields[namesField(field)] === undefined) return undefined;
  const values = textsIn(fields[valuesField(field)]);
  const pairs = textsIn(fields[namesField(field)]).map((name, row) => ({ name: name.trim(), value: values[row] ?? "" }));
  return pairs.filter(({ name, value }) => name !== "" || value.trim() !== "");
}

/** A schema of a form in which the rows of these fields are lists of objects with `name` and `value`. */
export function withPairs<S extends z.ZodType>(fields: readonly string[], schema: S) {
  return z.preprocess((form) => {
    const sent = form as Readonly<Record<string, unknown>>;
    const lists = fields.map((field) => [field, pairsIn(sent, field)] as const).filter(([, pairs]) => pairs !== undefined);
    return { ...sent, ...Object.fromEntries(lists) };
  }, schema);
}

/** The values of a form whose rows have these names and values. */
export function pairValues(field: string, pairs: readonly Pair[]): FormState["values"] {
  return { [namesField(field)]: pairs.map(({ name }) => name), [valuesField(field)]: pairs.map(({ value }) => value) };
}

/** Empty rows after the filled ones. After they are saved, there are as many again. */
const SPARE_ROWS = 3;

interface PairRowsProps {
  formState: FormState;
  /** The name of the field that the rows stand for, which has the violations. */
  field: string;
  label: string;
  hint: string;
  maxLengths: { name: number; value: number };
}

/** Rows of inputs for names and values. To delete a row, both of its inputs are emptied. */
export function PairRows({ formState: { values, violations }, field, label, hint, maxLengths }: PairRowsProps) {
  const id = useFieldId(field);
  const pairs = pairsIn(values, field) ?? [];
  const rows = [...pairs, ...Array.from({ length: SPARE_ROWS }, () => ({ name: "", value: "" }))];
  const violation = fieldError(violations, field);
  return (
    <fieldset class="pairs" aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {rows.map(({ name, value }, row) => (
        <div class="pair">
          <textarea name={namesField(field)} rows={1} maxlength={maxLengths.name} aria-label={`${label}: name ${row + 1}`}>
            {name}
          </textarea>
          <textarea name={valuesField(field)} rows={1} maxlength={maxLengths.value} aria-label={`${label}: value ${row + 1}`}>
            {value}
          </textarea>
        </div>
      ))}
      {violation === undefined ? null : <p class="field-error">{violation}</p>}
    </fieldset>
  );
}
