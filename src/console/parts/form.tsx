import type { Child } from "hono/jsx";
import type { RefusalDetail } from "../../platform/refusal";
import { takesFocus, useAsk } from "../ask";
import { errorMessage, fieldError } from "../form";
import { Notice } from "./notice";

/**
 * A form that changes something: it carries the session's token. `to` is relative to the organization's pages, or else
 * `absolute`. `ask` is what a person is asked first, where what it does can't be taken back.
 */
export function Form({
  to,
  absolute,
  ask,
  class: name,
  children,
}: {
  to: string;
  absolute?: boolean;
  ask?: string;
  class?: string;
  children?: Child;
}) {
  const { base, formToken } = useAsk();
  return (
    <form method="post" action={absolute === true ? to : base + to} class={name} data-ask={ask}>
      <input type="hidden" name="form_token" value={formToken} />
      {children}
    </form>
  );
}

/** What every field of a form is given: what was entered, and what is wrong with it. */
export interface Filled {
  values: Readonly<Record<string, unknown>>;
  faults: readonly RefusalDetail[];
}

interface FieldProps {
  filled: Filled;
  name: string;
  label: string;
  /** What to write, in a few words under the label. */
  hint?: string;
  required?: boolean;
}

function described({ filled, name, hint }: FieldProps) {
  const fault = fieldError(filled.faults, name);
  const ids = [hint === undefined ? null : `${name}-hint`, fault === undefined ? null : `${name}-fault`].filter((id) => id !== null);
  return {
    fault,
    attributes: {
      id: name,
      name,
      "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
      "aria-invalid": fault === undefined ? undefined : "true",
      autofocus: fault !== undefined && takesFocus(),
    } as const,
  };
}

function Around({ props, fault, children }: { props: FieldProps; fault: string | undefined; children?: Child }) {
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
      {fault === undefined ? null : (
        <p class="fault" id={`${name}-fault`}>
          {fault}
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
  const { filled, name, type = "text", most, list, placeholder, autocomplete = "off", inputmode, required } = props;
  const { fault, attributes } = described(props);
  return (
    <Around props={props} fault={fault}>
      <input
        {...attributes}
        type={type}
        value={type === "password" ? undefined : textIn(filled.values[name])}
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
  const { filled, name, most, rows = 4, required } = props;
  const { fault, attributes } = described(props);
  return (
    <Around props={props} fault={fault}>
      <textarea {...attributes} rows={rows} maxlength={most} required={required}>
        {textIn(filled.values[name])}
      </textarea>
    </Around>
  );
}

/** A choice of one. An option is a value, or a value and what is shown for it; `none` is what an empty choice is called. */
export function SelectField(props: FieldProps & { options: readonly (string | readonly [value: string, shown: string])[]; none?: string }) {
  const { filled, name, options, none, required } = props;
  const { fault, attributes } = described(props);
  const chosen = textIn(filled.values[name]);
  return (
    <Around props={props} fault={fault}>
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

/** A yes or no. `sends` is what a form sends for yes. */
export function CheckField({ filled, name, label, hint, sends = "on" }: FieldProps & { sends?: string }) {
  const value = filled.values[name];
  return (
    <div class="field check">
      <input
        id={name}
        name={name}
        type="checkbox"
        value={sends}
        checked={value === true || value === sends || value === 1}
        aria-describedby={hint === undefined ? undefined : `${name}-hint`}
      />
      <label for={name}>{label}</label>
      {hint === undefined ? null : (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** What is wrong with a form as a whole: first of all where to look, and what belongs to none of `fields`. */
export function Faults({ faults, fields }: { faults: readonly RefusalDetail[]; fields: readonly string[] }) {
  if (faults.length === 0) return null;
  const elsewhere = faults.filter((fault) => !fields.some((name) => fieldError([fault], name) !== undefined));
  const marked = faults.length - elsewhere.length;
  return (
    <Notice kind="bad" autofocus={marked === 0 && takesFocus()}>
      {marked > 0 ? <p>Not saved: look at what is marked below.</p> : <p>Not saved.</p>}
      {elsewhere.map((fault) => (
        <p>{errorMessage(fault)}</p>
      ))}
    </Notice>
  );
}
