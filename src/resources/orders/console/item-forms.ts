import * as z from "zod";
import { ExpectedVersion } from "../../../console/form";
import { action, can } from "../../../console/page";
import { holdItem } from "../holds/hold-order";
import { SetItemStatus } from "../items/item-status-body";
import { setItemStatus } from "../set-status";
import { updateItem } from "../update-order";
import { HoldFormFields, withFormNames } from "./hold/hold-form";
import { EDITABLE_ITEM_FIELDS, EDITABLE_ITEM_NAMES } from "./in-place/item-fields";
import { ItemFieldsForm } from "./item-edit-page";
import { itemPath, ItemPath, itemView } from "./item-page";

const PATH = "/orders/:id/items/:itemId";

const FieldPath = ItemPath.extend({ item_field: z.enum(EDITABLE_ITEM_NAMES) });

/** Saves what was edited in place: one field, or several that are one thing. */
export const editItemFieldForm = action(
  {
    path: `${PATH}/fields/:item_field`,
    permission: "write",
    param: FieldPath,
    form: ItemFieldsForm,
    renderInvalid: async ({ org, param, ...formState }) => await itemView(org, param, { field: { field: param.item_field, ...formState } }),
    renderCurrent: async ({ org, param }) => await itemView(org, param, {}),
  },
  async ({ org, member, param, form }) => {
    const patch = Object.fromEntries(EDITABLE_ITEM_FIELDS[param.item_field].fields.map((name) => [name, form[name]]));
    const keepsKnownCost = !can(member, "money");
    const item = await updateItem(org, param.itemId, { patch, expectedVersion: form.expected_version, keepsKnownCost });
    return { to: itemPath(item), flash: "item_saved" };
  },
);

export const removeItemForm = action(
  {
    path: `${PATH}/remove`,
    permission: "write",
    param: ItemPath,
    form: ExpectedVersion,
    renderInvalid: async ({ org, param, ...details }) => await itemView(org, param, { removal: details }),
  },
  async ({ org, param, form }) => {
    const item = await updateItem(org, param.itemId, { patch: "remove", expectedVersion: form.expected_version });
    return { to: `/orders/${item.order_id}`, flash: "item_removed" };
  },
);

/** Uses the custom status, if there is one, as the status. */
function parseStatus(fields: unknown): unknown {
  const { status, custom_status: custom, expected_version } = fields as Record<string, unknown>;
  return { expected_version, status: typeof custom === "string" && custom.trim() !== "" ? custom : status };
}

export const setItemStatusForm = action(
  {
    path: `${PATH}/status`,
    permission: "write",
    param: ItemPath,
    form: z.preprocess(parseStatus, SetItemStatus.extend(ExpectedVersion.shape)),
    renderInvalid: async ({ org, param, ...status }) => await itemView(org, param, { status }),
  },
  async ({ org, param, form }) => {
    const item = await setItemStatus(org, param.itemId, { status: form.status, expectedVersion: form.expected_version });
    return { to: itemPath(item), flash: "item_status_changed" };
  },
);

export const holdItemForm = action(
  {
    path: `${PATH}/hold`,
    permission: "write",
    param: ItemPath,
    form: HoldFormFields,
    renderInvalid: async ({ org, param, values, violations }) =>
      await itemView(org, param, { hold: { values, violations: withFormNames(violations) } }),
  },
  async ({ org, param, form }) => ({ to: itemPath(await holdItem(org, param.itemId, form)), flash: "held" }),
);

export const releaseItemForm = action(
  {
    path: `${PATH}/release`,
    permission: "write",
    param: ItemPath,
    form: z.object({}),
    renderInvalid: async ({ org, param, ...hold }) => await itemView(org, param, { hold }),
  },
  async ({ org, param }) => ({ to: itemPath(await holdItem(org, param.itemId, null)), flash: "released" }),
);
