import { parseItemId } from "../orders/items/item-id";

/**
 * An item that is chosen in a form. `left`: how many units of it the form showed as left, so that what somebody else has shipped or sent meanwhile is
 * not done a second time. Absent: the form did not say.
 */
export interface ChosenItem {
  itemId: number;
  left?: number | undefined;
}

/** The value of the field of an item in a form. */
export const chosenItemValue = (itemId: number, left: number): string => `${itemId}:${left}`;

const VALUE = /^(\d+)(?::(\d{1,7}))?$/;

/** Reads the values of such fields, of which a form may have none, one or several. Null: one of them is no item. */
export function readChosenItems(values: unknown): ChosenItem[] | null {
  const texts = [values ?? []].flat();
  const items = texts.flatMap((text): ChosenItem[] => {
    const [, id = "", left] = VALUE.exec(typeof text === "string" ? text : "") ?? [];
    const itemId = parseItemId(id);
    return itemId === null ? [] : [{ itemId, left: left === undefined ? undefined : Number(left) }];
  });
  return items.length === texts.length ? items : null;
}

/** The ids of the items that are chosen in a form that was not carried out. */
export const chosenItemIds = (values: unknown): number[] => (readChosenItems(values) ?? []).map(({ itemId }) => itemId);
