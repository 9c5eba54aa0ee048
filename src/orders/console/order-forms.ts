import * as z from "zod";
import { NewNote } from "../notes/v1/contract";
import { FulfillmentChanges, FulfillmentPath, NewFulfillment } from "../fulfillments/v2/contract";
import { OrderPath, SetOrderStatus } from "../v2/contract";
import { createFulfillment, updateFulfillment } from "../fulfillments/write-fulfillment";
import { addNote } from "../notes/notes";
import { setOrderStatus } from "../set-status";
import { fromForm, ExpectedVersion } from "../../console/form";
import { action } from "../../console/page";
import { showOrder } from "./order-page";

/** The versions that a form may change: only the one that it showed. Null accepts any version. */
export function versionsOf({ expected_version }: z.output<typeof ExpectedVersion>): number[] | null {
  return expected_version === undefined ? null : [expected_version];
}

export const addNoteForm = action(
  {
    path: "/orders/:id/notes",
    permission: "write",
    param: OrderPath,
    form: NewNote,
    renderInvalid: async ({ org, param, ...formState }) => await showOrder(org, param.id, { rejected: { form: "note", formState } }),
  },
  async ({ org, param, form }) => {
    await addNote(org, param.id, form.content);
    return { to: `/orders/${param.id}`, flash: "saved" };
  },
);

export const setStatusForm = action(
  {
    path: "/orders/:id/status",
    permission: "write",
    param: OrderPath,
    form: fromForm(SetOrderStatus.extend(ExpectedVersion.shape), { absent: ["reason"] }),
    renderInvalid: async ({ org, param, ...formState }) => await showOrder(org, param.id, { rejected: { form: "status", formState } }),
  },
  async ({ org, param, form }) => {
    await setOrderStatus(org, param.id, { status: form.status, reason: form.reason ?? null, versions: versionsOf(form) });
    return { to: `/orders/${param.id}`, flash: "saved" };
  },
);

/** Converts `take_7=2` to 2 of item 7. Without such fields, `items` is left out and the fulfillment contains everything left. */
function parseLines(fields: unknown): unknown {
  const { shipped, ...rest } = fields as Record<string, unknown>;
  const items = quantityFields(rest).map(([name, quantity]) => ({ order_item_id: name.slice("take_".length), quantity }));
  const hasQuantities = Object.keys(rest).some((name) => name.startsWith("take_"));
  return { ...rest, ...(hasQuantities && { items }), ...(shipped !== undefined && { status: "in_transit" }) };
}

/** The quantity fields that are not 0, in the order of the fulfillment's lines. */
function quantityFields(fields: Readonly<Record<string, unknown>>): [name: string, quantity: unknown][] {
  const quantities = Object.entries(fields).filter(([name]) => name.startsWith("take_"));
  return quantities.map(([name, text]): [string, unknown] => [name, parseQuantity(text)]).filter(([, quantity]) => quantity !== 0);
}

/** Parses a whole number. Returns any other text unchanged, which validation rejects. */
function parseQuantity(text: unknown): unknown {
  return typeof text === "string" && /^\d{1,7}$/.test(text.trim()) ? Number(text) : text;
}

const NO_ITEMS = { code: "nothing_in_it", message: "Add at least one item to the fulfillment." };

export const createFulfillmentForm = action(
  {
    path: "/orders/:id/fulfillments",
    permission: "write",
    param: OrderPath,
    form: z.preprocess(parseLines, NewFulfillment),
    renderInvalid: async ({ org, param, values, violations }) => {
      const quantities = quantityFields(values);
      const fieldViolations = violations.map((violation) => {
        if (violation.path === "items") return { ...violation, ...NO_ITEMS };
        const line = /^items\[(\d+)\]/.exec(violation.path ?? "")?.[1];
        return line === undefined ? violation : { ...violation, path: quantities[Number(line)]?.[0] ?? "" };
      });
      return await showOrder(org, param.id, { rejected: { form: "fulfillment", formState: { values, violations: fieldViolations } } });
    },
  },
  async ({ org, param, form }) => {
    await createFulfillment(org, param.id, form);
    return { to: `/orders/${param.id}`, flash: "saved" };
  },
);

const OrderFulfillmentPath = z.object({ id: OrderPath.shape.id, fulfillment: FulfillmentPath.shape.id });

export const updateFulfillmentForm = action(
  { path: "/orders/:id/fulfillments/:fulfillment", permission: "write", param: OrderFulfillmentPath, form: FulfillmentChanges },
  async ({ org, param, form }) => {
    const { fulfillment } = await updateFulfillment(org, param.fulfillment, form);
    return { to: `/orders/${fulfillment.order_id}`, flash: "saved" };
  },
);
