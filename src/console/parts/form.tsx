import { type Child, createContext, useContext } from "hono/jsx";
import type { ErrorDetail } from "../../platform/api-error";
import { takesFocus, usePageRequest } from "../page-request";
import { errorMessage, fieldError } from "../form";
import type { FormState } from "../page";
import { Notice } from "./notice";

const FormStateContext = createContext<FormState>({ values: {}, violations: [] });

interface FormProps {
  to: string;
  /** Whether `to` is a whole path; else it is relative to the organization's pages. */
  absolute?: boolean;
  /** The question to confirm before an action that cannot be undone. */
  confirm?: string;
  class?: string;
  /** For the form's fields. */
  formState?: FormState;
  /** Names of the form's fields: violations of anything else are shown above them. */
  fields?: readonly string[];
  children?: Child;
}

/** A form that changes something. It carries the session's token. */
export function Form({ to, absolute, confirm, class: name, formState, fields, children }: FormProps) {
  const { base, formToken } = usePageRequest();
  const form = (
    <form method="post" action={absolute === true ? to : base + to} class={name} data-confirm={confirm}>
      <input type="hidden" name="form_token" value={formToken} />
      {fields === undefined ? null : <Violations violations={formState?.violations ?? []} fields={fields} />}
      {children}
    </form>
  );
  return formState === undefined ? form : <FormStateContext.Provider value={formState}>{form}</FormStateContext.Provider>;
}

interface FieldProps {
  /** The form's, unless it is given. */
  formState?: FormState;
  name: string;
  label: string;
  /** What to write, in a few words under the label. */
  hint?: string;
  required?: boolean;
}

/** The state of the surrounding form, unless it is given. */
export function useFormState(formState?: FormState): FormState {
  const surrounding = useContext(FormStateContext);
  return formState ?? surrounding;
}

function useField({ formState, name, hint }: FieldProps) {
  const { values, violations } = useFormState(formState);
  const violation = fieldError(violations, name);
  const ids = [hint === undefined ? null : `${name}-hint`, violation === undefined ? null : `${name}-error`].filter((id) => id !== null);
  return {
    value: values[name],
    violation,
    attributes: {
      id: name,
      name,
      "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
      "aria-invalid": violation === undefined ? undefined : "true",
      autofocus: violation !== undefined && takesFocus(),
    } as const,
  };
}

function Around({ props, violation, children }: { props: FieldProps; violation: string | undefined; children?: Child }) {
  const { name, label, hint, required } = props;
  return (
    <div class="field">
      <label for={name}>
        {label}
        {required === true ? null : <span class="soft"> optional</span>}
      </label>
      {hint === undefined ? null : (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {violation === undefined ? null : (
        <p class="field-error" id={`${name}-error`}>
          {violation}
        </p>
      )}
    </div>
  );
}

function textIn(value: unknown): string {
  if (Array.isArray(value)) return value.join("\n");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A line of text, or a number, a date and so on by `type`. */
export function TextField(
  props: FieldProps & {
    type?: string;
    most?: number;
    list?: readonly string[];
    placeholder?: string;
    autocomplete?: string;
    inputmode?: "decimal" | "numeric" | "email" | "url";
  },
) {
  const { name, type = "text", most, list, placeholder, autocomplete = "off", inputmode, required } = props;
  const { value, violation, attributes } = useField(props);
  return (
    <Around props={props} violation={violation}>
      <input
        {...attributes}
        type={type}
        value={type === "password" ? undefined : textIn(value)}
        maxlength={most}
        list={list === undefined ? undefined : `${name}-list`}
        placeholder={placeholder}
        autocomplete={autocomplete}
        inputmode={inputmode}
        required={required}
      />
      {list === undefined ? null : (
        <datalist id={`${name}-list`}>
          {list.map((option) => (
            <option value={option} />
          ))}
        </datalist>
      )}
    </Around>
  );
}

/** Lines of text. */
export function TextArea(props: FieldProps & { most?: number; rows?: number }) {
  const { most, rows = 4, required } = props;
  const { value, violation, attributes } = useField(props);
  return (
    <Around props={props} violation={violation}>
      <textarea {...attributes} rows={rows} maxlength={most} required={required}>
        {textIn(value)}
      </textarea>
    </Around>
  );
}

/** A choice of one. An option is a value, or a value and what is shown for it; `none` is what an empty choice is called. */
export function SelectField(props: FieldProps & { options: readonly (string | readonly [value: string, shown: string])[]; none?: string }) {
  const { options, none, required } = props;
  const { value: entered, violation, attributes } = useField(props);
  const chosen = textIn(entered);
  return (
    <Around props={props} violation={violation}>
      <select {...attributes} required={required}>
        {none === undefined ? null : <option value="">{none}</option>}
        {options.map((option) => {
          const [value, shown] = typeof option === "string" ? [option, option] : option;
          return (
            <option value={value} selected={value === chosen}>
              {shown}
            </option>
          );
        })}
      </select>
    </Around>
  );
}

interface Choice {
  /** What a form sends where it is chosen. */
  value: string;
  label: Child;
  hint?: Child;
}

function Checkbox({ id, name, checked, choice: { value, label, hint } }: { id: string; name: string; checked: boolean; choice: Choice }) {
  return (
    <div class="field check">
      <input
        id={id}
        name={name}
        type="checkbox"
        value={value}
        checked={checked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <label for={id}>{label}</label>
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A yes or no. `sends` is what a form sends for yes. */
export function CheckField({ formState, name, label, hint, sends = "on" }: FieldProps & { sends?: string }) {
  const value = useFormState(formState).values[name];
  const choice = { value: sends, label, ...(hint !== undefined && { hint }) };
  return <Checkbox id={name} name={name} checked={value === true || value === sends || value === 1} choice={choice} />;
}

/** A choice of any number of values. `none` is what is wrong where nothing is chosen. */
export function ChoicesField({ name, label, hint, none, choices }: FieldProps & { none: string; choices: readonly Choice[] }) {
  const { values, violations } = useFormState();
  const chosen = [values[name]].flat();
  const violation = fieldError(violations, name);
  return (
    <fieldset class="choice" aria-describedby={violation === undefined ? undefined : `${name}-error`}>
      <legend>{label}</legend>
      {hint === undefined ? null : <p class="hint">{hint}</p>}
      {violation === undefined ? null : (
        <p class="field-error" id={`${name}-error`}>
          {chosen.some((value) => value !== undefined) ? violation : none}
        </p>
      )}
      {choices.map((choice) => (
        <Checkbox id={`${name}-${choice.value}`} name={name} checked={chosen.includes(choice.value)} choice={choice} />
      ))}
    </fieldset>
  );
}

/** What is wrong with a form as a whole: first of all where to look, and what belongs to none of `fields`. */
export function Violations({ violations, fields }: { violations: readonly ErrorDetail[]; fields: readonly string[] }) {
  if (violations.length === 0) return null;
  const elsewhere = violations.filter((violation) => !fields.some((name) => fieldError([violation], name) !== undefined));
  const marked = violations.length - elsewhere.length;
  return (
    <Notice kind="bad" autofocus={marked === 0 && takesFocus()}>
      {marked > 0 ? <p>Not saved: look at what is marked below.</p> : <p>Not saved.</p>}
      {elsewhere.map((violation) => (
        <p>{errorMessage(violation)}</p>
      ))}
    </Notice>
  );
}
