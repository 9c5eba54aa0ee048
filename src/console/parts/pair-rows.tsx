import * as z from "zod";
import { fieldError } from "../form";
import { readPairs } from "../../platform/values/metadata";
import { MAX_METADATA_KEY_LENGTH, MAX_METADATA_VALUE_LENGTH } from "../../platform/values/metadata-limits";
import type { FormState } from "../page";
import { useFieldId } from "./field-id";
import { noteSentValue } from "./opened-values";
import { Facts, multiline } from "./values";

const METADATA = "metadata";

interface Pair {
  name: string;
  value: string;
}

const namesField = (field: string): string => `${field}_name`;
const shownField = (field: string): string => `${field}_shown`;
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

/**
 * A schema of a form in which the rows of `metadata` are an object. The keys that the page had shown and whose rows were emptied or renamed are
 * null, which deletes them.
 */
export function withMetadata<S extends z.ZodType>(schema: S) {
  return z.preprocess((form) => {
    const sent = form as Readonly<Record<string, unknown>>;
    const pairs = pairsIn(sent, METADATA);
    if (pairs === undefined) return sent;
    const shown = textsIn(sent[shownField(METADATA)]).map((key) => [key, null] as const);
    return { ...sent, metadata: Object.fromEntries([...shown, ...pairs.map(({ name, value }) => [name, value] as const)]) };
  }, schema);
}

/** The values of a form whose rows have these names and values. */
export function pairValues(field: string, pairs: readonly Pair[]): FormState["values"] {
  const names = pairs.map(({ name }) => name);
  return { [namesField(field)]: names, [valuesField(field)]: pairs.map(({ value }) => value), [shownField(field)]: names };
}

/** The values of a form whose rows are stored metadata. */
export function metadataValues(metadata: string | null): FormState["values"] {
  return pairValues(
    METADATA,
    readPairs(metadata).map(([name, value]) => ({ name, value })),
  );
}

/** Stored metadata for people who may not change it. Null if there is none. */
export function MetadataFacts({ metadata }: { metadata: string | null }) {
  if (metadata === null) return null;
  return (
    <section class="panel">
      <h2>Metadata</h2>
      <Facts facts={readPairs(metadata).map(([key, value]) => [key, multiline(value)] as const)} />
    </section>
  );
}

export function MetadataRows({ formState }: { formState: FormState }) {
  return (
    <PairRows
      formState={formState}
      field={METADATA}
      label="Metadata"
      hint="Keys and values of your own. Empty both to delete a row."
      maxLengths={{ name: MAX_METADATA_KEY_LENGTH, value: MAX_METADATA_VALUE_LENGTH }}
    />
  );
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
  noteSentValue(
    namesField(field),
    rows.map(({ name }) => name),
  );
  noteSentValue(
    valuesField(field),
    rows.map(({ value }) => value),
  );
  noteSentValue(shownField(field), textsIn(values[shownField(field)]));
  return (
    <fieldset class="pairs" aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {textsIn(values[shownField(field)]).map((name) => (
        <input type="hidden" name={shownField(field)} value={name} />
      ))}
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
