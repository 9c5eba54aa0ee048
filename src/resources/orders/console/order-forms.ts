import * as z from "zod";
import { NewNote } from "../notes/contract";
import { FulfillmentChanges, FulfillmentPath, NewFulfillment } from "../fulfillments/v2/contract";
import { OrderPath, SetOrderStatus } from "../v2/contract";
import { createFulfillment, updateFulfillment } from "../fulfillments/write-fulfillment";
import { addNote } from "../notes/notes";
import { setOrderStatus } from "../set-status";
import { updateOrder } from "../update-order";
import { fromForm, ExpectedVersion } from "../../../console/form";
import { action, type ActionResult, type FormState } from "../../../console/page";
import { withParameters } from "../../../console/trail";
import { summaryText } from "./bulk/bulk-summary";
import { isQueued, listPath, queuePath, trailOf } from "./moving/order-trail";
import { holdOrder } from "../holds/hold-order";
import { HoldFormFields, withFormNames } from "./hold/hold-form";
import { type OrderForm, showOrder } from "./order-page";
import { SHIPPED_BEFORE } from "./shipped-message";
import { EVERYTHING_FIELD, requestedItems, withQuantityFields } from "./quantity-fields";

/** The versions that a form may change: only the one that it showed. Null accepts any version. */
export function versionsOf({ expected_version }: z.output<typeof ExpectedVersion>): number[] | null {
  return expected_version === undefined ? null : [expected_version];
}

/** Shows the page of the order with a form that was rejected. `stateOf` converts what was sent. */
function showRejected(form: OrderForm, stateOf = (sent: FormState): FormState => sent) {
  type Rejected = Parameters<typeof showOrder>[0] & FormState & { param: z.output<typeof OrderPath> };
  return async ({ org, member, search, param, values, violations }: Rejected) =>
    await showOrder({ org, member, search }, param.id, { rejected: { form, formState: stateOf({ values, violations }) } });
}

export const addNoteForm = action(
  {
    path: "/orders/:id/notes",
    permission: "write",
    param: OrderPath,
    form: NewNote,
    renderInvalid: showRejected("note"),
  },
  async ({ org, param, form }) => {
    await addNote(org, param.id, form.content);
    return { to: `/orders/${param.id}`, flash: "note_added" };
  },
);

export const setStatusForm = action(
  {
    path: "/orders/:id/status",
    permission: "write",
    param: OrderPath,
    form: fromForm(SetOrderStatus.extend(ExpectedVersion.shape), { absent: ["reason"] }),
    renderInvalid: showRejected("status"),
  },
  async ({ org, param, form }) => {
    await setOrderStatus(org, param.id, {
      status: form.status,
      reason: form.reason ?? null,
      versions: versionsOf(form),
      backNeedsReason: true,
    });
    return { to: `/orders/${param.id}`, flash: "order_status_changed" };
  },
);

/**
 * Without quantities, `items` is left out and the fulfillment contains everything left. Without the checkbox `shipped`, it
 * is not shipped yet.
 */
function parseLines(fields: unknown): unknown {
  const { shipped, ...sent } = fields as Record<string, unknown>;
  const { [EVERYTHING_FIELD]: _everything, ...rest } = sent;
  return { ...rest, ...requestedItems(sent), ...(shipped !== undefined && { status: "in_transit" }) };
}

/** The page after a fulfillment: that of the order, or if a selection is shipped one by one, the next order of it, and after the last one the list. */
function afterFulfillment(id: number, search: URLSearchParams, isShipped: boolean): ActionResult {
  const trail = isQueued(search) ? trailOf(search) : null;
  if (trail === null) return { to: `/orders/${id}`, flash: isShipped ? "shipped" : "packed" };
  const shipped = trail.shipped + (isShipped ? 1 : 0);
  if (trail.queue.length > 0) {
    const next = queuePath({ list: trail.query, ids: trail.queue, shipped });
    return { to: withParameters(next, [[SHIPPED_BEFORE, String(id)]]), flash: isShipped ? "shipped" : "packed" };
  }
  // The list shows this as the message of a bulk action (bulk-message.tsx).
  const parameters = [["did", summaryText({ action: "ship", changed: shipped, unchanged: 0, detail: "" })]] as const;
  return { to: withParameters(listPath(trail, id, null), parameters) };
}

export const createFulfillmentForm = action(
  {
    path: "/orders/:id/fulfillments",
    permission: "write",
    param: OrderPath,
    form: z.preprocess(parseLines, z.intersection(NewFulfillment, ExpectedVersion)),
    renderInvalid: showRejected("fulfillment", ({ values, violations }) => ({
      values,
      violations: withQuantityFields(values, violations, "Add at least one item to the fulfillment."),
    })),
  },
  async ({ org, param, form: { expected_version, ...fulfillment }, search }) => {
    const { shipped_at } = await createFulfillment(org, param.id, { ...fulfillment, versions: versionsOf({ expected_version }) });
    return afterFulfillment(param.id, search, shipped_at !== null);
  },
);

const OrderFulfillmentPath = z.object({ id: OrderPath.shape.id, fulfillment: FulfillmentPath.shape.id });

/** Changes the tracking of a fulfillment, or its status. */
export const updateFulfillmentForm = action(
  {
    path: "/orders/:id/fulfillments/:fulfillment",
    permission: "write",
    param: OrderFulfillmentPath,
    form: z.intersection(FulfillmentChanges, ExpectedVersion),
    renderCurrent: async ({ org, member, search, param: { id, fulfillment } }) =>
      await showOrder({ org, member, search }, id, { fulfillments: { id: fulfillment } }),
    renderInvalid: async ({ org, member, search, param: { id, fulfillment }, ...formState }) =>
      await showOrder({ org, member, search }, id, { rejected: { form: { fulfillment }, formState }, fulfillments: { id: fulfillment } }),
  },
  async ({ org, param, form: { expected_version: expectedVersion, ...changes } }) => {
    // The form sends all of its fields. One that is as stored was not edited (isWholeForm).
    const target = { id: param.fulfillment, expectedVersion, isWholeForm: true } as const;
    const { fulfillment } = await updateFulfillment(org, target, changes);
    return { to: `/orders/${fulfillment.order_id}`, flash: "fulfillment_saved" };
  },
);

export const holdOrderForm = action(
  {
    path: "/orders/:id/hold",
    permission: "write",
    param: OrderPath,
    form: HoldFormFields,
    renderInvalid: showRejected("hold", ({ values, violations }) => ({ values, violations: withFormNames(violations) })),
  },
  async ({ org, param, form }) => {
    await holdOrder(org, param.id, { hold: form, versions: versionsOf(form) });
    return { to: `/orders/${param.id}`, flash: "held" };
  },
);

export const releaseOrderForm = action(
  {
    path: "/orders/:id/release",
    permission: "write",
    param: OrderPath,
    form: ExpectedVersion,
    renderInvalid: showRejected("hold"),
  },
  async ({ org, param, form }) => {
    await holdOrder(org, param.id, { hold: null, versions: versionsOf(form) });
    return { to: `/orders/${param.id}`, flash: "released" };
  },
);

export const clearAuditForm = action(
  {
    path: "/orders/:id/clear-audit",
    permission: "write",
    param: OrderPath,
    form: ExpectedVersion,
    renderInvalid: showRejected("audit"),
  },
  async ({ org, param, form }) => {
    await updateOrder(org, param.id, { patch: { requires_audit: false }, versions: versionsOf(form) });
    return { to: `/orders/${param.id}`, flash: "audit_cleared" };
  },
);
