import type { Child } from "hono/jsx";
import type { FormState } from "../page";
import { useCan } from "../page-request";
import { FieldIds } from "./field-id";
import { Form, initialFormState } from "./form";
import { Icon } from "./icon";

/** What is edited where it is shown. */
export interface Editable {
  label: string;
  /** The fields of its form, which are saved together. */
  fields: readonly string[];
  inputs: () => Child;
}

/** The beginning of the ids of the inputs, because other forms of the page have fields of the same names. */
export const IN_PLACE_PREFIX = "in-place-";

interface EditedFact extends Editable {
  /** The path of its form. */
  to: string;
  version: number;
  /** The stored values, which the form is opened with. */
  stored: FormState["values"];
  /** The state of its form, if that was rejected. */
  rejected: FormState | undefined;
  /** What is shown. Null if there is nothing. */
  value: Child;
  /** Whether an empty one is not shown, instead of an offer to add it. */
  rare?: boolean;
  /** Whether it is shown without its form, also to members who may write. */
  isFixed?: boolean;
}

/**
 * What is shown, with a form that changes it in its place. It opens without a script; scripts close it with Escape (browser/escape.ts), and then
 * discard what was typed (browser/in-place.ts).
 */
function EditedValue({ to, version, label, fields, inputs, stored, rejected, value }: EditedFact) {
  const name = label.toLowerCase();
  return (
    <>
      {value === null ? null : <span class="value">{value}</span>}
      <details class={fields.length > 1 ? "in-place several" : "in-place"} open={rejected !== undefined}>
        <summary>
          {value === null ? "Add" : <Icon name="edit" />}
          <span class="hidden">{value === null ? ` ${name}` : `Edit ${name}`}</span>
        </summary>
        <FieldIds value={IN_PLACE_PREFIX}>
          <Form to={to} formState={rejected ?? initialFormState(stored)} fields={fields} version={version} undoable={label}>
            {inputs()}
            <div class="actions">
              <button aria-label={`Save ${name}`}>Save</button>
              <button type="button" data-cancel hidden>
                Cancel
              </button>
            </div>
          </Form>
        </FieldIds>
      </details>
    </>
  );
}

/** A fact that members who may write edit in place. For them, an empty one offers to add it, unless it is `rare`. */
export function editedFact(fact: EditedFact): readonly [label: string, value: Child] {
  const { label, value, rare = false, isFixed = false } = fact;
  const canEdit = useCan("write") && !isFixed;
  if (value === null && (rare || !canEdit)) return [label, null];
  return [label, canEdit ? <EditedValue {...fact} /> : value];
}
