import * as z from "zod";
import { ExpectedVersion, fromForm } from "../../../console/form";
import { can, formPage } from "../../../console/page";
import { initialFormState } from "../../../console/parts/form";
import { withMetadata, withPairs } from "../../../console/parts/pair-rows";
import { ItemChanges } from "../items/v2/contract";
import { updateItem } from "../update-order";
import { itemValues } from "./in-place/item-fields";
import { CostInput, ItemForm } from "./item-form";
import { itemPath, ItemPath, readOrderItem } from "./item-page";

/** The fields of an item as its forms send them. A field that is left out does not change. */
export const ItemFieldsForm = withMetadata(
  withPairs(
    ["properties"],
    fromForm(z.object({ ...ItemChanges.shape, cost: CostInput.nullable().optional(), ...ExpectedVersion.shape }), {
      numbers: ["quantity", "price", "tax", "cost"],
      booleans: ["requires_shipping"],
    }),
  ),
);

export const editItem = formPage(
  {
    path: "/orders/:id/items/:itemId/edit",
    to: "/orders/:id/items/:itemId",
    param: ItemPath,
    permission: "write",
    form: ItemFieldsForm,
    show: async ({ org, param }, sent) => {
      const { order, item } = await readOrderItem(org, param);
      return {
        title: `Edit ${item.name}`,
        lead: "Most fields can also be edited on the page of the item.",
        back: { page: itemPath(item), label: item.name, isPrinted: true },
        body: <ItemForm {...(sent ?? initialFormState(itemValues(item)))} item={item} order={order} />,
      };
    },
  },
  async ({ org, member, param, form: { expected_version, ...patch } }) => {
    const keepsKnownCost = !can(member, "money");
    // The form sends every field, so a tax that nobody has edited follows the new price or quantity (isWholeForm).
    const item = await updateItem(org, param.itemId, { patch, expectedVersion: expected_version, keepsKnownCost, isWholeForm: true });
    return { to: itemPath(item), flash: "item_saved" };
  },
);
