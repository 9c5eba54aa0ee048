import type { Child } from "hono/jsx";
import type { FormState } from "../../../../console/page";
import { useCan } from "../../../../console/page-request";
import { FieldIds } from "../../../../console/parts/field-id";
import { Form, initialFormState } from "../../../../console/parts/form";
import { Icon } from "../../../../console/parts/icon";
import type { OrderRow } from "../../rows.sql.ts";
import { EDITABLE_FIELDS, type EditableField, IN_PLACE_PREFIX, valuesOf } from "./editable-fields";

export type RejectedField = FormState & { field: EditableField };

interface Props {
  order: OrderRow;
  field: EditableField;
  rejected: RejectedField | undefined;
  /** What is shown. Null if there is nothing. */
  children: Child;
}

/** What is shown of an order, with a form that changes it in its place. It opens without a script; a script closes it with Escape (browser/in-place.ts). */
function EditableValue({ order, field, rejected, children }: Props) {
  const { label, columns, inputs } = EDITABLE_FIELDS[field];
  const sent = rejected?.field === field ? rejected : undefined;
  const formState = sent ?? initialFormState(valuesOf(order, field));
  const name = label.toLowerCase();
  return (
    <>
      {children === null ? null : <span class="value">{children}</span>}
      <details class={columns.length > 1 ? "in-place several" : "in-place"} open={sent !== undefined}>
        <summary>
          {children === null ? "Add" : <Icon name="edit" />}
          <span class="hidden">{children === null ? ` ${name}` : `Edit ${name}`}</span>
        </summary>
        <FieldIds value={IN_PLACE_PREFIX}>
          <Form to={`/orders/${order.id}/fields/${field}`} formState={formState} fields={columns} version={order.version} undoable={label}>
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
export function editableFact(props: Omit<Props, "children"> & { value: Child; rare?: boolean }): readonly [label: string, value: Child] {
  const { value, rare = false, ...rest } = props;
  const isShown = value !== null || (!rare && useCan("write"));
  if (!isShown) return [EDITABLE_FIELDS[props.field].label, null];
  return [EDITABLE_FIELDS[props.field].label, useCan("write") ? <EditableValue {...rest}>{value}</EditableValue> : value];
}
