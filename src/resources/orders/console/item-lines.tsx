import type { ItemRow } from "../rows.sql.ts";

/** What kind of its product an item is, in one line: its size, color and so on. Empty if nothing is known. */
export function kindOf({ variations, size, color, style, material }: ItemRow): string {
  return [variations, size, color, style, material].filter((text) => text !== null && text !== "").join(" · ");
}

/** The SKU under which an item is stored. Empty if it has none. */
export const skuOf = ({ sku, custom_sku }: ItemRow): string => sku ?? custom_sku ?? "";

export function ItemLines({ item }: { item: ItemRow }) {
  const kind = kindOf(item);
  return (
    <>
      <strong>{item.name}</strong>
      {kind === "" ? null : <span class="line">{kind}</span>}
      {item.personalization === null ? null : <span class="line words">{item.personalization}</span>}
    </>
  );
}
