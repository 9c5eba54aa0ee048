import { type Child, createContext, useContext } from "hono/jsx";
import { claimFocus, usePageRequest } from "../page-request";
import { expectedVersion, fieldError, fieldErrors } from "../form";
import { CHANGED_BY_OTHERS } from "../merge-form";
import type { FormState } from "../page";
import { useFieldId } from "./field-id";
import { noteSentValue, OpenedValues, RenderedFormContext, sentText } from "./opened-values";
import { withTrail } from "../trail";
import { type ChoiceSearch, type PickerSource, pickPath } from "./picked";
import { Violations } from "./violations";

export function initialFormState(values: FormState["values"] = {}): FormState {
  return { values, violations: [] };
}

const FormStateContext = createContext(initialFormState());

interface FormProps {
  to: string;
  /** Whether `to` is a full path. Otherwise it is relative to the organization's pages. */
  absolute?: boolean;
  /** The question to confirm before an action that cannot be undone. */
  confirm?: string;
  /** The beginning of the message while the form can be undone: a script sends it five seconds later (browser/undo.ts). */
  undo?: string;
  /** What the form changes, if its change can be undone after it was saved: a script offers it (browser/field-undo.ts). */
  undoable?: string;
  /** The name of the file that the form downloads in parts, which a script puts together (browser/parted-file.ts). */
  parts?: string;
  class?: string;
  /** Whether it has a field for a file (`acceptsFiles` of its action). */
  hasFile?: boolean;
  formState?: FormState;
  /** The names of the form's fields. All other violations are shown above the fields. */
  fields?: readonly string[] | undefined;
  /** The version that the page shows (content-version.ts for a resource without a counter). Null for a form that edits nothing stored. */
  version?: number | null;
  /** Whether it shows something that is not saved although it was not rejected, so that a script asks before the page is left. */
  isUnsaved?: boolean;
  children?: Child;
}

/** A form that changes data. It contains the session's form token. */
export function Form({ formState = initialFormState(), fields, version = null, children, ...props }: FormProps) {
  const { to, absolute, confirm, undo, undoable, parts, class: name, hasFile = false, isUnsaved = false } = props;
  const { base, here, formToken, forms } = usePageRequest();
  const [action = ""] = (absolute === true ? to : base + to).split("?");
  // Their violations have the values that others have saved, which a script does not remove (browser/field-errors.ts).
  const showsOthersValues = formState.violations.some(({ code }) => code === CHANGED_BY_OTHERS);
  const rendered = version === null ? null : { version, values: {}, labels: {} };
  // Of several forms that are sent to the same place, the first is the one that a merge takes.
  if (rendered !== null && !forms.has(action)) forms.set(action, rendered);
  return (
    <FormStateContext.Provider value={formState}>
      <form
        method="post"
        action={absolute === true ? to : base + withTrail(here.slice(base.length), to)}
        class={name}
        enctype={hasFile ? "multipart/form-data" : undefined}
        data-confirm={confirm}
        data-undo={undo}
        data-undoable={undoable}
        data-parts={parts}
        data-keeps-errors={showsOthersValues ? "" : undefined}
        data-unsaved={isUnsaved || formState.violations.length > 0 ? "" : undefined}
      >
        <input type="hidden" name="form_token" value={formToken} />
        {fields === undefined ? null : <Violations violations={formState.violations} fields={fields} />}
        {version === null ? null : <input type="hidden" name="expected_version" value={expectedVersion(version, formState)} />}
        <RenderedFormContext.Provider value={rendered}>
          {children}
          <OpenedValues formState={formState} />
        </RenderedFormContext.Provider>
      </form>
    </FormStateContext.Provider>
  );
}

export interface FieldProps {
  /** Default: the state of the surrounding form. */
  formState?: FormState;
  name: string;
  label: string;
  /** A short instruction below the label. */
  hint?: string;
  required?: boolean;
}

/** Returns the given state, or else the state of the surrounding form. */
export function useFormState(formState?: FormState): FormState {
  const surrounding = useContext(FormStateContext);
  return formState ?? surrounding;
}

function useField({ formState, name, hint, required }: FieldProps) {
  const { values, violations } = useFormState(formState);
  const violation = fieldError(violations, name);
  const id = useFieldId(name);
  const ids = [hint === undefined ? null : `${id}-hint`, violation === undefined ? null : `${id}-error`].filter((each) => each !== null);
  return {
    text: sentText(values[name]),
    violation,
    attributes: {
      id,
      name,
      "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
      "aria-invalid": violation === undefined ? undefined : "true",
      autofocus: violation !== undefined && claimFocus(),
      required,
    } as const,
  };
}

export function Hint({ of, hint }: { of: string; hint: Child | undefined }) {
  if (hint === undefined) return null;
  return (
    <p class="hint" id={`${of}-hint`}>
      {hint}
    </p>
  );
}

export function FieldError({ of, violation }: { of: string; violation: Child | undefined }) {
  if (violation === undefined) return null;
  return (
    <p class="field-error" id={`${of}-error`}>
      {violation}
    </p>
  );
}

function FieldLayout({ props, violation, children }: { props: FieldProps; violation: Child | undefined; children?: Child }) {
  const { label, hint } = props;
  const id = useFieldId(props.name);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Hint of={id} hint={hint} />
      {children}
      <FieldError of={id} violation={violation} />
    </div>
  );
}

export function TextField(
  props: FieldProps & {
    type?: string;
    maxLength?: number;
    list?: readonly string[];
    placeholder?: string;
    inputmode?: "decimal" | "numeric" | "email" | "url";
    /** What a script offers while a text is typed (browser/pickers.ts). */
    pick?: PickerSource;
    /** The beginning of the names of the other fields that a choice fills in. */
    pickPrefix?: string;
  },
) {
  const { type = "text", maxLength, list, placeholder, inputmode, pick, pickPrefix } = props;
  const { text, violation, attributes } = useField(props);
  if (type !== "password") noteSentValue(props.name, text);
  const options = list ?? (pick === undefined ? undefined : []);
  const listId = options === undefined ? undefined : `${attributes.id}-list`;
  return (
    <FieldLayout props={props} violation={violation}>
      <input
        {...attributes}
        type={type}
        value={text}
        maxlength={maxLength}
        list={listId}
        data-pick={pickPath(pick)}
        data-prefix={pickPrefix}
        placeholder={placeholder}
        autocomplete={type === "password" ? "off" : undefined}
        inputmode={inputmode}
      />
      {options === undefined ? null : (
        <datalist id={listId}>
          {options.map((option) => (
            <option value={option} />
          ))}
        </datalist>
      )}
    </FieldLayout>
  );
}

/** A text of several lines. `showsEveryError`: each line may have an error of its own, so all errors of the field are shown. */
export function TextArea(props: FieldProps & { maxLength?: number; rows?: number; showsEveryError?: boolean }) {
  const { maxLength, rows = 4, showsEveryError = false } = props;
  const { text, violation, attributes } = useField(props);
  noteSentValue(props.name, text);
  const { violations } = useFormState(props.formState);
  const lines = fieldErrors(violations, props.name).map((message) => <span class="line">{message}</span>);
  return (
    <FieldLayout props={props} violation={showsEveryError && violation !== undefined ? <>{lines}</> : violation}>
      <textarea {...attributes} rows={rows} maxlength={maxLength}>
        {text}
      </textarea>
    </FieldLayout>
  );
}

interface Choices {
  /** A value, or a value and its label. */
  options: readonly (string | readonly [value: string, label: string])[];
  /** The label of the empty choice. */
  none?: string;
  /** A search for more choices, which a script puts above the select. */
  search?: ChoiceSearch;
}

/** A choice of one value. */
export function SelectField(props: FieldProps & Choices) {
  const { options, none, search } = props;
  const { text, violation, attributes } = useField(props);
  const values = options.map((option) => (typeof option === "string" ? option : option[0]));
  // A browser sends the first option if none is selected.
  const unselected = none === undefined ? (values[0] ?? "") : "";
  const sent = values.includes(text) ? text : unselected;
  const chosen = options.find((each) => (typeof each === "string" ? each : each[0]) === sent);
  noteSentValue(props.name, sent, (typeof chosen === "string" ? chosen : chosen?.[1]) ?? none);
  return (
    <FieldLayout props={props} violation={violation}>
      <select
        {...attributes}
        data-pick={pickPath(search?.pick)}
        data-placeholder={search?.placeholder}
        data-hint={search?.hint}
        data-unchosen={search?.unchosen}
      >
        {none === undefined ? null : <option value="">{none}</option>}
        {options.map((option) => {
          const [value, label] = typeof option === "string" ? [option, option] : option;
          return (
            <option value={value} selected={value === text}>
              {label}
            </option>
          );
        })}
      </select>
    </FieldLayout>
  );
}
