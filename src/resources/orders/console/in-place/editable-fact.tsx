import type { Child } from "hono/jsx";
import type { FormState } from "../../../../console/page";
import { editedFact } from "../../../../console/parts/in-place";
import type { OrderRow } from "../../rows.sql.ts";
import { EDITABLE_FIELDS, type EditableField, valuesOf } from "./editable-fields";

export type RejectedField = FormState & { field: EditableField };

interface Props {
  order: OrderRow;
  field: EditableField;
  rejected: RejectedField | undefined;
  /** What is shown. Null if there is nothing. */
  value: Child;
  /** Whether an empty one is not shown, instead of an offer to add it. */
  rare?: boolean;
}

/** A fact of an order that members who may write edit in place. */
export function editableFact({ order, field, rejected, ...shown }: Props): readonly [label: string, value: Child] {
  return editedFact({
    ...EDITABLE_FIELDS[field],
    ...shown,
    to: `/orders/${order.id}/fields/${field}`,
    version: order.version,
    stored: valuesOf(order, field),
    rejected: rejected?.field === field ? rejected : undefined,
  });
}
