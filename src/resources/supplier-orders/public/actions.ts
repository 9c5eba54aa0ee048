import { notFound } from "../../../platform/api-error";
import { type PublicAction, InvalidFormError } from "../../../public/public-page";
import { parseItemId } from "../../orders/items/item-id";
import { readChosenItems } from "../chosen-item";
import { changeSupplierOrder } from "../change-state";
import { rejectLine } from "../reject-line";
import { shipLines } from "../ship-lines";
import { MAX_REASON_LENGTH, type SupplierOrderState } from "../states";
import { readWork } from "../work";
import { correctParcel } from "./correct-page";
import { carrierIn, type Form, textIn, trackingNumberIn } from "./form-fields";
import { unitsField } from "./line";
import { shipmentsOf } from "./pasted-tracking";
import { explain } from "./problem";
import { uploadFile } from "./upload-page";
import { supplierOrderIdIn, workOfLink } from "./work-of-link";

function reasonIn(form: Form): string {
  const reason = textIn(form, "reason");
  if (reason === "") throw new InvalidFormError([{ key: "reason_missing" }]);
  if (reason.length > MAX_REASON_LENGTH) throw new InvalidFormError([{ key: "reason_long", values: { count: MAX_REASON_LENGTH } }]);
  return reason;
}

/** Gives an order a state. What is in that state already stays as it is. */
const stateAction = (path: `/${string}`, state: SupplierOrderState, did: "did_accepted" | "did_making"): PublicAction => ({
  path,
  explain,
  act: async ({ org, ...context }) => {
    const id = await supplierOrderIdIn(org, context);
    await changeSupplierOrder(org, id, { state });
    return { to: `/orders/${id}`, did };
  },
});

const rejectOrder: PublicAction = {
  path: "/orders/:id/reject",
  explain,
  act: async ({ org, form, ...context }) => {
    const reason = reasonIn(form);
    const id = await supplierOrderIdIn(org, context);
    await changeSupplierOrder(org, id, { state: "rejected", reason });
    return { to: `/orders/${id}`, did: "did_rejected" };
  },
};

const rejectOrderLine: PublicAction = {
  path: "/orders/:id/lines/:item/reject",
  explain,
  act: async ({ org, form, ...context }) => {
    const reason = reasonIn(form);
    const id = await supplierOrderIdIn(org, context);
    const itemId = parseItemId(context.param["item"] ?? "");
    if (itemId === null) throw notFound();
    await rejectLine(org, id, { itemId, reason });
    return { to: `/orders/${id}`, did: "did_line_rejected" };
  },
};

/** How many units of a line are in a parcel. Undefined: all that are left. Throws InvalidFormError if it says so twice. */
function unitsIn(form: Form, itemId: number): number | undefined {
  const name = unitsField(itemId);
  const units = textIn(form, name);
  if (units === "" && !Array.isArray(form[name])) return undefined;
  if (/^[1-9]\d{0,6}$/.test(units)) return Number(units);
  throw new InvalidFormError([{ key: "units_invalid" }]);
}

/** Ships the chosen lines of an order in one parcel. */
const shipParcel: PublicAction = {
  path: "/orders/:id/ship",
  explain,
  act: async ({ org, form, ...context }) => {
    const tracking_number = trackingNumberIn(form);
    const carrier = carrierIn(form);
    const items = readChosenItems(form["item"]);
    if (items === null) throw notFound();
    const chosen = new Map(items.map((item) => [item.itemId, item]));
    if (chosen.size === 0) throw new InvalidFormError([{ key: "items_missing" }]);
    const id = await supplierOrderIdIn(org, context);
    const lines = [...chosen.values()].map(({ itemId, left }) => ({ order_item_id: itemId, quantity: unitsIn(form, itemId), left }));
    await shipLines(org, [{ supplier_order_id: id, lines, tracking_number, ...(carrier !== "" && { carrier }) }]);
    return { to: `/orders/${id}`, did: "did_shipped" };
  },
};

/** 200 lines, with room for long tracking numbers. */
const MAX_PASTED_BYTES = 131_072;

const shipPasted: PublicAction = {
  path: "/tracking",
  bodyLimit: MAX_PASTED_BYTES,
  explain,
  act: async ({ org, form, link, text }) => {
    const works = await readWork(org, workOfLink(link), ["order_number"]);
    await shipLines(org, shipmentsOf(works, textIn(form, "lines"), text("tracking_number")));
    return { did: "did_shipped" };
  },
};

export const SUPPLIER_ACTIONS: readonly PublicAction[] = [
  stateAction("/orders/:id/accept", "accepted", "did_accepted"),
  stateAction("/orders/:id/make", "in_production", "did_making"),
  rejectOrder,
  rejectOrderLine,
  shipParcel,
  correctParcel,
  shipPasted,
  uploadFile,
];
